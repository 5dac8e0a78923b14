import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount, unprivilegedAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { refusal } from './refusal.ts'

const INITDB_TIMEOUT_MS = 120_000
const UNFINISHED = 'postgres.new'

const run = promisify(execFile)

/** The user the server runs as: ours; if we are root, the owner of the cluster, and for a new one an ordinary user. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const us = process.getuid?.()
  const owner = await stat(cluster).catch(absent)
  if (us === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount()
  if (owner === undefined || owner.uid === us) return undefined
  throw refusal(`${cluster} belongs to user ${owner.uid}. Start the service as that user or as root.`)
}

export async function clusterExists(cluster: string): Promise<boolean> {
  const entries = (await readdir(cluster).catch(absent)) ?? []
  if (entries.length === 0 || entries.includes('PG_VERSION')) return entries.length > 0
  throw refusal(`${cluster} is not empty, and not a PostgreSQL cluster. Move it away; a new one will be made.`)
}

/** @throws when another major version made the cluster: PostgreSQL cannot read it. */
export async function checkVersion(cluster: string, { majorVersion }: Binaries): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version === majorVersion) return
  throw refusal(
    `${cluster} belongs to PostgreSQL ${version}, this release has ${majorVersion}. Dump it with version ${version} ` +
      'and restore it into a new data folder, or serve it with that version and set DATABASE_URL.',
  )
}

export async function readPassword(cluster: string): Promise<string> {
  const password = (await readFile(`${cluster}-password`, 'utf8').catch(absent))?.trim()
  if (password) return password
  throw refusal(`${cluster}-password is missing: the cluster beside it takes no other password. Bring it back.`)
}

/** Makes a cluster, under another name until it is whole: one that has its name is never half made. */
export async function createCluster(
  cluster: string,
  options: { account: Account | undefined; binaries: Binaries; durable: boolean; onLaunched: () => void },
): Promise<void> {
  const dataDir = dirname(cluster)
  const { account, durable } = options
  for (const name of await readdir(dataDir)) if (name.startsWith(UNFINISHED)) await remove(join(dataDir, name))
  await createPassword(cluster)
  // A name of its own: an initdb whose service was killed may still be writing under the one before.
  const unfinished = join(dataDir, `${UNFINISHED}-${randomUUID()}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    if (account) await chown(unfinished, account.uid, account.gid)
    await initdb(unfinished, 'C.UTF-8', await readPassword(cluster), options)
    await rename(unfinished, cluster)
  } catch (error) {
    await remove(unfinished)
    throw error
  }
  if (durable) await sync(dataDir)
}

/** What a copy of a data folder lacks that was made by root, or with modes too open for PostgreSQL. */
export async function repairOwnership(cluster: string, account: Account | undefined): Promise<void> {
  const { uid, mode } = await stat(cluster)
  if (account && uid !== account.uid) await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700)
}

/**
 * How a child names its working directory. Another user may not be able to reach the folder by its path (a data folder
 * under /root, or of mode 0700); this link of Linux needs no permission on the folders above.
 */
export function workingDirectory(directory: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

/**
 * On the disk before the cluster is, which cannot be used without it. One that is there may be of a cluster moved away.
 */
async function createPassword(cluster: string): Promise<void> {
  const file = `${cluster}-password`
  if (await stat(file).catch(absent)) return
  const password = randomBytes(32).toString('base64url')
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

async function initdb(
  directory: string,
  characterTypes: string,
  password: string,
  options: Parameters<typeof createCluster>[1],
): Promise<void> {
  const { account, binaries, durable, onLaunched } = options
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
    if (characterTypes !== 'C' && /invalid locale/.test(output)) return initdb(directory, 'C', password, options)
    throw refusal(`initdb failed in ${directory}:\n${output.slice(-2_000)}`)
  })
}

/** What an initdb still writes to may stay; the next start removes it. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
