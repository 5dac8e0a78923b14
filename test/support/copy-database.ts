import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Copies all rows from one database to another, as `pg_dump` and a restore would: npm's PostgreSQL comes without them.
 * The target has the same schema, perhaps in another cluster; its rows are replaced. Values are copied unchanged,
 * including transaction ids, regardless of the transaction counter of the target's cluster. Both servers run on this
 * machine: the rows go through files that the servers write and read.
 */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-copy-'))
  // The servers may run as another user.
  await chmod(folder, 0o777)
  const [from, to] = [new pg.Client({ connectionString: fromUrl }), new pg.Client({ connectionString: toUrl })]
  try {
    await Promise.all([from.connect(), to.connect()])
    await from.query('begin isolation level repeatable read read only')
    await to.query('begin')
    // Disables triggers and foreign keys: rows written by triggers are copied, too.
    await to.query('set local session_replication_role = replica')
    const tables = await tablesOf(from)
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const [index, { name, columns }] of tables.entries()) {
      const file = pg.escapeLiteral(join(folder, String(index)))
      await from.query(`copy (select ${columns} from ${name}) to ${file}`)
      await to.query(`copy ${name} (${columns}) from ${file}`)
    }
    await to.query('commit')
    for (const { name, last_value } of await sequencesOf(from)) {
      await to.query('select setval($1::regclass, $2)', [name, last_value])
    }
  } finally {
    await Promise.all([from.end(), to.end()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tables, partitioned ones as a whole, with the columns that are not computed from others. */
async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query(`
    select format('%I', relname) as name,
           (select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
             where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`)
  return rows
}

/** Sequences that have been used. */
async function sequencesOf(client: pg.Client): Promise<{ name: string; last_value: string }[]> {
  const { rows } = await client.query(`
    select format('%I', sequencename) as name, last_value::text from pg_sequences
     where schemaname = 'public' and last_value is not null`)
  return rows
}
