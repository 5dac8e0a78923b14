import pg from 'pg'

/**
 * Liveness lock: an advisory lock held by a dedicated connection. When the process dies, the server closes the
 * connection and releases the lock, so no clock is involved.
 */
export interface SessionLock {
  release(): Promise<void>
}

const heartbeatMs = 2_000
const reconnectMs = 500

/** The lock's key, for statements that check whether its holder is alive. */
export function sessionLockKey(name: string): string {
  return `alive:${name}`
}

/** Holds the lock until released; takes it again when the connection is lost. Resolves once it is held. */
export async function holdSessionLock(databaseUrl: string, name: string): Promise<SessionLock> {
  let client: pg.Client | undefined = await connectWithLock(databaseUrl, name)
  let timer: NodeJS.Timeout | undefined
  let beating = Promise.resolve()
  let released = false

  const beat = async () => {
    try {
      client ??= await connectWithLock(databaseUrl, name)
      await client.query('select')
    } catch {
      drop(client)
      client = undefined
    }
    schedule()
  }
  const schedule = () => {
    if (released) return
    const delay = client === undefined ? reconnectMs : heartbeatMs
    timer = setTimeout(() => {
      beating = beat()
    }, delay)
    timer.unref()
  }
  schedule()
  return {
    async release() {
      released = true
      clearTimeout(timer)
      await beating
      drop(client)
    },
  }
}

async function connectWithLock(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'commerce-alive',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    // The server probes a silent client and drops it after 20 s.
    options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  })
  client.on('error', () => {}) // The next heartbeat finds out.
  try {
    await client.connect()
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [sessionLockKey(name)])
    return client
  } catch (error) {
    drop(client)
    throw error
  }
}

/** Not awaited: the peer of a broken connection may never answer. */
function drop(client: pg.Client | undefined): void {
  client?.end().catch(() => {})
}
