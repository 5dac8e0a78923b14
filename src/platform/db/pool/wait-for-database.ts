import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refuseReadOnly } from '../failover/failover.ts'
import { isAway } from '../failover/sql-errors.ts'

/** Between two attempts. */
const pauseMs = 500

/** The service cannot use the database; the operator must change something. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}

const variables = new WeakMap<Error, string>()

/** Attributes failures of `work` to the address in this environment variable. */
export async function blaming<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    variables.set(error as Error, variable)
    throw error
  }
}

/** True if the fault is of an address. */
export function isBlamed(error: Error): boolean {
  return variables.has(error)
}

/** The variable to check; DATABASE_URL if no other was named. */
export function blamedVariable(error: Error): string {
  return variables.get(error) ?? 'DATABASE_URL'
}

/** The role of a connection. */
export interface DatabaseRole {
  name: string
  isSuperuser: boolean
  /** Owns tables of the schema. */
  isOwner: boolean
  /** Whether a pooler stands between: it made up the process id that the connection got at its start. */
  isPooled: boolean
}

export interface WaitOptions {
  patienceMs: number
  /** Called once, with what is wrong, if the database is away. */
  onWait: (fault: string) => void
}

/**
 * Resolves, to the role, once the server accepts connections and writes.
 * @throws UnusableDatabase if the encoding is not UTF-8; the last error of a database that stays away; at once, any
 * permanent error
 */
export async function waitForDatabase(url: string, { patienceMs, onWait }: WaitOptions): Promise<DatabaseRole> {
  const deadline = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await check(url)
    } catch (error) {
      if (!isAway(error) || performance.now() + pauseMs > deadline) throw error
      if (attempt === 1) onWait(describeFault(error))
    }
    await sleep(pauseMs)
  }
}

/** The message in a line. Connecting to a name with several addresses fails with one error for each. */
export function describeFault(error: unknown): string {
  const { message } = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
  return message
}

/** A connection for the checks of a start; it may pass a pooler. */
export async function connectAtStart(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'commerce-start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  return client
}

async function check(url: string): Promise<DatabaseRole> {
  const client = await connectAtStart(url)
  try {
    await refuseReadOnly(client)
    const { rows } = await client.query<Omit<DatabaseRole, 'isPooled'> & { encoding: string; pid: number }>(`
      select current_setting('server_encoding') as encoding, rolname as name, rolsuper as "isSuperuser",
             exists (select from pg_class where relnamespace = to_regnamespace(current_schema())
                        and relowner = role.oid and relkind in ('r', 'p')) as "isOwner", pg_backend_pid() as pid
        from pg_roles role where rolname = current_user`)
    const { encoding, pid, ...role } = rows[0] as (typeof rows)[0]
    // pg's types do not have it.
    if (encoding === 'UTF8') return { ...role, isPooled: (client as unknown as Identified).processID !== pid }
    throw new UnusableDatabase(`the encoding of the database is ${encoding}`, "one made with encoding 'UTF8'")
  } finally {
    client.end().catch(() => {})
  }
}

interface Identified {
  processID: number
}
