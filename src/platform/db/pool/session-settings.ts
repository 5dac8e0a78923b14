import type pg from 'pg'

/** Timeout of a statement and of an idle transaction, which bounds how long either can hold locks. */
export const limitMs = 30_000

/**
 * Settings of all sessions of the service. Generic plans, because planning a list takes longer than reading its page
 * (src/platform/db/README.md). No parallel plans: a request must not take several cores, and parallel workers find
 * other first rows each time, which would shuffle the pages of a search (src/modules/search/README.md). No sequential
 * scans where an index serves: a plan stays with its connection, and for a table that was empty then it would be one
 * (docs/decisions/0127).
 */
export const planSettings = {
  jit: 'off',
  timezone: 'UTC',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
}

/** Settings that sessions must have by default when transactions share them: a pooler passes no settings on. */
const roleSettings: Record<string, string> = {
  ...planSettings,
  statement_timeout: `${limitMs / 1000}s`,
  idle_in_transaction_session_timeout: `${limitMs / 1000}s`,
}
const names = Object.keys(roleSettings)

/**
 * Gives the role of this connection, which leads past the pooler, the settings as its defaults in this database.
 * Resolves to false if it may not. Only sessions that begin later have them, so a start does it before it uses the
 * pooler.
 */
export async function ensureRoleSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ kept: string[] }>(`
    select coalesce(array_agg(setting), '{}') as kept from pg_db_role_setting, unnest(setconfig) setting
     where setrole = (select oid from pg_roles where rolname = current_user)
       and setdatabase = (select oid from pg_database where datname = current_database())`)
  const stored = new Set(rows[0]?.kept)
  if (names.every((name) => stored.has(`${name}=${roleSettings[name]}`))) return true
  try {
    await client.query('begin')
    // Two processes that start together would change the same row.
    await client.query("select pg_advisory_xact_lock(hashtextextended('role settings', 0))")
    for (const statement of await settingStatements(client)) await client.query(statement)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}

/** The statement that gives the role of this connection the settings. */
export async function settingStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ place: string }>(
    "select format('alter role %I in database %I', current_user, current_database()) as place",
  )
  return names.map((name) => `${rows[0]?.place} set ${name} = '${roleSettings[name]}'`)
}

/** The expression of all settings of a session. */
export const sessionSettings = `json_build_object(${names
  .map((name) => `'${name}', current_setting('${name}')`)
  .join(', ')})`

/** Sessions that a pooler has opened before an upgrade lack it, and only plan worse. */
const helpful = 'enable_seqscan'

/** Describes the settings that differ from the required ones. */
export function wrongSettings(settings: Record<string, string>): string[] {
  const wrong = names.filter((name) => name !== helpful && settings[name] !== roleSettings[name])
  return wrong.map((name) => `${name} is ${settings[name]}`)
}
