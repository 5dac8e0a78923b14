import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Most connections seen at once, by what they are of: the name of a process (its number left out) and the way. */
export interface Connections {
  max: Map<string, number>
  stop(): Promise<void>
}

/** In an address of the database, so that its connections tell whose they are. */
export function withName(url: string, name: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', name)
  return named.href
}

const everyMs = 1_000
const perProcess = `
  select application_name as name, count(*)::int from pg_stat_activity
   where usename in ('commerce', 'commerce_owner') and backend_type = 'client backend' group by 1`

/** Looks at all servers once a second. Each address is a server of its own; one that is away has no connections. */
export function watchConnections(urls: readonly string[]): Connections {
  const max = new Map<string, number>()
  let running = true
  const watching = (async () => {
    while (running) {
      const sums = new Map<string, number>()
      for (const url of urls)
        for (const { name, count } of await look(url)) sums.set(name, (sums.get(name) ?? 0) + count)
      for (const [name, count] of sums) {
        const kind = name.replace(/ \d+/, '')
        max.set(kind, Math.max(max.get(kind) ?? 0, count))
      }
      await sleep(everyMs)
    }
  })()
  return {
    max,
    async stop() {
      running = false
      await watching
    },
  }
}

async function look(url: string): Promise<{ name: string; count: number }[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(perProcess)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
