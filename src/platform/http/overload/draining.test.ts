import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { until } from '#test/support/until.ts'
import { registerDraining } from './draining.ts'

/** A server with a request that lasts until it is let go, and connections that have sent what is given. */
async function listen(t: TestContext, sent: readonly string[]) {
  const app = fastify({ return503OnClosing: false })
  registerDraining(app)
  let accepted = 0
  app.server.on('connection', () => accepted++)
  const { promise: lasts, resolve: letGo } = Promise.withResolvers<string>()
  app.get('/', () => lasts)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const clients = await Promise.all(
    sent.map(async (text) => {
      const client = connect(port, '127.0.0.1')
      t.after(() => client.destroy())
      await once(client, 'connect')
      client.on('error', () => {})
      client.write(text)
      return client
    }),
  )
  // Who is not accepted yet when the server closes is reset.
  await until(() => accepted === clients.length, 'all connections to be accepted')
  return { app, clients, letGo }
}

describe('a stop', () => {
  it('does not wait for connections without a whole head', { timeout: 50_000 }, async (t) => {
    const { app, clients } = await listen(t, ['', 'GET / HTTP/1.1\r\n'])
    const ends = clients.map((client) => once(client, 'close'))
    await app.close()
    await Promise.all(ends)
  })

  it('closes them after the last answer, and takes a head that comes meanwhile', { timeout: 50_000 }, async (t) => {
    const head = 'GET / HTTP/1.1\r\nhost: x\r\n'
    const { app, clients, letGo } = await listen(t, [`${head}\r\n`, head, ''])
    const answers = clients.slice(0, 2).map(async (client) => {
      let text = ''
      for await (const chunk of client) text += chunk
      return text
    })
    const closed = app.close()
    await until(async () => app.isStopping(), 'the stop to begin')
    await sleep(1_500) // longer than a head is waited for
    clients[1]?.write('\r\n')
    await sleep(300)
    letGo('done')
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1.1 200 OK[\s\S]*done$/)
    await closed
  })
})
