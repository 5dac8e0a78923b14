import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { fastify } from 'fastify'
import pg from 'pg'
import { createDependencies } from '#src/app/dependencies.ts'
import { createLogger } from '#src/app/logging.ts'
import { readConfig } from '#src/config.ts'
import { requireUser } from '#src/platform/http/authentication.ts'
import { createRateLimiter } from '#src/platform/http/rate-limit.ts'
import type { RecordedStatement } from './recorder.ts'
import { serviceEnvironment, testSecrets } from './service.ts'

/**
 * The yardstick of a read: Fastify with nothing added, `pg` with nothing added but names for the statements, the rows
 * sent as they come. It runs the very statements that the service was recorded to send for the same request.
 */
const environment = process.env
const databaseUrl = String(environment['DATABASE_URL'])
const app = fastify({ logger: false })

app.get('/plain', async () => ({ success: true }))

const file = environment['BENCH_STATEMENTS']
if (file !== undefined) {
  const recorded = deserialize(readFileSync(file)) as RecordedStatement[][]
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `statement_${names.size}`
    names.set(text, name)
    return name
  }
  const prepared = recorded.map((statements) => statements.map((each) => ({ ...each, name: nameOf(each.text) })))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(environment['BENCH_POOL_SIZE'] ?? 10) })
  app.get<{ Params: { request: string } }>('/recorded/:request', async (request) => {
    const results = []
    for (const statement of prepared[Number(request.params.request)] ?? []) results.push(await pool.query(statement))
    return { success: true, items: results.map(({ rows }) => rows) }
  })
}

if (environment['BENCH_AUTHENTICATION'] !== undefined) {
  const config = readConfig({ ...serviceEnvironment(databaseUrl), LOG_LEVEL: 'error' })
  const deps = await createDependencies(config, databaseUrl, testSecrets, createLogger(config))
  await app.register(async (scope) => {
    requireUser(scope, { ...deps, limiter: createRateLimiter(config.RATE_LIMIT_PER_MINUTE, async () => undefined) })
    scope.get('/authenticated', async () => ({ success: true }))
  })
  app.decorateRequest('deviceId', '')
  app.decorateRequest('claims', null)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('principal', null)
  app.decorateRequest('merchant', null)
}

await app.listen({ host: '127.0.0.1', port: Number(environment['PORT']) })
process.on('SIGTERM', () => process.exit(0))
