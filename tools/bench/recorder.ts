import type pg from 'pg'
import { buildApp } from '#src/app/build-app.ts'
import { createDependencies } from '#src/app/create-dependencies.ts'
import { createLogger } from '#src/app/logging.ts'
import { readConfig } from '#src/config/config.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import type { LoadRequest } from './load.ts'
import { serviceEnvironment, testSecrets } from './service.ts'

/** A statement as the service sent it. Without values it is transaction control. */
export interface RecordedStatement {
  text: string
  values?: unknown[]
}

/** Records the statements that the service sends for each request, so that a yardstick always runs the current ones. */
export async function record(databaseUrl: string, requests: readonly LoadRequest[]): Promise<RecordedStatement[][]> {
  const config = readConfig({ ...serviceEnvironment(databaseUrl), LOG_LEVEL: 'error', DATABASE_POOL_SIZE: '4' })
  const deps = await createDependencies(config, databaseUrl, testSecrets, createLogger(config))
  const pool = createPool({ url: databaseUrl, size: 4 })
  let sent: RecordedStatement[] = []
  const db = createDatabase(listening(pool, (statement) => sent.push(statement)))
  const app = await buildApp({ ...deps, db, shop: () => db })
  try {
    const recorded: RecordedStatement[][] = []
    for (const { method = 'GET', path, headers = {}, body } of requests) {
      sent = []
      const answer = await app.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) })
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.payload}`)
      recorded.push(sent)
    }
    return recorded
  } finally {
    await app.close()
    await deps.close()
    await pool.end()
  }
}

/** A pool for Kysely that tells each statement before it is sent. */
function listening(pool: pg.Pool, listen: (statement: RecordedStatement) => void): pg.Pool {
  const connect = async () => {
    const client = await pool.connect()
    return {
      query(text: string, values?: unknown[]) {
        listen(values === undefined || values.length === 0 ? { text } : { text, values })
        return client.query(text, values)
      },
      release: () => client.release(),
    }
  }
  return { connect, end: async () => {} } as unknown as pg.Pool
}
