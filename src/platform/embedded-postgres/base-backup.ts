import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refusal } from './account.ts'

/** Takes the parts of a copy of a cluster, each by its path within it. */
export interface ClusterCopy {
  folder(path: string): Promise<void>
  /** Copies a file. A file that has vanished meanwhile is left out: the log of writes tells that it was deleted. */
  file(path: string, from: string): Promise<void>
  text(path: string, content: Buffer | string): Promise<void>
}

/** What the server makes anew at its start. The folders stay, empty. */
const emptied = new Set(
  ['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map((name) => `pg_${name}`),
)
const leftOut = /(^|\/)(postmaster\.(pid|opts)|backup_label(\.old)?|\.s\.PGSQL\.\S+|pg_internal\.init\S*|pgsql_tmp\S*)$/
const controlFile = 'global/pg_control'

/**
 * Copies the cluster of a server while it serves, by the low-level interface of PostgreSQL ("Making a Base Backup Using
 * the Low Level API" of its manual), and the log of writes that makes the copy whole. The copy has every transaction
 * that was committed before the call.
 */
export async function copyCluster(dataDir: string, adminUrl: string, copy: ClusterCopy): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  // Begin and end must come from one session, which ends the backup if it is lost.
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'commerce-backup' })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    // A slot of this session keeps what is logged from now on, until the session ends.
    await client.query(`select pg_create_physical_replication_slot('commerce_backup_' || pg_backend_pid(), true, true)`)
    await client.query(`select pg_backup_start('commerce-admin backup', fast => true)`)
    await copyFiles(cluster, copy)
    await copy.text(controlFile, await readControlFile(join(cluster, controlFile)))
    // The segment in which the backup ends is full and on disk when this returns.
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
    )
    const { labelfile = '', last = '' } = rows[0] ?? {}
    await copyLog(cluster, /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1] ?? '', last, copy)
    await copy.text('backup_label', labelfile)
  } finally {
    await client.end().catch(() => {})
  }
}

async function copyFiles(cluster: string, copy: ClusterCopy, below = ''): Promise<void> {
  const entries = await readdir(join(cluster, below), { withFileTypes: true }).catch(absent)
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (path === controlFile || leftOut.test(path)) continue
    if (entry.isSymbolicLink()) throw refusal(`${join(cluster, path)} is a link: a tablespace is not backed up.`)
    if (entry.isDirectory()) {
      await copy.folder(path)
      if (!emptied.has(path)) await copyFiles(cluster, copy, path)
    } else if (entry.isFile()) await copy.file(path, join(cluster, path))
  }
}

/** Read until two reads agree: the server may be writing it. */
async function readControlFile(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ; await sleep(5)) {
    const now = await readFile(file)
    if (now.equals(before)) return now
    before = now
  }
}

/** The segments between two, and the histories of timelines. Their names are in the order of their writing. */
async function copyLog(cluster: string, first: string, last: string, copy: ClusterCopy): Promise<void> {
  const names = (await readdir(join(cluster, 'pg_wal'))).sort()
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  if (segments[0] !== first || segments.at(-1) !== last)
    throw refusal(`the log of writes from ${first} to ${last} is not in ${join(cluster, 'pg_wal')}.`)
  for (const name of [...segments, ...names.filter((each) => each.endsWith('.history'))])
    await copy.file(`pg_wal/${name}`, join(cluster, 'pg_wal', name))
}

/** The version of PostgreSQL that a folder belongs to; undefined if there is no cluster. */
export async function clusterVersion(dataDir: string): Promise<string | undefined> {
  const version = await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8').catch(absent)
  return version?.trim()
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
