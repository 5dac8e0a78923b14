import pg from 'pg'

/**
 * Each service keeps one connection on which it shares this lock, for as long as it needs the server; whoever gets the
 * lock alone is the last. The kernel closes the connection of a service that dies, so the count is always right.
 */
const IN_USE = [0x636f6d6d, 0x73727672] as const

export interface Keeper {
  /** Resolves when the connection is gone: the server ended, or we closed it. */
  lost: Promise<void>
  createDatabase(name: string): Promise<void>
  /** Whether no other service uses the server. If so, none can begin to until it has stopped. */
  isLast(): Promise<boolean>
  close(): Promise<void>
}

/** @throws while the server is starting, stopping or being stopped by its last service; the caller tries again. */
export async function openKeeper(config: { host: string; user: string; password: string }): Promise<Keeper> {
  const client = new pg.Client({
    ...config,
    database: 'postgres',
    application_name: 'commerce-keeper',
    connectionTimeoutMillis: 5_000,
    lock_timeout: 30_000,
  })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve()) // the end follows; without a listener it would end the process
  })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1, $2)', [...IN_USE])
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  const idle = withReference(client)
  idle.unref()
  /** Keeps Node.js alive for as long as a question is open, and only that long. */
  const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    idle.ref()
    return client.query<R>(text, values).finally(() => idle.unref())
  }

  return {
    lost,
    async createDatabase(name) {
      const { rowCount } = await ask('select from pg_database where datname = $1', [name])
      if (rowCount) return
      await ask(`create database ${pg.escapeIdentifier(name)}`).catch((error: pg.DatabaseError) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error // another service was faster
      })
    },
    async isLast() {
      await ask('select pg_advisory_unlock_shared($1, $2)', [...IN_USE])
      const { rows } = await ask<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', [...IN_USE])
      return rows[0]?.alone === true
    },
    close() {
      idle.ref()
      return client.end().catch(() => {})
    },
  }
}

/** pg has these methods, its types do not. */
function withReference(client: pg.Client): { ref(): void; unref(): void } {
  return client as pg.Client & { ref(): void; unref(): void }
}
