import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { modules } from '#src/app/modules.ts'

const folder = join(import.meta.dirname, '../src/modules')

describe('the README of a module', () => {
  for (const { name, tables = [] } of modules) {
    it(`${name} names each of its tables and rooms, in at most 120 lines`, () => {
      const text = readFileSync(join(folder, name, 'README.md'), 'utf8')
      const rooms = readdirSync(join(folder, name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
      const missing = [...tables, ...rooms].filter((word) => !new RegExp(`\`${word}(/|\`)`).test(text))
      assert.deepEqual(missing, [])
      assert.ok(text.split('\n').length <= 121, 'it has more than 120 lines')
    })
  }
})
