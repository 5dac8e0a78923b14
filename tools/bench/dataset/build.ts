import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { background } from '#src/app/background.ts'
import { createDependencies } from '#src/app/create-dependencies.ts'
import { createLogger } from '#src/app/logging.ts'
import { readConfig } from '#src/config/config.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { readMigrations } from '#src/platform/db/migrations/migration-files.ts'
import { plainTables } from '../plain/tables.ts'
import { serviceEnvironment, testSecrets } from '../service.ts'
import type { DatasetSpec } from './specs.ts'
import { preparation, type Step, steps } from './statements.ts'

const root = new URL('../../../', import.meta.url)

export type Say = (line: string) => void

/**
 * Builds the database of a dataset with the current migrations and statements; rebuilds an outdated one, unless `keep`
 * is set.
 */
export async function ensureDataset(adminUrl: string, spec: DatasetSpec, keep: boolean, say: Say): Promise<string> {
  const url = Object.assign(new URL(adminUrl), { pathname: `/${spec.name}` }).href
  const stamp = await fingerprint(spec)
  const found = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ stamp: string | null }>(
      `select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = $1`,
      [spec.name],
    )
    return rows[0]?.stamp
  })
  if (found === stamp || (keep && found)) return url
  say(`building ${spec.name}: ${spec.products} products, ${spec.merchants} merchants, ${spec.orders} orders`)
  const startedAt = performance.now()
  await withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${spec.name} with (force)`)
    await client.query(`create database ${spec.name}`)
  })
  await migrate(url)
  await withClient(url, (client) => fill(client, spec, say))
  await sweep(url, say)
  if (spec.plain) await withClient(url, (client) => client.query(plainTables))
  await withClient(url, async (client) => {
    say('  vacuum')
    await client.query('drop schema bench_build cascade')
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    await client.query(`comment on database ${spec.name} is '${stamp}'`)
  })
  say(`  built in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return url
}

async function fill(client: pg.Client, spec: DatasetSpec, say: Say): Promise<void> {
  // For the build only: after a crash it is repeated.
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
  await client.query(preparation())
  await loadWords(client)
  const timed = async (what: string, work: () => Promise<void>) => {
    const startedAt = performance.now()
    await work()
    say(`  ${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  const indexes = await dropIndexes(client)
  for (const step of steps(spec)) await timed(step.what, () => runStep(client, step))
  await timed(`${indexes.length} indexes`, async () => {
    for (const definition of indexes) await client.query(definition)
  })
}

/** Drops the non-unique indexes, which cost a tenth if they are built at the end. Returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition and not indisunique`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function runStep(client: pg.Client, { sql, count, batch = Number.MAX_SAFE_INTEGER }: Step): Promise<void> {
  if (count === undefined) await client.query(sql)
  else for (let n = 0; n < count; n += batch) await client.query(sql, [n, Math.min(n + batch, count) - 1])
}

/** Names, categories and prices of the demo catalog: real words with real frequencies. */
async function loadWords(client: pg.Client): Promise<void> {
  const lines = (await readFile(new URL('packages/demo-shop/products.ndjson', root), 'utf8')).trim().split('\n')
  const words = lines.map((line, n) => {
    const { name, description, category, price } = JSON.parse(line) as Record<string, string | number>
    return { number: n, name, description, category, price: Math.round(Number(price) * 100) }
  })
  await client.query(
    `insert into bench_build.word select * from jsonb_to_recordset($1::jsonb)
       as word (number int, name text, description text, category text, price int)`,
    [JSON.stringify(words)],
  )
  await client.query('analyze bench_build.word')
}

/** Folds the rollups of every module with its own sweep. */
async function sweep(url: string, say: Say): Promise<void> {
  const config = readConfig({ ...serviceEnvironment(url), LOG_LEVEL: 'error' })
  const deps = await createDependencies(config, url, testSecrets, createLogger(config))
  try {
    for (const { name, run } of background.flatMap(({ sweeps = [] }) => sweeps)) {
      const startedAt = performance.now()
      await run(deps)
      const seconds = (performance.now() - startedAt) / 1000
      if (seconds > 1) say(`  sweep ${name}: ${seconds.toFixed(1)} s`)
    }
  } finally {
    await deps.close()
  }
}

/** Inputs of the rows of a dataset. */
async function fingerprint(spec: DatasetSpec): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([spec, preparation(), steps(spec), plainTables]))
  const { numbered, repeatable } = await readMigrations()
  for (const { checksum } of [...numbered, ...repeatable]) hash.update(checksum)
  return hash.digest('base64url').slice(0, 22)
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
