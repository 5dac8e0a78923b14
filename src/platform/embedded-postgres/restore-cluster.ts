import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asAccount, refusal } from './account.ts'
import { findBinaries } from './binaries.ts'
import { chooseAccount, readPassword, workingDirectory } from './cluster.ts'
import { describeOwner, lockFolder } from './folder-lock.ts'
import { endServerOf } from './server.ts'

export interface ClusterRestore {
  dataDir: string
  /** The version of PostgreSQL that the copy belongs to. */
  majorVersion: string
  /** The end of the name that a cluster which is there is moved away to; undefined refuses one. */
  moveAway: string | undefined
  log: (line: string) => void
  /** Writes the copied files into an empty folder. */
  copy: (folder: string) => Promise<void>
}

/**
 * Puts a copy made by `copyCluster` in the place of the cluster, replays its log of writes, and gives it the password
 * of the data folder, or a new one. A cluster with the final name is complete. Returns where the one before was moved.
 *
 * @throws with `code` EMBEDDED_POSTGRES if the folder is in use or the operator must decide something.
 */
export async function restoreCluster(options: ClusterRestore): Promise<string | undefined> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = lockFolder(dataDir)
  if (lock === undefined) throw refusal(`${dataDir} is in use by ${describeOwner(dataDir)}. Stop it first.`)
  try {
    return await replaceCluster(dataDir, options)
  } finally {
    lock.close()
  }
}

async function replaceCluster(dataDir: string, { majorVersion, moveAway, log, copy }: ClusterRestore) {
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(cluster)
  const binaries = await findBinaries(account)
  if (majorVersion !== binaries.majorVersion)
    throw refusal(
      `the copy is of PostgreSQL ${majorVersion}, this release has ${binaries.majorVersion}. Restore it with the ` +
        'release that made it, and take a backup with --dump there, which this release can read.',
    )
  const isThere = ((await readdir(cluster).catch(absent)) ?? []).length > 0
  if (isThere && moveAway === undefined)
    throw refusal(`${cluster} holds a database. With --replace it is moved aside, and nothing of it is deleted.`)
  const unfinished = join(dataDir, `postgres.new-${randomUUID()}`)
  const password = await readPassword(cluster).catch(() => randomBytes(32).toString('base64url'))
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await copy(unfinished)
    if (account) await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, unfinished])
    await chmod(unfinished, 0o700)
    await recover(unfinished, `alter role postgres password '${password}'`)
    const aside = isThere ? `${cluster}.${moveAway}` : undefined
    if (aside !== undefined) {
      await endServerOf(cluster, log) // a service that was killed may have left one
      await rename(cluster, aside)
    }
    await writeFile(`${cluster}-password`, `${password}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, cluster)
    return aside
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    throw error
  }

  /** A server of a single user replays the log, runs the statement, and ends with a checkpoint. */
  async function recover(folder: string, statement: string): Promise<void> {
    const place = workingDirectory(folder, account)
    const child = spawn(binaries.postgres, ['--single', '-D', place, '-c', 'log_min_messages=warning', 'postgres'], {
      ...asAccount(account),
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
    })
    child.stdin.on('error', () => {}) // it ended before it read
    child.stdin.end(`${statement}\n`)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    })
    const [, reason] = /(?:ERROR|FATAL|PANIC): +(.*)/.exec(output) ?? []
    if (code !== 0 || reason !== undefined)
      throw refusal(`PostgreSQL cannot use the copy: ${reason ?? `it ended with ${code}; ${output.trim()}`}`)
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
