import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { lchown, link, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, asAccount, canReach, unprivilegedAccount, weAreRoot } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'

const INITDB_TIMEOUT_MS = 120_000
const UNFINISHED = 'postgres.new-'

/** Folders this process is filling just now; in a container our process id may be that of the one that died. */
const beingFilled = new Set<string>()

/**
 * The cluster's password, made at the first call. Two processes may be first at the same time: a whole file appears
 * under its name at once (`link`), and the one who finds it there uses it.
 */
export async function keepPassword(file: string, { mayCreate }: { mayCreate: boolean }): Promise<string> {
  const read = async () => (await readFile(file, 'utf8')).trim()
  const kept = await read().catch(absent)
  if (kept) return kept
  if (!mayCreate) throw new Error(`${file} is missing: the cluster beside it takes no other password. Bring it back.`)

  const unfinished = `${file}.${randomUUID()}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await handle.sync()
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(unfinished)
  }
  return read()
}

/** Who the server runs as: we, or, when we are root, the owner of the cluster, and for a new one a user without rights. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(absent)
  if (weAreRoot) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount()
  if (owner && owner.uid !== process.getuid?.()) {
    throw new Error(`${cluster} belongs to user ${owner.uid}. Start the service as that user or as root.`)
  }
  return undefined
}

export async function clusterExists(cluster: string): Promise<boolean> {
  const entries = await readdir(cluster).catch(absent)
  if (!entries?.length || entries.includes('PG_VERSION')) return entries?.includes('PG_VERSION') ?? false
  throw new Error(`${cluster} is not empty, and not a PostgreSQL cluster. Move it away; a new one will be made.`)
}

/** @throws when another major version made the cluster: PostgreSQL cannot read it. */
export async function checkVersion(cluster: string, { majorVersion }: Binaries): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version === String(majorVersion)) return
  throw new Error(
    `${cluster} was made by PostgreSQL ${version}, the embedded one is ${majorVersion}. Dump it with version ${version} ` +
      'and restore it into a new data folder, or serve it with that version and set DATABASE_URL.',
  )
}

/**
 * Makes a cluster, under another name until it is whole, so that a cluster that has its name never is half of one.
 *
 * @returns whether it is ours; false when another process was faster.
 */
export async function createCluster(
  cluster: string,
  options: {
    password: string
    account: Account | undefined
    binaries: Binaries
    durable: boolean
    onLaunched: () => void
  },
): Promise<boolean> {
  await removeUnfinished(dirname(cluster))
  const unfinished = join(dirname(cluster), `${UNFINISHED}${process.pid}-${randomUUID()}`)
  beingFilled.add(unfinished)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    if (options.account) await giveTo(unfinished, options.account)
    await initdb(unfinished, options)
    await rename(unfinished, cluster)
    if (options.durable) await syncDirectory(dirname(cluster))
    return true
  } catch (error) {
    if (await clusterExists(cluster)) return false
    throw error
  } finally {
    await tidyAway(unfinished)
    beingFilled.delete(unfinished)
  }
}

/** What processes left that were killed in the midst of it. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(UNFINISHED) ? Number.parseInt(name.slice(UNFINISHED.length), 10) : Number.NaN
    const path = join(folder, name)
    if (Number.isNaN(pid) || beingFilled.has(path)) continue
    const age = Date.now() - ((await lstat(path).catch(absent))?.mtimeMs ?? 0)
    const filled = pid !== process.pid && age < INITDB_TIMEOUT_MS && isAlive(pid)
    if (!filled) await tidyAway(path)
  }
}

/** An initdb whose service was killed may still write there until it misses a folder. What stays is for the next start. */
async function tidyAway(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}

async function initdb(directory: string, options: Parameters<typeof createCluster>[1]): Promise<void> {
  try {
    await runInitdb(directory, 'C.UTF-8', options)
  } catch (error) {
    // The character classes of full text search; a minimal image may not have this locale.
    if (!/invalid locale/.test((error as Error).message)) throw error
    await runInitdb(directory, 'C', options)
  }
}

async function runInitdb(
  directory: string,
  characterTypes: string,
  { password, account, binaries, durable, onLaunched }: Parameters<typeof createCluster>[1],
): Promise<void> {
  const passwordInput = await openForChild(join(dirname(directory), `${UNFINISHED}password`), `${password}\n`, account)
  try {
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${pathForChild(directory, account)}`,
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
      ],
      { ...asAccount(account), cwd: directory, stdio: [passwordInput.fd, 'pipe', 'pipe'], timeout: INITDB_TIMEOUT_MS },
    )
    onLaunched()
    const { code, output } = await outcome(child)
    if (code !== 0) throw new Error(`initdb failed (${code}) in ${directory}:\n${output.slice(-2_000)}`)
  } finally {
    await passwordInput.close()
  }
}

/**
 * A file without a name that the child owns: it can open it again as /dev/stdin (a pipe from Node is a socket, which
 * it could not) wherever our folders lie, and nothing stays behind.
 */
async function openForChild(path: string, content: string, account: Account | undefined) {
  const name = `${path}-${randomUUID()}`
  const handle = await open(name, 'wx+', 0o600)
  await rm(name)
  if (account) await handle.chown(account.uid, account.gid)
  await handle.write(content, 0)
  return handle
}

/**
 * How the child names a folder that is its working directory. When parents are closed to it (a data folder under
 * /root, mode 0700) the name of the folder is of no use to it; this link of Linux needs no search permission above.
 */
export function pathForChild(directory: string, account: Account | undefined): string {
  if (canReach(directory, account)) return directory
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `User ${account?.uid}, as whom PostgreSQL must run, cannot reach ${directory}. Choose another DATA_DIR.`,
  )
}

/** A copy of a data folder made by root belongs to root, and its modes may be too open for PostgreSQL. */
export async function repairOwnership(cluster: string, account: Account | undefined): Promise<void> {
  const { uid, mode } = await stat(cluster)
  if (account && uid !== account.uid) await giveTo(cluster, account)
  if ((mode & 0o027) === 0) return
  const directory = await open(cluster)
  await directory.chmod(0o700)
  await directory.close()
}

async function giveTo(path: string, account: Account): Promise<void> {
  for (const entry of await readdir(path, { recursive: true }))
    await lchown(join(path, entry), account.uid, account.gid)
  await lchown(path, account.uid, account.gid) // the last: if we are stopped midway, the next start does it again
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

async function outcome(child: ChildProcess): Promise<{ code: number | string | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }))
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
