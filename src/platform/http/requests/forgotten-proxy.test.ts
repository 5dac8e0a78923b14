import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { warnOfForgottenProxy } from './forgotten-proxy.ts'

it('a proxy that TRUST_PROXY does not name is told of in the log and the metrics, once', async () => {
  const lines: string[] = []
  let told = 0
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('claims', null)
  warnOfForgottenProxy(app, () => told++)
  app.get('/', async () => 'ok')
  const send = (remoteAddress: string, forwarded?: string) =>
    app.inject({ url: '/', remoteAddress, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })
  for (let n = 0; n < 30; n++) {
    await send('10.0.0.9')
    await send('203.0.113.9', '198.51.100.1')
    await send(`10.0.1.${n}`, '198.51.100.1')
  }
  assert.deepEqual([lines, told], [[], 0])
  for (let n = 0; n < 45; n++) await send('10.0.0.2', `198.51.100.${n}`)
  assert.deepEqual([lines.length, told], [1, 1])
  assert.match(lines[0] ?? '', /"address":"10\.0\.0\.2".*set TRUST_PROXY=10\.0\.0\.2/)
  await app.close()
})
