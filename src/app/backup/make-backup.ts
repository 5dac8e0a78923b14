import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { StorageSettings } from '#src/config/config.ts'
import { createBlobStore, ownerLength } from '#src/platform/blobs/index.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { type ClusterCopy, copyCluster } from '#src/platform/embedded-postgres/index.ts'
import { BackupFault } from './fault.ts'
import { createRecorder, flushFolder, type Recorder } from './files.ts'
import { type Manifest, manifestFormat, manifestName } from './manifest.ts'
import { findTool, runTool } from './postgres-tools.ts'
import { sealKeysHere } from './seal-keys.ts'
import { describeStored, openStored, type StoredDatabase, type StoredDescription } from './source.ts'

export interface BackupOptions {
  /** The folder that backups are kept in. */
  to: string
  /** How many are kept, the new one counted; undefined deletes none. */
  keep: number | undefined
  /** Dumps the embedded database, too, so that another server can take it in. */
  dump: boolean
  settings: StorageSettings
  log: (line: string) => void
}

export interface MadeBackup {
  folder: string
  manifest: Manifest
  bytes: number
  /** Earlier backups that were deleted. */
  deleted: string[]
}

const finished = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const unfinishedName = '.unfinished-'
const dayMs = 86_400_000

/** Makes a backup beside the running service. Only a whole one gets its name. */
export async function makeBackup({ to, keep, dump, settings, log }: BackupOptions): Promise<MadeBackup> {
  const place = resolve(to)
  const dataDir = resolve(settings.DATA_DIR)
  if (`${place}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new BackupFault(`${place} is in DATA_DIR, with which it would be lost; take a folder elsewhere`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  await removeUnfinished(place)
  const begun = new Date()
  const name = begun
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const unfinished = join(place, `${unfinishedName}${name}-${process.pid}`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const recorder = createRecorder(unfinished)
    const database = await openStored(settings, log)
    try {
      const description = await withSnapshot(database.ownerUrl, 'commerce-backup', describeStored)
      // Before and after the database: a picture that is deleted meanwhile is in it, and one that is added, too.
      await copyPictures(settings, recorder)
      const kind = database.embedded === undefined || dump ? 'dump' : 'cluster'
      await copyDatabase(database, kind, { description, recorder, place, unfinished, settings })
      await copyPictures(settings, recorder)
      const { size, ...described } = description
      const manifest: Manifest = {
        ...manifestFormat,
        begun: begun.toISOString(),
        database: { kind, ...described },
        media: placeOfPictures(settings),
        sealKeys: await sealKeysHere(settings),
        ...recorder.content,
      }
      await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, {
        mode: 0o600,
        flush: true,
      })
      await flushFolder(unfinished)
      await rename(unfinished, join(place, name))
      await flushFolder(place)
      const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.size, 0)
      return { folder: join(place, name), manifest, bytes, deleted: await deleteOlder(place, keep) }
    } finally {
      await database.stop()
    }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw new BackupFault(`${join(place, name)} is there already`)
    throw error
  }
}

interface Copying {
  description: StoredDescription
  recorder: Recorder
  place: string
  unfinished: string
  settings: StorageSettings
}

async function copyDatabase(
  { ownerUrl, embedded }: StoredDatabase,
  kind: 'cluster' | 'dump',
  { description, recorder, place, unfinished, settings }: Copying,
): Promise<void> {
  if (kind === 'cluster' && embedded !== undefined) {
    const { bavail, bsize } = await statfs(place)
    refuseSmallDisk(place, description.size, bavail * bsize)
    await recorder.folder('database')
    const below: ClusterCopy = {
      folder: (path) => recorder.folder(`database/${path}`),
      file: (path, from) => recorder.file(`database/${path}`, from),
      text: (path, content) => recorder.text(`database/${path}`, content),
    }
    return copyCluster(embedded.dataDir, embedded.adminUrl, below)
  }
  const program = await findTool('pg_dump', settings.PG_BIN, description.server)
  const folder = join(unfinished, 'database')
  const words = ['--format=directory', '--no-owner', '--no-privileges', `--file=${folder}`]
  await runTool(program, ownerUrl, words)
  for (const name of await readdir(folder)) await recorder.note(`database/${name}`)
}

/** @throws BackupFault if a copy of the database does not fit */
export function refuseSmallDisk(place: string, needed: number, free: number): void {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
  if (free < needed)
    throw new BackupFault(`${place} has ${megabytes(free)} of room, and the database needs ${megabytes(needed)}`)
}

function placeOfPictures({ MEDIA_STORE }: StorageSettings): string {
  return MEDIA_STORE === undefined ? 'backup' : `s3://${MEDIA_STORE.bucket}/${MEDIA_STORE.prefix}`
}

/** The files of pictures that are kept on disk, unless they are copied; the bytes of a name never change. */
async function copyPictures(settings: StorageSettings, recorder: Recorder): Promise<void> {
  if (settings.MEDIA_STORE !== undefined) return
  const folder = resolve(settings.DATA_DIR, 'media')
  const store = createBlobStore(settings)
  const copy = async (name: string, from: string) => {
    if (recorder.content.files[name] === undefined) await recorder.file(name, from)
  }
  for await (const { name } of store.names()) {
    const path = `${name.slice(ownerLength - 2, ownerLength)}/${name}`
    await copy(`media/${path}`, join(folder, path))
  }
  await copy('media/store-id', join(folder, 'store-id'))
}

/** What a killed backup left. A day later none is still at work on it. */
async function removeUnfinished(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(unfinishedName)) continue
    const { mtimeMs } = await stat(join(place, name))
    if (Date.now() - mtimeMs > dayMs) await rm(join(place, name), { recursive: true, force: true })
  }
}

/** The finished backups of a folder, the oldest first. */
export async function listBackups(place: string): Promise<string[]> {
  return (await readdir(place)).filter((name) => finished.test(name)).sort()
}

async function deleteOlder(place: string, keep: number | undefined): Promise<string[]> {
  const older = keep === undefined ? [] : (await listBackups(place)).slice(0, -keep)
  for (const name of older) {
    // Renamed first: half of one is never taken for a whole one.
    const leaving = join(place, `${unfinishedName}${name}`)
    await rename(join(place, name), leaving)
    await rm(leaving, { recursive: true, force: true })
  }
  return older
}
