import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refuseReadOnly } from './failover.ts'
import { isAway } from './sql-errors.ts'

/** Between two attempts. */
const pauseMs = 500

/** The database is not one that the service can use; the operator must change something. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
}

export interface WaitOptions {
  patienceMs: number
  /** Called once, with what is wrong, if the database is away. */
  onWait: (fault: string) => void
}

/**
 * Resolves once the server accepts connections and writes.
 * @throws UnusableDatabase if the database has another encoding than UTF-8; the last error of a database that stays
 * away; at once, any error that waiting would not mend
 */
export async function waitForDatabase(url: string, { patienceMs, onWait }: WaitOptions): Promise<void> {
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

async function check(url: string): Promise<void> {
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
    const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding")
    const encoding = rows[0]?.encoding
    if (encoding !== 'UTF8') throw new UnusableDatabase(`the encoding of the database is ${encoding}, not UTF8`)
  } finally {
    client.end().catch(() => {})
  }
}
