import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount, refusal, unprivilegedAccount } from './account.ts'
import type { Binaries } from './binaries.ts'

const INITDB_TIMEOUT_MS = 120_000
const UNFINISHED = 'postgres.new'

/** What fits into `sun_path` with its final zero: 108 on Linux, 104 elsewhere. */
const MAX_SOCKET_PATH_BYTES = 103

const run = promisify(execFile)

interface Making {
  account: Account | undefined
  binaries: Binaries
  durable: boolean
  onLaunched: () => void
}

/** The user the server runs as: ours; if we are root, the owner of the cluster, and for a new one an ordinary user. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const us = process.getuid?.()
  const owner = await stat(cluster).catch(absent)
  if (us === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount()
  if (owner === undefined || owner.uid === us) return undefined
  throw refusal(`${cluster} belongs to user ${owner.uid}. Start the service as that user or as root.`)
}

/** Makes the cluster if there is none. @throws if this PostgreSQL cannot read the existing one */
export async function ensureCluster(cluster: string, making: Making): Promise<void> {
  const { account, binaries } = making
  const entries = (await readdir(cluster).catch(absent)) ?? []
  if (entries.length === 0) await createCluster(cluster, making)
  else if (!entries.includes('PG_VERSION'))
    throw refusal(`${cluster} is not empty, and not a PostgreSQL cluster. Move it away; a new one will be made.`)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== binaries.majorVersion)
    throw refusal(
      `${cluster} belongs to PostgreSQL ${version}, this release has ${binaries.majorVersion}. Dump it with version ` +
        `${version} and restore it into a new data folder, or serve it with that version and set DATABASE_URL.`,
    )
  // A copy may have been made by root, or with modes too open for PostgreSQL.
  const { uid, mode } = await stat(cluster)
  if (account && uid !== account.uid) await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700)
}

export async function readPassword(cluster: string): Promise<string> {
  const password = (await readFile(`${cluster}-password`, 'utf8').catch(absent))?.trim()
  if (password) return password
  throw refusal(`${cluster}-password is missing: the cluster beside it takes no other password. Bring it back.`)
}

/**
 * How a child names its working directory. Another user may not be able to reach the folder by its path (a data folder
 * under /root, or of mode 0700); this link of Linux needs no permission on the folders above.
 */
export function workingDirectory(directory: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

/** The folder clients find the server's socket in: the cluster, or, if its path is too long, a short link to it. */
export async function makeSocketFolder(cluster: string): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH_BYTES) return cluster
  const path = `/tmp/commerce-postgres-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  await symlink(cluster, path).catch(() => {}) // it may be there
  // Everybody may write to /tmp: another user could change a link that is not ours.
  const isOurs = (await lstat(path)).uid === process.getuid?.() && (await readlink(path)) === cluster
  if (!isOurs) throw refusal(`${path} must be our link to ${cluster}. Delete it, or set DATA_DIR to a shorter path.`)
  return path
}

/** Made under a temporary name, so that a cluster with the final name is complete. */
async function createCluster(cluster: string, making: Making): Promise<void> {
  const dataDir = dirname(cluster)
  const { account } = making
  for (const name of await readdir(dataDir)) if (name.startsWith(UNFINISHED)) await remove(join(dataDir, name))
  // An existing one may belong to a cluster that was moved away.
  const password = await readPassword(cluster).catch(() => randomBytes(32).toString('base64url'))
  await writeFile(`${cluster}-password`, `${password}\n`, { mode: 0o600, flush: true })
  // A new name each time: an initdb whose service was killed may still be writing to the previous one.
  const unfinished = join(dataDir, `${UNFINISHED}-${randomUUID()}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    if (account) await chown(unfinished, account.uid, account.gid)
    await initdb(unfinished, 'C.UTF-8', password, making)
    await rename(unfinished, cluster)
  } catch (error) {
    await remove(unfinished)
    throw error
  }
}

async function initdb(directory: string, characterTypes: string, password: string, making: Making): Promise<void> {
  const { account, binaries, durable, onLaunched } = making
  const words = [
    `--pgdata=${workingDirectory(directory, account)}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--pwfile=/dev/stdin',
    // 4,096 rounds make guessing a weak password slow. This one has 256 bits, and connecting should be fast.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${characterTypes}`,
    // PostgreSQL's own: the same order on every machine, and indexes that survive an update of libc.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
  ]
  const { env, ...user } = asAccount(account)
  // A pipe of the shell can be opened as /dev/stdin; one of Node.js is a socket, which cannot.
  const script = 'printf "%s\\n" "$INITDB_PASSWORD" | "$0" "$@"'
  const running = run('/bin/sh', ['-c', script, binaries.initdb, ...words], {
    ...user,
    env: { ...env, INITDB_PASSWORD: password },
    cwd: directory,
    timeout: INITDB_TIMEOUT_MS,
  })
  onLaunched()
  await running.catch(({ stdout = '', stderr, message }) => {
    const output = `${stdout}${stderr || message}`
    // The character classes of full text search; a minimal image may not have this locale.
    if (characterTypes !== 'C' && /invalid locale/.test(output)) return initdb(directory, 'C', password, making)
    const [, reason] = /(?:FATAL|PANIC|error): +(.*)/.exec(output) ?? []
    throw refusal(
      `PostgreSQL could not make a cluster in ${dirname(directory)}: ${reason ?? output.trim().slice(-500)}`,
    )
  })
}

/** A folder that an initdb still writes to may stay; the next start removes it. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
