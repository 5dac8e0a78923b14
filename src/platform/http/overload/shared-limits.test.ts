import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { registerErrorHandling } from '#src/platform/http/answers/errors.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { type Counted, SharedLimitError, watchSharedLimits } from './shared-limits.ts'

it('refusals by a storefront’s limits are counted, and the log names its key once for each kind', async (t) => {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  t.after(() => app.close())
  const metrics = new Registry()
  app.decorateRequest('storefrontServer', null)
  watchSharedLimits(app, metrics)
  registerErrorHandling(app)
  app.get('/limited/:counted', async (request) => {
    request.storefrontServer = { kind: 'storefront', id: 'a key', merchantId: 'a shop', requestsPerMinute: 60 }
    const { counted } = request.params as { counted: Counted }
    throw new SharedLimitError('storefront_server', counted, { why: 'too many', retryAfter: 7 })
  })
  app.get('/guests', async () => {
    throw new SharedLimitError('guests_of_address', 'requests', { why: 'too many', retryAfter: 7 })
  })
  app.get('/alone', async () => {
    throw new AppError('RATE_LIMITED', 'too many', { retryAfter: 7 })
  })
  for (const url of ['/limited/mails', '/limited/mails', '/limited/sign_ins', '/guests', '/alone'])
    assert.equal((await app.inject(url)).statusCode, 429)
  const counts = [...(await metrics.metrics()).matchAll(/^shared_limits_refused_total(.*)$/gm)].map(([, one]) => one)
  assert.deepEqual(counts, [
    '{of="storefront_server",counted="requests"} 0',
    '{of="storefront_server",counted="sign_ins"} 1',
    '{of="storefront_server",counted="guests"} 0',
    '{of="storefront_server",counted="mails"} 2',
    '{of="storefront_server",counted="discount_codes"} 0',
    '{of="storefront_server",counted="gift_cards"} 0',
    '{of="guests_of_address",counted="requests"} 1',
  ])
  const logged = lines.map((line) => JSON.parse(line)).map(({ merchant, key, counted }) => [merchant, key, counted])
  assert.deepEqual(logged, [
    ['a shop', 'a key', 'mails'],
    ['a shop', 'a key', 'sign_ins'],
  ])
})
