import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { unwritable } from './disk.ts'
import { Problem } from './problems.ts'

/** The folder of the user's settings: COMMERCE_CONFIG_DIR, else where the system keeps such folders. */
export function settingsFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env['COMMERCE_CONFIG_DIR']) return env['COMMERCE_CONFIG_DIR']
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'commerce')
  if (env['XDG_CONFIG_HOME']) return join(env['XDG_CONFIG_HOME'], 'commerce')
  const home = homedir()
  return process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'commerce')
    : join(home, '.config', 'commerce')
}

/** Content of a JSON file of the folder; undefined if there is none. */
export function readSetting<Value>(name: string): Value | undefined {
  const path = join(settingsFolder(), name)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Problem(`${path} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(`${path} is not JSON`, 'Delete the file, and sign in again: `commerce login`.')
  }
}

/** Replaces the file, which only its owner may read: a killed process leaves the old content or the new one. */
export function writeSetting(name: string, value: unknown): void {
  const path = join(settingsFolder(), name)
  const beside = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(beside, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
    renameSync(beside, path)
  } catch (error) {
    removeHalf(beside)
    throw unwritable(path, error)
  }
}

export function deleteSetting(name: string): void {
  const path = join(settingsFolder(), name)
  try {
    rmSync(path, { force: true })
  } catch (error) {
    throw new Problem(`${path} could not be deleted: ${(error as Error).message}`)
  }
}

/** The reason why it is only a half is told, not why it stays. */
function removeHalf(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
