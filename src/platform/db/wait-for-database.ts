import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refuseReadOnly } from './failover.ts'
import { isAway } from './sql-errors.ts'

/** Between two attempts. */
const pauseMs = 500

/** The database is not one that the service can use; the operator must change something. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}

/** The role of a connection. */
export interface DatabaseRole {
  name: string
  isSuperuser: boolean
  /** Owns tables of the schema. */
  isOwner: boolean
}

export interface WaitOptions {
  patienceMs: number
  /** Called once, with what is wrong, if the database is away. */
  onWait: (fault: string) => void
}

/**
 * Resolves, to the role, once the server accepts connections and writes.
 * @throws UnusableDatabase if the database has another encoding than UTF-8; the last error of a database that stays
 * away; at once, any error that waiting would not mend
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

async function check(url: string): Promise<DatabaseRole> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'commerce-start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {}) // its statements fail with it
  try {
    await client.connect()
    await refuseReadOnly(client)
    const { rows } = await client.query<DatabaseRole & { encoding: string }>(`
      select current_setting('server_encoding') as encoding, rolname as name, rolsuper as "isSuperuser",
             exists (select from pg_class where relnamespace = to_regnamespace(current_schema())
                        and relowner = role.oid and relkind in ('r', 'p')) as "isOwner"
        from pg_roles role where rolname = current_user`)
    const { encoding, ...role } = rows[0] as (typeof rows)[0]
    if (encoding === 'UTF8') return role
    throw new UnusableDatabase(`the encoding of the database is ${encoding}`, "one made with encoding 'UTF8'")
  } finally {
    client.end().catch(() => {})
  }
}
