import pg from 'pg'

const listening = new WeakSet<pg.Client>()
let recorded: string[] | undefined

/** Notices that PostgreSQL sends to this process while `work` runs, in order of arrival; run nothing else meanwhile. */
export async function noticesOf(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = []
  recorded = messages
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    listen(this)
    return Reflect.apply(query, this, call)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
    recorded = undefined
  }
  return messages
}

function listen(client: pg.Client): void {
  if (listening.has(client)) return
  listening.add(client)
  client.on('notice', ({ message = '' }) => recorded?.push(message))
}
