/**
 * Runs the test of the packed packages in Node.js 20, 22 and 24. The first two come from the registry, into a folder
 * that is deleted afterwards.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const versions = ['20', '22']
const folder = mkdtempSync(join(tmpdir(), 'runtimes-'))
try {
  writeFileSync(join(folder, 'package.json'), '{}')
  const binaries = `node-${process.platform}-${process.arch}`
  const packages = versions.map((version) => `node-${version}@npm:${binaries}@${version}`)
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], folder)
  const runtimes = versions.map((version) => join(folder, 'node_modules', `node-${version}`, 'bin/node'))
  process.env['NODE_BINARIES'] = runtimes.join(':')
  process.exitCode = run('npm', ['test', '--', 'test/long/packages.test.ts'], process.cwd())
} finally {
  rmSync(folder, { recursive: true })
}

function run(command: string, given: string[], cwd: string): number {
  return spawnSync(command, given, { cwd, stdio: 'inherit' }).status ?? 1
}
