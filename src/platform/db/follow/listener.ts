import pg from 'pg'
import { refuseReadOnly } from '../failover/failover.ts'

/** A connection that listens for NOTIFY on one channel. */
export interface Listener {
  /** False while the connection is lost; notifications are missed meanwhile. */
  isListening(): boolean
  stop(): Promise<void>
}

export interface ListenerOptions {
  databaseUrl: string
  channel: string
  /** Called with each payload, and with '' after each (re)connection, because notifications may have been missed. */
  onNotify: (payload: string) => void
  onLost?: (error: unknown) => void
  heartbeatMs?: number
}

const reconnectMs = 500

/**
 * Listens on a dedicated connection until stopped and reconnects when it is lost. A heartbeat detects half-open
 * connections (a firewall dropped the state, a machine lost power) and a server that was demoted, where nobody
 * notifies. Never rejects; keeps trying while the database is away.
 */
export function listen({ databaseUrl, channel, onNotify, onLost, heartbeatMs = 3_000 }: ListenerOptions): Listener {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'commerce-listener',
      connectionTimeoutMillis: 5_000,
      query_timeout: heartbeatMs,
    })
    try {
      await fresh.connect()
      fresh.on('notification', ({ payload = '' }) => void (stopped || onNotify(payload)))
      fresh.once('error', (error) => lose(fresh, error))
      fresh.once('end', () => lose(fresh, new Error('the connection ended')))
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      await refuseReadOnly(fresh)
      return fresh
    } catch (error) {
      drop(fresh)
      throw error
    }
  }
  const lose = (lost: pg.Client, error: unknown) => {
    if (client !== lost) return
    client = undefined
    drop(lost)
    if (stopped) return
    onLost?.(error)
    schedule(0)
  }
  const beat = async () => {
    const current = client
    try {
      if (current === undefined) {
        const fresh = await connect()
        if (stopped) return drop(fresh)
        client = fresh
        onNotify('')
      } else await refuseReadOnly(current)
      schedule(heartbeatMs)
    } catch (error) {
      if (current === undefined) schedule(reconnectMs)
      else lose(current, error)
    }
  }
  let beating: Promise<void> = Promise.resolve()
  const schedule = (delayMs: number) => {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      beating = beat()
    }, delayMs)
    timer.unref()
  }
  schedule(0)
  return {
    isListening: () => client !== undefined,
    async stop() {
      stopped = true
      clearTimeout(timer)
      drop(client)
      await beating
    },
  }
}

/** Not awaited: the peer of a broken connection may never answer. */
function drop(client: pg.Client | undefined): void {
  client?.on('error', () => {})
  client?.end().catch(() => {})
}
