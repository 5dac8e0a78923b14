import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { StorageSettings } from '#src/config/config.ts'
import { readMigrations } from '#src/platform/db/migrations/migration-files.ts'
import { describeFault } from '#src/platform/db/pool/wait-for-database.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { addressOfRunning, clusterVersion } from '#src/platform/embedded-postgres/index.ts'
import { release } from '#src/platform/lib/release.ts'

interface DescribedDatabase {
  /** Version of the server, such as 18.4. */
  postgres: string
  /** The newest numbered migration; null in a database without tables of the service. */
  migration: string | null
  /** How many files this release would apply. */
  pending: number
}

export interface DescribedVersion {
  version: string
  /** Null if neither the file of a release nor git knows it. */
  commit: string | null
  node: string
  /** The newest numbered migration of this release. */
  migration: string
  database: DescribedDatabase | null
  /** Why the database is not known. */
  fault: string | null
  /** Versions of the packages beside the service. */
  packages: Record<string, string>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What runs here. Starts no database and changes nothing. */
export async function describeVersion(settings: StorageSettings): Promise<DescribedVersion> {
  const [found, { numbered }] = await Promise.all([findDatabase(settings), readMigrations()])
  return {
    version: release,
    commit: await findCommit(root),
    node: process.version.slice(1),
    migration: numbered.at(-1)?.name ?? '',
    ...found,
    packages: await findPackages(),
  }
}

async function findDatabase(settings: StorageSettings): Promise<Pick<DescribedVersion, 'database' | 'fault'>> {
  const dataDir = resolve(settings.DATA_DIR)
  try {
    const url = settings.DATABASE_URL ?? (await addressOfRunning(dataDir))
    if (url !== undefined) return { database: await withSnapshot(url, 'commerce-version', describe), fault: null }
    const version = await clusterVersion(dataDir)
    const fault =
      version === undefined
        ? `no database: DATABASE_URL is not set, and ${dataDir} has none`
        : `the embedded PostgreSQL ${version} in ${dataDir} is not running`
    return { database: null, fault }
  } catch (error) {
    return { database: null, fault: `the database does not answer: ${describeFault(error)}` }
  }
}

async function describe(snapshot: Parameters<Parameters<typeof withSnapshot>[2]>[0]): Promise<DescribedDatabase> {
  const [server] = await snapshot.query<{ postgres: string; found: boolean }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres,
            to_regclass('schema_migrations') is not null as found`,
  )
  const { postgres = '', found = false } = server ?? {}
  if (!found) return { postgres, migration: null, pending: (await readMigrations()).numbered.length }
  const [newest] = await snapshot.query<{ name: string | null }>(
    `select max(name) as name from schema_migrations where name ~ '^\\d{4}_'`,
  )
  return { postgres, migration: newest?.name ?? null, pending: (await snapshot.missingMigrations()).length }
}

/** A release has the file `commit`; a checkout has git. */
async function findCommit(folder: string): Promise<string | null> {
  const written = await readFile(join(folder, 'commit'), 'utf8').catch(() => '')
  if (/^[0-9a-f]{40}\s*$/.test(written)) return written.trim()
  if (!existsSync(join(folder, '.git'))) return null
  const commit = promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder }).catch(() => ({ stdout: '' }))
  return (await commit).stdout.trim() || null
}

async function findPackages(): Promise<Record<string, string>> {
  const folders = (await readdir(join(root, 'packages')).catch(() => [])).sort()
  const read = async (folder: string): Promise<[string, string][]> => {
    const text = await readFile(join(root, 'packages', folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text === undefined) return []
    const { name, version } = JSON.parse(text)
    return [[String(name), String(version)]]
  }
  return Object.fromEntries((await Promise.all(folders.map(read))).flat())
}
