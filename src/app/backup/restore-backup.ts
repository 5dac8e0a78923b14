import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { StorageSettings } from '#src/config/config.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { analyzeDatabase } from '#src/platform/db/statistics.ts'
import {
  clusterVersion,
  restoreCluster as putCluster,
  startEmbeddedPostgres,
} from '#src/platform/embedded-postgres/index.ts'
import { BackupFault } from './fault.ts'
import { copyWithDigest } from './files.ts'
import { listBackups } from './make-backup.ts'
import { findDamages, type Manifest, manifestName, readManifest } from './manifest.ts'
import { findTool, runTool } from './postgres-tools.ts'
import { missingKeys, sealKeysHere } from './seal-keys.ts'
import { ownerUrlOf } from './source.ts'

export interface RestoreOptions {
  /** A backup, or a folder that backups are kept in, of which the newest is taken. */
  from: string
  /** Moves a database of the data folder aside. */
  replace: boolean
  settings: StorageSettings
  log: (line: string) => void
  /** Recounts the restored database; called while it can be reached. */
  check: (ownerUrl: string) => Promise<boolean>
}

export interface Restored {
  folder: string
  manifest: Manifest
  /** Where the database before was moved. */
  movedTo: string | undefined
  migrations: string[]
  /** Files of pictures that were put beside those that were there. */
  pictures: number
  /** Ids of keys that the backup needs, and that are not here. */
  missingKeys: string[]
  agrees: boolean
}

/** Nothing is changed before all files of the backup were found whole. */
export async function restoreBackup({ from, replace, settings, log, check }: RestoreOptions): Promise<Restored> {
  const folder = await findBackup(resolve(from))
  const manifest = await readManifest(folder)
  const damages = await findDamages(folder, manifest)
  if (damages.length > 0) throw new BackupFault(describeDamages(folder, damages))
  const dataDir = resolve(settings.DATA_DIR)
  const ownerUrl = ownerUrlOf(settings)
  const { movedTo, url, stop } =
    manifest.database.kind === 'cluster'
      ? await restoreCluster({ folder, manifest, dataDir, ownerUrl, replace, log })
      : await restoreDump({ folder, manifest, dataDir, ownerUrl, settings, log })
  try {
    const migrations = await migrate(url, { log })
    const pictures = settings.MEDIA_STORE === undefined ? await restorePictures(folder, manifest, dataDir) : 0
    const lacking = missingKeys(manifest.sealKeys, await sealKeysHere(settings))
    return { folder, manifest, movedTo, migrations, pictures, missingKeys: lacking, agrees: await check(url) }
  } finally {
    await stop()
  }
}

async function findBackup(place: string): Promise<string> {
  const found = await stat(place).catch(() => undefined)
  if (!found?.isDirectory()) throw new BackupFault(`there is no folder ${place}`)
  if ((await readdir(place)).includes(manifestName)) return place
  const newest = (await listBackups(place)).at(-1)
  return newest === undefined ? place : join(place, newest)
}

function describeDamages(folder: string, damages: readonly string[]): string {
  const more = damages.length > 5 ? [`and ${damages.length - 5} more`] : []
  const lines = [...damages.slice(0, 5), ...more].map((line) => `\n  ${line}`)
  return `the backup ${folder} is damaged; nothing was restored. Take another one.${lines.join('')}`
}

interface Restoring {
  folder: string
  manifest: Manifest
  dataDir: string
  ownerUrl: string | undefined
  log: (line: string) => void
}

interface Target {
  url: string
  movedTo: string | undefined
  stop: () => Promise<void>
}

async function restoreCluster(restoring: Restoring & { replace: boolean }): Promise<Target> {
  const { folder, manifest, dataDir, ownerUrl, replace, log } = restoring
  if (ownerUrl !== undefined)
    throw new BackupFault(
      'the backup is of an embedded database, and DATABASE_URL is set. Restore it without that into DATA_DIR, ' +
        'take a backup with --dump there, and restore that one',
    )
  const movedTo = await putCluster({
    dataDir,
    log,
    majorVersion: String(Number.parseInt(manifest.database.server, 10)),
    moveAway: replace ? `before-${stamp()}` : undefined,
    copy: (cluster) => copyBelow(folder, manifest, 'database/', cluster),
  })
  if (movedTo !== undefined) log(`the database before was moved to ${movedTo}`)
  const server = await startEmbeddedPostgres({ dataDir, log })
  return { url: server.url, movedTo, stop: server.stop }
}

const stamp = () =>
  new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** Into an empty database only: nothing can be moved aside there. */
async function restoreDump(restoring: Restoring & { settings: StorageSettings }): Promise<Target> {
  const { folder, manifest, dataDir, ownerUrl, settings, log } = restoring
  const program = await findTool('pg_restore', settings.PG_BIN, manifest.database.server)
  const isNew = ownerUrl === undefined && (await clusterVersion(dataDir)) === undefined
  const server = ownerUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  const target = { url: ownerUrl ?? server?.url ?? '', movedTo: undefined, stop: async () => server?.stop() }
  try {
    if (!isNew) await refuseTables(target.url)
    const words = ['--exit-on-error', '--no-owner', '--no-privileges', join(folder, 'database')]
    await runTool(program, target.url, words)
    await analyzeDatabase(target.url)
    return target
  } catch (error) {
    await target.stop()
    throw error
  }
}

async function refuseTables(url: string): Promise<void> {
  const tables = await withSnapshot(url, 'commerce-restore', (snapshot) =>
    snapshot.query<{ name: string }>(
      `select current_database() as name from pg_class join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p') and nspname !~ '^pg_|^information_schema$' limit 1`,
    ),
  )
  if (tables[0] !== undefined)
    throw new BackupFault(
      `the database ${tables[0].name} is not empty, and a dump is restored into an empty one. ` +
        'Create one, and set DATABASE_URL to it (without DATABASE_URL: set DATA_DIR to an empty folder)',
    )
}

async function copyBelow(folder: string, manifest: Manifest, part: string, to: string): Promise<void> {
  const within = (name: string) => name.startsWith(part)
  const place = (name: string) => join(to, name.slice(part.length))
  for (const name of manifest.folders.filter(within)) await mkdir(place(name), { recursive: true, mode: 0o700 })
  for (const name of Object.keys(manifest.files).filter(within)) await copyWithDigest(join(folder, name), place(name))
}

/** Beside those that are there: the bytes of a name never change. */
async function restorePictures(folder: string, { files }: Manifest, dataDir: string): Promise<number> {
  let copied = 0
  for (const name of Object.keys(files).filter((one) => one.startsWith('media/'))) {
    const place = join(dataDir, name)
    if ((await stat(place).catch(() => undefined)) !== undefined) continue
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await copyWithDigest(join(folder, name), place)
    if (name !== 'media/store-id') copied++
  }
  return copied
}
