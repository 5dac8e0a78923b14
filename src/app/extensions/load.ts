import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Extension } from '#extension'
import { ConfigError } from '#src/config/config.ts'
import { faultsOf } from './faults.ts'

/** An extension with what is known of its package. */
export interface LoadedExtension {
  value: Extension
  version: string
  /** Absolute, of its files of SQL; undefined: it has no tables. */
  sql: string | undefined
}

/**
 * Loads folders and packages, in this order. Packages are found from the working folder.
 * @throws ConfigError that names every extension that is none, and why
 */
export async function loadExtensions(places: readonly string[]): Promise<readonly LoadedExtension[]> {
  const results = await Promise.all(places.map(loadOne))
  const faults = results.flatMap((result) => ('faults' in result ? result.faults : []))
  const loaded = results.flatMap((result) => ('faults' in result ? [] : [result]))
  for (const [index, { value }] of loaded.entries())
    if (loaded.findIndex((other) => other.value.name === value.name) < index)
      faults.push(`EXTENSIONS has two that are named ${value.name}; expected names of their own`)
  if (faults.length > 0) throw new ConfigError(faults)
  return loaded
}

async function loadOne(place: string): Promise<LoadedExtension | { faults: string[] }> {
  try {
    const { folder, entry } = await findPackage(place)
    const { version = '0.0.0' } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const { default: value } = await import(pathToFileURL(entry).href)
    const faults = faultsOf(value).map((fault) => `EXTENSIONS: ${place}: ${fault}`)
    if (faults.length > 0) return { faults }
    const { sql } = value as Extension
    return { value, version, sql: sql === undefined ? undefined : pathOf(sql, folder) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { faults: [`EXTENSIONS: ${place} cannot be loaded: ${reason}`] }
  }
}

async function findPackage(place: string): Promise<{ folder: string; entry: string }> {
  if (isAbsolute(place) || place.startsWith('.')) {
    const folder = resolve(place)
    const { main = 'index.js' } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, entry: join(folder, main) }
  }
  const here = createRequire(join(process.cwd(), 'package.json'))
  return { folder: join(here.resolve(`${place}/package.json`), '..'), entry: here.resolve(place) }
}

const pathOf = (sql: URL | string, folder: string) => (sql instanceof URL ? fileURLToPath(sql) : resolve(folder, sql))
