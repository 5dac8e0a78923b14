import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildTestApp, productionVariables } from '#test/support/app.ts'
import { contractOf } from '../openapi/openapi.ts'

const pages = [
  '/',
  '/docs',
  '/docs/orders',
  '/docs/types/Order',
  '/docs/search.js',
  '/openapi.json',
  '/console/',
  '/metrics',
]
const others = ['/account/verify-email', '/account/reset-password', '/.well-known/security.txt', '/nowhere']
const health = ['/health/live', '/health/ready']

it('in production plain HTTP is refused everywhere but at /health, and told by HTTPS to stay there', async (t) => {
  const { app } = await buildTestApp(t, { ...productionVariables, TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100000' })
  const documented = Object.keys(contractOf(app).paths ?? {})
  assert.ok(documented.length > 60)
  const status = async (url: string, scheme: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: { 'x-forwarded-proto': scheme } })
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', url)
    return statusCode
  }
  for (const path of [...documented, ...pages, ...others]) {
    if (health.includes(path)) continue
    assert.equal(await status(path, 'http'), 400, path)
  }
  for (const path of [...health, '/docs', '/openapi.json']) assert.equal(await status(path, 'https'), 200, path)
  for (const path of health) assert.equal(await status(path, 'http'), 200, path)
})
