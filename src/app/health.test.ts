import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fastify } from 'fastify'
import { registerErrorHandling } from '#src/platform/http/answers/errors.ts'
import { AppError } from '#src/platform/lib/errors.ts'

it('a refusal of ours is logged with its reason, what the database says with its stack', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  registerErrorHandling(app)
  app.get('/refused', async () =>
    Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again')),
  )
  app.get('/away', async () => Promise.reject(Object.assign(new Error('the server ends'), { code: '57P01' })))
  const statuses = [await app.inject('/refused'), await app.inject('/away')].map(({ statusCode }) => statusCode)
  await app.close()
  const [refused, away] = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    [statuses, refused.reason, refused.err],
    [[503, 503], 'the service is stopping; try again', undefined],
  )
  assert.match(away.err.stack, /the server ends/)
})
