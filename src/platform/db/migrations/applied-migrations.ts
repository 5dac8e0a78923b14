import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isBefore, release } from '#src/platform/lib/release.ts'
import type { MigrationFile, Migrations } from './migration-files.ts'

/** A row of schema_migrations. */
export interface AppliedMigration {
  name: string
  /** Of the text that was applied; null in rows from before checksums were kept. */
  checksum: string | null
  /** Checksums of the texts of a repeatable file that later ones replaced. */
  replaced: string[]
  /** The oldest release that can work on the database with this file. */
  oldestRelease: string | null
}

/** Migrations that a database lacks, and those that it has from a later release. */
export interface MigrationPlan {
  /** In the order in which they are applied. */
  numbered: MigrationFile[]
  repeatable: MigrationFile[]
  /** Names of files that a later release has applied; this one leaves them alone. */
  fromLaterRelease: string[]
}

/** This release cannot work on the database. The message is one line for the operator. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/** The first numbered files that releases before 0.2.0 applied. */
const firstFilesBeforeBaseline = new Set(['0001_identity.sql', '0001_merchants.sql'])
/** SHA-256 of the lines `<checksum>  <name>` of the numbered files that release 0.1.0 (93fbfa2) has, in order. */
const filesOfRelease010 = '2c52cdd7710b0ef8bf8d620772993b772d1cbad0ba93fc46a1186923db4975ca'

/** Other texts of files that some databases have, by checksum; a later file makes the databases the same (0106). */
const otherTexts = new Map([
  ['0087_order_drafts.sql', '421a9141c16473287270435dd331b02ce28381440747773a0555141ccd6db7ed'],
])

/** As JSON: earlier releases made the table without some of its columns. */
export async function selectApplied(db: pg.Client | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await db.query('select to_jsonb(applied) as row from schema_migrations applied')
  return rows.map(({ row }) => ({
    name: row.name,
    checksum: row.checksum ?? null,
    replaced: row.replaced ?? [],
    oldestRelease: row.oldest_release ?? null,
  }))
}

/** Records that a file was applied; the checksum of its earlier text joins the replaced ones. */
export async function recordApplied(db: pg.Client, { name, checksum, oldestRelease }: MigrationFile): Promise<void> {
  await db.query(
    `insert into schema_migrations as known (name, checksum, oldest_release) values ($1, $2, $3)
     on conflict (name) do update
        set checksum = excluded.checksum, replaced = known.replaced || known.checksum, applied_at = now()`,
    [name, checksum, oldestRelease ?? null],
  )
}

/**
 * Whether release 0.1.0 made the database: it has the tables of the baseline.
 * @throws MigrationRefused if an earlier release made it
 */
export function isOfRelease010(applied: readonly AppliedMigration[]): boolean {
  if (!applied.some(({ name }) => firstFilesBeforeBaseline.has(name))) return false
  const lines = applied
    .filter(({ name, checksum }) => /^\d{4}_/.test(name) && checksum !== null)
    .map(({ name, checksum }) => `${checksum}  ${name}\n`)
    .sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1))
  if (createHash('sha256').update(lines.join('')).digest('hex') === filesOfRelease010) return true
  throw new MigrationRefused(
    'the database was made by a release before 0.1.0; start release 93fbfa2 (version 0.1.0) on it once, then this one',
  )
}

/** @throws MigrationRefused if a later release has recorded that this one cannot work on the database any more */
function refuseOlderRelease(applied: readonly AppliedMigration[], own = release): void {
  const oldest = applied.reduce(
    (most, { oldestRelease }) => (oldestRelease !== null && isBefore(most, oldestRelease) ? oldestRelease : most),
    own,
  )
  if (oldest === own) return
  throw new MigrationRefused(`this database needs release ${oldest} or later; this is ${own}`)
}

/**
 * Compares files and database.
 * @throws MigrationRefused if an applied numbered file has changed or is missing, or this release is too old
 */
export function planMigrations(files: Migrations, applied: readonly AppliedMigration[]): MigrationPlan {
  refuseOlderRelease(applied)
  const rows = new Map(applied.map((row) => [row.name, row]))
  for (const { name, checksum } of files.numbered) {
    const row = rows.get(name)
    if (row !== undefined && row.checksum !== checksum && row.checksum !== otherTexts.get(name))
      throw new MigrationRefused(
        `migrations/${name} has changed since it was applied to this database. Applied files are frozen: ` +
          `restore its text (git log -p -- migrations/${name}) and put the change into a new file`,
      )
  }
  const names = new Set(files.numbered.map((file) => file.name))
  const last = files.numbered.at(-1)?.name.slice(0, 4) ?? ''
  const unknown = [...rows.keys()].filter((name) => /^\d{4}_/.test(name) && !names.has(name)).sort()
  const missing = unknown.find((name) => name.slice(0, 4) <= last)
  if (missing !== undefined)
    throw new MigrationRefused(
      `migrations/${missing} was applied to this database and is missing from this release. ` +
        'Restore the file under its old name. If another file has its number now, give that one the next free number',
    )
  const superseded = files.repeatable.filter((file) => rows.get(file.name)?.replaced.includes(file.checksum))
  return {
    numbered: files.numbered.filter((file) => !rows.has(file.name)),
    // This release has an older text, which a later release has replaced: it is older than the database.
    repeatable: files.repeatable.filter(
      (file) => rows.get(file.name)?.checksum !== file.checksum && !superseded.includes(file),
    ),
    fromLaterRelease: [...unknown, ...superseded.map((file) => file.name)],
  }
}
