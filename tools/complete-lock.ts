/**
 * Run after every change of the dependencies: names in package-lock.json the packages of other platforms that this
 * machine's registry does not have. npm leaves them out there, and then `npm ci` refuses the lock everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']

let added = 0
for (const [path, locked] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
    const platform = platformOf(name)
    if (
      platform === undefined ||
      lock.packages[`node_modules/${name}`] ||
      lock.packages[`${path}/node_modules/${name}`]
    ) {
      continue
    }
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(locked.dev && { dev: true }),
      optional: true,
      ...platform,
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} packages of other platforms named\n`)

/**
 * `@biomejs/cli-darwin-arm64` is for darwin and arm64; undefined for a package that is for no platform in particular.
 */
function platformOf(name: string): { os: string[]; cpu: string[] } | undefined {
  const parts = name.split('/').at(-1)?.split('-') ?? []
  const at = parts.findIndex((part) => systems.includes(part))
  const [os, cpu] = parts.slice(at)
  return at < 0 || os === undefined || cpu === undefined ? undefined : { os: [os], cpu: [cpu] }
}
