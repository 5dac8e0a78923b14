import { fastify } from 'fastify'
import { createDependencies } from '#src/app/create-dependencies.ts'
import { createLogger } from '#src/app/logging.ts'
import { readConfig } from '#src/config/config.ts'
import { requireUser } from '#src/platform/http/auth/authentication.ts'
import { createRateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { serviceEnvironment, testSecrets } from './service.ts'

/** Fastify with nothing added, and the same answer behind the service's authentication. */
const databaseUrl = String(process.env['DATABASE_URL'])
const app = fastify({ logger: false })

app.get('/plain', async () => ({ success: true }))

const config = readConfig({ ...serviceEnvironment(databaseUrl), LOG_LEVEL: 'error' })
const deps = await createDependencies(config, databaseUrl, testSecrets, createLogger(config))
await app.register(async (scope) => {
  requireUser(scope, { ...deps, limiter: createRateLimiter(config.RATE_LIMIT_PER_MINUTE, async () => undefined) })
  scope.get('/authenticated', async () => ({ success: true }))
})
for (const name of ['claims', 'apiKey', 'principal', 'merchant']) app.decorateRequest(name, null)
app.decorateRequest('deviceId', '')

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))
