#!/usr/bin/env node
/** `npm ci` links this file before it builds the other. */
import { existsSync } from 'node:fs'

const built = new URL('../dist/commerce.js', import.meta.url)
if (existsSync(built)) await import(built)
else {
  process.stderr.write('commerce is not built here: run `npm ci` with its development dependencies.\n')
  process.exitCode = 1
}
