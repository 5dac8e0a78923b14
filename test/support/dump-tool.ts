import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#src/platform/db/migrations/migrate.ts'

/**
 * Stands in for `pg_dump` and `pg_restore`, of which npm has none: takes the options that the service gives, and copies
 * the rows of one snapshot. `writeDumpTools` makes programs of it.
 */

/** Both programs in a folder, which say that they are of this version of PostgreSQL. */
export function writeDumpTools(folder: string, version: string): string {
  for (const tool of ['pg_dump', 'pg_restore']) {
    const words = [process.execPath, fileURLToPath(import.meta.url), tool, version].map((word) => `"${word}"`)
    writeFileSync(join(folder, tool), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`)
    chmodSync(join(folder, tool), 0o755)
  }
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tool, version, ...words] = process.argv.slice(2)
  if (words[0] === '--version') process.stdout.write(`${tool} (PostgreSQL) ${version}\n`)
  else await (tool === 'pg_dump' ? dump(words) : restore(words))
}

function optionOf(words: readonly string[], option: string): string {
  const word = words.find((one) => one.startsWith(`--${option}=`))
  if (word === undefined) throw new Error(`--${option} is missing`)
  return word.slice(option.length + 3)
}

async function connect(words: readonly string[]): Promise<pg.Client> {
  const url = optionOf(words, 'dbname')
  if (new URL(url).password !== '') throw new Error('everybody can read a password on a command line')
  const client = new pg.Client({ connectionString: url }) // and PGPASSWORD
  await client.connect()
  return client
}

async function dump(words: readonly string[]): Promise<void> {
  if (optionOf(words, 'format') !== 'directory') throw new Error('another format')
  const folder = optionOf(words, 'file')
  mkdirSync(folder)
  const client = await connect(words)
  await client.query('begin isolation level repeatable read read only')
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query(`select to_jsonb(row)::text as row from ${name} row`)
    writeFileSync(join(folder, name), rows.map(({ row }) => `${row}\n`).join(''))
  }
  await client.end()
}

async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query(`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       and attgenerated = ''
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by 1`)
  return rows
}

async function restore(words: readonly string[]): Promise<void> {
  const folder = words.find((word) => !word.startsWith('--')) ?? ''
  const client = await connect(words)
  const password = process.env['PGPASSWORD'] ?? ''
  await migrate(Object.assign(new URL(optionOf(words, 'dbname')), { password }).href)
  const tables = await tablesOf(client)
  await client.query('set session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
  for (const name of readdirSync(folder)) {
    const columns = tables.find((table) => table.name === name)?.columns
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [`[${lines.join(',')}]`],
    )
  }
  await client.end()
}
