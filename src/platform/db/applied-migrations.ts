import type pg from 'pg'
import type { MigrationFile, Migrations } from './migration-files.ts'

/** A row of schema_migrations. */
export interface AppliedMigration {
  name: string
  /** Of the text that was applied; null in rows of releases that kept none. */
  checksum: string | null
  /** Checksums of the texts of a repeatable file that later ones replaced. */
  replaced: string[]
}

/** What a database still lacks, and what it has from a later release. */
export interface MigrationPlan {
  /** In the order in which they are applied. */
  numbered: MigrationFile[]
  repeatable: MigrationFile[]
  /** Names of files that a later release has applied; this one leaves them alone. */
  fromLaterRelease: string[]
}

/** The first file of every release before checksums were kept. */
const firstFileBeforeChecksums = '0001_identity.sql'

export async function selectApplied(db: pg.Client | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await db.query<AppliedMigration>('select name, checksum, replaced from schema_migrations')
  return rows
}

/** Notes that a file was applied. What was applied of it before is kept among the replaced texts. */
export async function recordApplied(db: pg.Client, { name, checksum }: MigrationFile): Promise<void> {
  await db.query(
    `insert into schema_migrations as known (name, checksum) values ($1, $2)
     on conflict (name) do update
        set checksum = excluded.checksum, replaced = known.replaced || known.checksum, applied_at = now()`,
    [name, checksum],
  )
}

/** Whether the database was made by a release that kept no checksums and was not brought up since. */
export function isBeforeChecksums(applied: readonly AppliedMigration[]): boolean {
  const names = new Set(applied.map((row) => row.name))
  return names.has(firstFileBeforeChecksums) && applied.every((row) => row.checksum === null)
}

/**
 * 0043 puts the functions of 0042 to use, 0044 replaces them and drops one that they called. A statement that has begun
 * with one of the old texts would miss it: where both files are missing, the functions are replaced before any
 * statement calls them.
 */
const outOfTurn = { file: '0044_rules_without_settings.sql', before: '0043_rules_of_rows_in_place.sql' }

function inOrderOfUse(numbered: MigrationFile[]): MigrationFile[] {
  const from = numbered.findIndex(({ name }) => name === outOfTurn.file)
  const to = numbered.findIndex(({ name }) => name === outOfTurn.before)
  if (from === -1 || to === -1) return numbered
  return numbered.toSpliced(from, 1).toSpliced(to, 0, ...numbered.slice(from, from + 1))
}

/** Compares files and database; throws if an applied numbered file has changed or is missing. */
export function planMigrations(files: Migrations, applied: readonly AppliedMigration[]): MigrationPlan {
  const rows = new Map(applied.filter((row) => row.checksum !== null).map((row) => [row.name, row]))
  for (const { name, checksum } of files.numbered) {
    const row = rows.get(name)
    if (row !== undefined && row.checksum !== checksum)
      throw new Error(
        `migrations/${name} has changed since it was applied to this database. Applied files are frozen: ` +
          `restore its text (git log -p -- migrations/${name}) and put the change into a new file`,
      )
  }
  const known = new Set(files.numbered.map((file) => file.name))
  const last = files.numbered.at(-1)?.name.slice(0, 4) ?? ''
  const unknown = [...rows.keys()].filter((name) => /^\d{4}_/.test(name) && !known.has(name)).sort()
  const missing = unknown.find((name) => name.slice(0, 4) <= last)
  if (missing !== undefined)
    throw new Error(
      `migrations/${missing} was applied to this database and is missing from this release. ` +
        'Restore the file under its old name. If another file has its number now, give that one the next free number',
    )
  const superseded = files.repeatable.filter((file) => rows.get(file.name)?.replaced.includes(file.checksum))
  return {
    numbered: inOrderOfUse(files.numbered.filter((file) => !rows.has(file.name))),
    // A text that was applied before and then replaced is an older one: its release is older than the database.
    repeatable: files.repeatable.filter(
      (file) => rows.get(file.name)?.checksum !== file.checksum && !superseded.includes(file),
    ),
    fromLaterRelease: [...unknown, ...superseded.map((file) => file.name)],
  }
}
