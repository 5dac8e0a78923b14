import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { buildConnector } from 'undici'
import { until } from '#test/support/until.ts'
import { BlockedAddressError } from './address-guard.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'

/** Accepts connections and never sends a byte. */
async function startMuteServer(t: TestContext) {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const connections = () =>
    new Promise<number>((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))))
  return { port: String(address.port), connections }
}

function makeConnector(t: TestContext, options: Partial<ConnectorOptions>) {
  const connector = createConnector({
    resolve: async () => ['127.0.0.1'],
    policy: () => () => true,
    localAddresses: [],
    timeoutMs: 60_000,
    ...options,
  })
  t.after(() => connector.close())
  const connect = (target: buildConnector.Options) =>
    new Promise<Socket>((resolve, reject) => {
      connector.connect(target, (error, socket) => (socket ? resolve(socket) : reject(error)))
    })
  return { connect, close: connector.close }
}

describe('a connector', () => {
  test('with a local address and a dead first address connects to the second', async (t) => {
    const server = await startMuteServer(t)
    const { connect } = makeConnector(t, {
      localAddresses: ['127.0.0.5'],
      resolve: async () => ['127.0.0.9', '127.0.0.1'],
    })
    const socket = await connect({ protocol: 'http:', hostname: 'receiver.test', port: server.port })
    t.after(() => socket.destroy())
    assert.deepEqual([socket.localAddress, socket.remoteAddress], ['127.0.0.5', '127.0.0.1'])
  })

  test('with a literal address that is not allowed connects nowhere', async (t) => {
    const server = await startMuteServer(t)
    const { connect } = makeConnector(t, { policy: () => (address) => address !== '127.0.0.1' })
    await assert.rejects(connect({ protocol: 'https:', hostname: '127.0.0.1', port: server.port }), BlockedAddressError)
    assert.equal(await server.connections(), 0)
  })

  test('that is closed aborts a TLS handshake that does not end', async (t) => {
    const server = await startMuteServer(t)
    const { connect, close } = makeConnector(t, {})
    const connecting = connect({ protocol: 'https:', hostname: 'receiver.test', port: server.port })
    await until(async () => (await server.connections()) === 1, 'the connection')
    await Promise.all([assert.rejects(connecting), close()])
    await until(async () => (await server.connections()) === 0, 'its end')
  })

  test('keeps no socket once it has ended', async (t) => {
    const server = await startMuteServer(t)
    const { connect } = makeConnector(t, {})
    const ended: WeakRef<Socket>[] = []
    for (let n = 0; n < 20; n++) {
      const socket = await connect({ protocol: 'http:', hostname: 'receiver.test', port: server.port })
      socket.destroy()
      await once(socket, 'close')
      ended.push(new WeakRef(socket))
    }
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    await until(() => {
      collectGarbage()
      // The frames of this test may hold the last one.
      return ended.filter((socket) => socket.deref() !== undefined).length <= 1
    }, 'the sockets to be collected')
  })
})
