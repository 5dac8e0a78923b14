import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** One file of SQL, and the SHA-256 of its text. */
export interface MigrationFile {
  /** Numbered: `0001_baseline.sql`; repeatable: `src/modules/search/documents.sql`. The key in schema_migrations. */
  name: string
  sql: string
  checksum: string
  /** Releases before this one cannot work on the database once the file is applied. */
  oldestRelease?: string
}

export interface Migrations {
  /** Tables, indexes, constraints: each applied once, in order, and never changed afterwards. */
  numbered: MigrationFile[]
  /** Functions and triggers: applied after the numbered ones, again whenever their text changes. */
  repeatable: MigrationFile[]
}

export const migrationsFolder = new URL('../../../../migrations/', import.meta.url)

/**
 * Reads all migrations: the numbered ones of the folder, and the repeatable ones, which lie with their modules, in the
 * order of the folder's `functions.txt`. Throws if the numbers do not follow each other.
 */
export async function readMigrations(folder = migrationsFolder): Promise<Migrations> {
  const numbered = await readFiles(folder, /^\d{4}_[\w-]+\.sql$/)
  for (const [index, { name }] of numbered.entries()) {
    const expected = String(index + 1).padStart(4, '0')
    if (!name.startsWith(expected))
      throw new Error(
        `migrations/${name}: expected a file with the number ${expected}; numbers have no gap and no twin`,
      )
  }
  const paths = await readFunctionPaths(folder)
  return { numbered, repeatable: await Promise.all(paths.map((path) => readMigration(folder, path))) }
}

async function readFiles(folder: URL, pattern: RegExp): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

/** One path on each line, seen from the folder; lines with # are comments. */
async function readFunctionPaths(folder: URL): Promise<string[]> {
  const list = await readFile(new URL('functions.txt', folder), 'utf8').catch(() => '')
  return list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** A comment in a line of its own, `-- oldest release: 0.3.0`, tells which releases the file makes unfit. */
async function readMigration(folder: URL, path: string): Promise<MigrationFile> {
  const sql = await readFile(new URL(path, folder), 'utf8')
  const oldestRelease = /^-- oldest release: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1]
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { name: path.replace('../', ''), sql, checksum, ...(oldestRelease !== undefined && { oldestRelease }) }
}
