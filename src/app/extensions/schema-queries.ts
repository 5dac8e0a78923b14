import pg from 'pg'
import { roleOf, schemaOf, sharedViews } from './names.ts'

/** SQLSTATE insufficient_privilege, duplicate_object, dependent_objects_still_exist. */
const [noRight, exists, isNeeded] = ['42501', '42710', '2BP01']

export type SchemaClient = pg.Client

/** A connection of the owner of the schema, for the time of `work`. */
export async function withClient<T>(url: string, work: (client: SchemaClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'commerce-extensions' })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The platform's schema, and the role that the service connects as. */
export interface Platform {
  schema: string
  user: string
}

export async function selectPlatform(client: SchemaClient, serviceRole: string | undefined): Promise<Platform> {
  const { rows } = await client.query<Platform>('select current_schema() as schema, current_user as user')
  const [found] = rows
  if (found === undefined) throw new Error('the database has no current schema')
  return { schema: found.schema, user: serviceRole ?? found.user }
}

/** False: the role of the database may make none. */
export async function createRole(client: SchemaClient, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regrole($1) is not null as found', [roleOf(name)])
  if (rows[0]?.found) return true
  try {
    await client.query(`create role ${quote(roleOf(name))} nologin`)
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === noRight) return false
    // Another process was faster.
    if (code === exists) return true
    throw error
  }
}

export async function createSchema(client: SchemaClient, name: string, { user }: Platform): Promise<void> {
  const schema = quote(schemaOf(name))
  await client.query(`create schema if not exists ${schema}`)
  await client.query(
    `create table if not exists ${schema}.extension_files (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  await client.query(`grant usage on schema ${schema} to ${quote(user)}`)
  await client.query(`grant select on ${schema}.extension_files to ${quote(user)}`)
}

/** Its own schema, the shared views, and foreign keys to products, orders and people. */
export async function grantRole(client: SchemaClient, name: string, { schema, user }: Platform): Promise<void> {
  const [own, role, place] = [quote(schemaOf(name)), quote(roleOf(name)), quote(schema)]
  await client.query(`grant usage, create on schema ${own} to ${role}`)
  await client.query(`grant usage on schema ${place} to ${role}`)
  for (const view of sharedViews) await client.query(`grant select on ${place}.${view} to ${role}`)
  await client.query(`grant references (merchant_id, id) on ${place}.products, ${place}.orders to ${role}`)
  await client.query(`grant references (id) on ${place}.users to ${role}`)
  await client.query(`grant ${role} to ${quote(user)}, current_user`)
}

/** Of an extension without a role: the service's own statements write its tables. */
export async function grantService(client: SchemaClient, name: string, { user }: Platform): Promise<void> {
  const schema = quote(schemaOf(name))
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${quote(user)}`)
  await client.query(`grant usage on all sequences in schema ${schema} to ${quote(user)}`)
}

/** What a restored backup has given to the owner of the database. */
export async function giveToRole(client: SchemaClient, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', kind, place, $2::text) as statement from (
       select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
                else 'table' end, oid::regclass::text, relowner
       from pg_class
       where relnamespace = $1::regnamespace and relname <> 'extension_files' and (
         relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
           select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
       union all
       select 'routine', oid::regprocedure::text, proowner from pg_proc where pronamespace = $1::regnamespace
     ) as thing (kind, place, owner)
     where owner <> to_regrole($2)::oid`,
    [schemaOf(name), roleOf(name)],
  )
  for (const { statement } of rows) await client.query(statement)
}

export interface SqlFile {
  name: string
  sql: string
  checksum: string
}

export async function selectChecksum(client: SchemaClient, name: string, file: string): Promise<string | undefined> {
  const text = `select checksum from ${quote(schemaOf(name))}.extension_files where name = $1`
  return (await client.query<{ checksum: string }>(text, [file])).rows[0]?.checksum
}

/** Runs a file in a transaction, as its role if it has one. `check` throws to roll it back. */
export async function runFile(
  client: SchemaClient,
  { name, file, schema, hasRole }: { name: string; file: SqlFile; schema: string; hasRole: boolean },
  check: () => Promise<void>,
): Promise<void> {
  const own = quote(schemaOf(name))
  try {
    await client.query('begin')
    if (hasRole) await client.query(`set local role ${quote(roleOf(name))}`)
    await client.query(`set local search_path = ${own}, ${quote(schema)}`)
    await client.query("set local statement_timeout = '60s'; set local lock_timeout = '5s'")
    await client.query(file.sql)
    await client.query('reset role')
    await check()
    await client.query(`insert into ${own}.extension_files (name, checksum) values ($1, $2)`, [
      file.name,
      file.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Foreign keys to the platform's tables that would keep their rows from being deleted. */
export async function selectHolds(client: SchemaClient, name: string): Promise<string[]> {
  const { rows } = await client.query<{ conname: string }>(
    `select conname from pg_constraint
     where contype = 'f' and connamespace = $1::regnamespace and confdeltype not in ('c', 'n')
       and confrelid in (select oid from pg_class where relnamespace <> $1::regnamespace)
     order by conname`,
    [schemaOf(name)],
  )
  return rows.map(({ conname }) => conname)
}

/** Names of the extensions that have a schema here. */
export async function selectInstalled(client: SchemaClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select substr(nspname, 5) as name from pg_namespace
     where nspname like 'ext\\_%' and to_regclass(quote_ident(nspname) || '.extension_files') is not null
     order by name`,
  )
  return rows.map(({ name }) => name)
}

export async function selectFiles(client: SchemaClient, name: string): Promise<string[]> {
  const text = `select name from ${quote(schemaOf(name))}.extension_files order by name`
  return (await client.query<{ name: string }>(text)).rows.map((row) => row.name)
}

/** The role goes, too, unless another database of the server needs it. */
export async function dropSchema(client: SchemaClient, name: string): Promise<void> {
  await client.query(`drop schema ${quote(schemaOf(name))} cascade`)
  const { rows } = await client.query('select to_regrole($1) is not null as found', [roleOf(name)])
  if (!rows[0]?.found) return
  await client.query(`drop owned by ${quote(roleOf(name))}`)
  await client.query(`drop role ${quote(roleOf(name))}`).catch((error: { code?: string }) => {
    if (error.code !== isNeeded) throw error
  })
}

const quote = (name: string) => pg.escapeIdentifier(name)
