import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Installs a peer from npm into a folder outside the repository, and runs its own commands there. */

export interface Installation {
  folder: string
  packages: Record<string, string>
  overrides?: Record<string, string>
  /** Our configuration for it, by name of the file. */
  files: Record<string, string>
}

/**
 * Installs missing packages. Their scripts do not run: they would fetch binaries from elsewhere, which the measurement
 * does not need.
 */
export async function install({ folder, packages, overrides = {}, files }: Installation): Promise<void> {
  await mkdir(folder, { recursive: true })
  const wanted = `${JSON.stringify({ private: true, dependencies: packages, overrides }, null, 2)}\n`
  const manifest = join(folder, 'package.json')
  const complete = join(folder, 'node_modules/.package-lock.json')
  const found = await readFile(manifest, 'utf8').catch(() => '')
  await writeFile(manifest, wanted)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  if (found === wanted && (await stat(complete).catch(() => undefined))) return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  await run(folder, 'install', [...npm, 'install', ...options], {})
}

export async function runNode(
  folder: string,
  what: string,
  args: string[],
  environment: Record<string, string>,
): Promise<void> {
  await run(folder, what, [process.execPath, ...args], environment)
}

/** What `npm ls --omit=dev` finds in a folder, as paths. */
export async function productionPackages(folder: string): Promise<string[]> {
  const [command = '', ...args] = [...npm, 'ls', '--all', '--omit=dev', '--parseable']
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 2 ** 24 })
  return stdout.split('\n').filter((path) => path.includes('node_modules'))
}

const npm =
  process.env['npm_execpath'] === undefined ? ['npm'] : [process.execPath, String(process.env['npm_execpath'])]

const maxDelayMs = 30 * 60_000

/** Runs a command in a folder, its output in `<what>.log` there. @throws with the end of it if it fails. */
async function run(
  folder: string,
  what: string,
  [command = '', ...args]: string[],
  environment: Record<string, string>,
): Promise<void> {
  const logFile = join(folder, `${what}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(command, args, {
    cwd: folder,
    // npm's variables of our own project must not apply there.
    env: { ...withoutNpm(process.env), INIT_CWD: folder, ...environment },
    stdio: ['ignore', log, log],
    timeout: maxDelayMs,
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status, signal) => resolve(status ?? signal))
  })
  process.off('exit', end)
  closeSync(log)
  if (code === 0) return
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
  throw new Error(`${what} ended with ${code}: ${lines.slice(-12).join('\n')}`)
}

function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^npm_(package|lifecycle|config_local)/.test(name))
  return Object.fromEntries(kept)
}

/** Disk usage of a folder; without `nested`, excluding packages inside it. */
export async function megabytes(folder: string, { nested }: { nested: boolean }): Promise<number> {
  let total = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (nested || entry.name !== 'node_modules') total += await megabytes(path, { nested })
    } else if (entry.isFile()) total += ((await stat(path)).blocks * 512) / 1e6
  }
  return total
}
