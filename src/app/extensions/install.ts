import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#src/config/config.ts'
import { lockMigrations } from '#src/platform/db/migrations/migrate.ts'
import type { LoadedExtension } from './load.ts'
import { roleOf } from './names.ts'
import {
  createRole,
  createSchema,
  giveToRole,
  grantRole,
  grantService,
  type Platform,
  runFile,
  type SchemaClient,
  type SqlFile,
  selectChecksum,
  selectHolds,
  selectPlatform,
  withClient,
} from './schema-queries.ts'

interface InstallOptions {
  /** The role that the service connects as, if it is not the owner of the schema. */
  serviceRole?: string
  /** EXTENSIONS_TRUSTED: without a role of their own, too. */
  trusted: boolean
  log: (line: string) => void
}

/**
 * Gives each extension its schema, its role and the files that it has not had yet, under the lock of migrations, after
 * the platform's own.
 * @throws ConfigError that names the extension and its file
 */
export function installExtensions(
  ownerUrl: string,
  extensions: readonly LoadedExtension[],
  { serviceRole, ...options }: InstallOptions,
): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    await lockMigrations(client)
    const platform = await selectPlatform(client, serviceRole)
    await client.query(await readFile(new URL('./views.sql', import.meta.url), 'utf8'))
    for (const extension of extensions) await installOne(client, platform, extension, options)
  })
}

async function installOne(
  client: SchemaClient,
  platform: Platform,
  extension: LoadedExtension,
  { trusted, log }: Pick<InstallOptions, 'trusted' | 'log'>,
): Promise<void> {
  const { name } = extension.value
  const hasRole = await createRole(client, name)
  if (!hasRole && !trusted)
    refuse(
      name,
      `it needs the role ${roleOf(name)}, which the role of the database may not make; expected that role, or ` +
        'EXTENSIONS_TRUSTED=yes to run its statements with all rights of the service',
    )
  await createSchema(client, name, platform)
  if (hasRole) await grantRole(client, name, platform)
  for (const file of await readFiles(extension))
    if (await applyFile(client, { name, file, schema: platform.schema, hasRole }))
      log(`extension ${name}: ${file.name}`)
  await (hasRole ? giveToRole(client, name) : grantService(client, name, platform))
}

async function readFiles({ value, sql: folder }: LoadedExtension): Promise<SqlFile[]> {
  if (folder === undefined) return []
  const names = (await readdir(folder).catch(() => refuse(value.name, `${folder} is no folder`))).sort()
  const files = names.filter((name) => name.endsWith('.sql'))
  for (const [index, name] of files.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!name.startsWith(`${number}_`)) refuse(value.name, `${name}; expected a file with the number ${number}`)
  }
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** False: it was run before. */
async function applyFile(client: SchemaClient, run: Parameters<typeof runFile>[1]): Promise<boolean> {
  const { name, file } = run
  const before = await selectChecksum(client, name, file.name)
  if (before === file.checksum) return false
  if (before !== undefined) refuse(name, `${file.name} was changed after it was run; expected a new file`)
  try {
    // A product, an order or a person that an extension refers to must still be deletable.
    await runFile(client, run, async () => {
      const holds = await selectHolds(client, name)
      if (holds.length > 0)
        refuse(name, `${file.name}: ${holds.join(', ')}; expected "on delete cascade" or "on delete set null"`)
    })
    return true
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return refuse(name, `${file.name}: ${(error as Error).message}`)
  }
}

function refuse(name: string, fault: string): never {
  throw new ConfigError([`EXTENSIONS: ${name}: ${fault}`])
}
