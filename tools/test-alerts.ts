/**
 * `npm run test:alerts`: checks deploy/prometheus with promtool: the configuration, the rules, and their unit tests. It
 * takes promtool from PATH, else from Debian's package `prometheus`, which it unpacks into node_modules/.cache.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../deploy/prometheus')
const promtool = spawnSync('promtool', ['--version']).status === 0 ? 'promtool' : unpackPromtool()
for (const args of [
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  const { status } = spawnSync(promtool, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Needs apt and dpkg-deb, and no rights. Once is enough. */
function unpackPromtool(): string {
  const place = join(import.meta.dirname, '../node_modules/.cache/promtool')
  const program = join(place, 'usr/bin/promtool')
  if (existsSync(program)) return program
  mkdirSync(place, { recursive: true })
  try {
    execFileSync('apt-get', ['download', 'prometheus'], { cwd: place, stdio: 'inherit' })
    const archive = readdirSync(place).find((file) => file.endsWith('.deb')) ?? ''
    execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: place, stdio: 'inherit' })
  } catch (error) {
    process.stderr.write(`promtool is not on PATH and cannot be fetched: ${(error as Error).message}\n`)
    process.exit(2)
  }
  return program
}
