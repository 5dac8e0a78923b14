import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPublicAddress } from '#src/platform/egress/address-guard.ts'
import { receiverCertificate, startReceiver } from '#test/support/receiver.ts'
import { maxWaitMs } from '#test/support/until.ts'
import { createSender, type SenderOptions } from './sender.ts'

const body = Buffer.from('{"id":"evt_1"}')
const headers = { 'content-type': 'application/json' }

function makeSender(t: TestContext, options: Partial<SenderOptions>) {
  const sender = createSender({ production: false, deadlineMs: maxWaitMs, ...options })
  t.after(() => sender.close())
  return { send: (url: string) => sender.send({ url, headers, body }) }
}

describe('the address guard', () => {
  test('in production blocks loopback addresses in every notation before it connects', async (t) => {
    const receiver = await startReceiver(undefined, { tls: true })
    t.after(() => receiver.close())
    const { send } = makeSender(t, { production: true, ca: receiverCertificate })
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:7f00:1]',
      '127.0.0.1.',
    ]) {
      const outcome = await send(`https://${host}:${receiver.port}/`)
      assert.deepEqual([outcome.kind, outcome.error], ['blocked', 'address not allowed'], host)
    }
    assert.equal((await send(`http://127.0.0.1:${receiver.port}/`)).kind, 'blocked')
    assert.equal(receiver.connections().accepted, 0)
  })

  test('in production blocks a public name of a private address, without naming the address', async (t) => {
    const receiver = await startReceiver(undefined, { tls: true })
    t.after(() => receiver.close())
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '64:ff9b::7f00:1']) {
      const { send } = makeSender(t, { production: true, ca: receiverCertificate, resolve: async () => [address] })
      const outcome = await send(`https://receiver.test:${receiver.port}/`)
      assert.deepEqual([outcome.kind, outcome.error], ['blocked', 'address not allowed'], address)
    }
    assert.equal(receiver.connections().accepted, 0)
  })

  test('blocks a name that is rebound between two deliveries, and resolves once for each connection', async (t) => {
    // 127.0.0.2 stands for a public address, 127.0.0.1 for the target of an attacker.
    const [outside, inside] = [await startReceiver(undefined, { host: '127.0.0.2', tls: true }), await startReceiver()]
    t.after(() => Promise.all([outside.close(), inside.close()]))
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']]
    let asked = 0
    const { send } = makeSender(t, {
      production: true,
      ca: receiverCertificate,
      idleMs: 1,
      policy: () => (address) => address === '127.0.0.2' || isPublicAddress(address),
      resolve: async () => answers[asked++] ?? [],
    })
    const url = `https://receiver.test:${outside.port}/`
    outside.behave({ do: 'answer', status: 200, headers: { connection: 'close' } })
    const outcomes = [await send(url), await send(url), await send(url)]
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['delivered', 'blocked', 'blocked'],
    )
    assert.equal(asked, 3)
    assert.deepEqual([outside.connections().accepted, inside.connections().accepted], [1, 0])
  })

  test('in production blocks an address with a private host whatever the policy of connections allows', async (t) => {
    const receiver = await startReceiver(undefined, { tls: true })
    t.after(() => receiver.close())
    const { send } = makeSender(t, { production: true, ca: receiverCertificate, policy: () => () => true })
    assert.equal((await send(receiver.origin)).kind, 'blocked')
    assert.equal(receiver.connections().accepted, 0)
  })

  test('judges the connection once more after it is made, before a byte is written', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    let asked = 0
    const { send } = makeSender(t, { policy: () => () => asked++ === 0 })
    assert.equal((await send(receiver.origin)).kind, 'blocked')
    assert.deepEqual([asked, receiver.requests.length], [2, 0])
  })

  test('outside production blocks plain http to names that resolve to other machines', async (t) => {
    const { send } = makeSender(t, { resolve: async () => ['10.0.0.1'] })
    assert.equal((await send('http://hooks.localhost/')).kind, 'blocked')
    assert.equal((await send('http://example.com/')).kind, 'blocked')
  })
})

/** A real HTTP proxy that tunnels, or answers CONNECT with a status. */
async function startProxy(t: TestContext, answer: number | 'tunnel' | 'reset' | 'hang' = 'tunnel') {
  const asked: { target: string; authorization: string | undefined; from: string | undefined }[] = []
  const server = createServer()
  server.on('connect', (request, socket, head) => {
    asked.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
      from: request.socket.remoteAddress,
    })
    socket.on('error', () => {})
    if (answer === 'hang') return
    if (answer === 'reset') return void socket.destroy()
    if (answer !== 'tunnel') return void socket.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`)
    const { hostname, port } = new URL(`http://${request.url}`)
    const upstream = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  return { url: `http://127.0.0.1:${port}`, port, asked, close }
}

describe('the egress proxy', () => {
  const resolve = async () => ['127.0.0.1']

  test('gets the checked address, not the name; TLS is with the receiver, tunnels are kept alive', async (t) => {
    const receiver = await startReceiver(undefined, { tls: true })
    t.after(() => receiver.close())
    const proxy = await startProxy(t)
    const { send } = makeSender(t, {
      proxyUrl: `http://us%40er:se%3Acret@127.0.0.1:${proxy.port}`,
      localAddresses: ['127.0.0.4'],
      ca: receiverCertificate,
      resolve,
    })
    for (let n = 0; n < 3; n += 1) {
      const outcome = await send(`https://receiver.test:${receiver.port}/`)
      assert.equal(outcome.kind, 'delivered', outcome.error)
      await sleep(5)
    }
    const authorization = `Basic ${Buffer.from('us@er:se:cret').toString('base64')}`
    assert.deepEqual(proxy.asked, [{ target: `127.0.0.1:${receiver.port}`, authorization, from: '127.0.0.4' }])
    assert.equal(receiver.requests[0]?.headers['proxy-authorization'], undefined)
  })

  test('does not bypass the address guard', async (t) => {
    const proxy = await startProxy(t)
    const { send } = makeSender(t, { production: true, proxyUrl: proxy.url, resolve })
    assert.equal((await send('https://receiver.test/')).kind, 'blocked')
    assert.equal(proxy.asked.length, 0)
  })

  test('that answers CONNECT with 407 or 5xx, hangs up or refuses connections is an egress_fault', async (t) => {
    for (const answer of [407, 400, 500, 502, 503, 504]) {
      const { send } = makeSender(t, { proxyUrl: (await startProxy(t, answer)).url, resolve })
      const outcome = await send('https://receiver.test/')
      assert.deepEqual([outcome.kind, outcome.error], ['egress_fault', `egress proxy answered ${answer}`])
    }
    const gone = await startProxy(t)
    gone.close()
    for (const { url } of [await startProxy(t, 'reset'), gone]) {
      const { send } = makeSender(t, { proxyUrl: url, resolve })
      const outcome = await send('https://receiver.test/')
      assert.deepEqual([outcome.kind, outcome.error], ['egress_fault', 'egress proxy not reached'])
    }
  })

  test('that answers CONNECT with 403 blocks', async (t) => {
    const { send } = makeSender(t, { proxyUrl: (await startProxy(t, 403)).url, resolve })
    const outcome = await send('https://receiver.test/')
    assert.deepEqual([outcome.kind, outcome.error], ['blocked', 'refused by the egress proxy'])
  })

  test('that never answers CONNECT ends at the deadline', async (t) => {
    const { send } = makeSender(t, { proxyUrl: (await startProxy(t, 'hang')).url, resolve, deadlineMs: 300 })
    const outcome = await send('https://receiver.test/')
    assert.equal(outcome.kind, 'timeout')
  })

  test("is not blamed for the receiver's errors", async (t) => {
    const receiver = await startReceiver({ do: 'reset' }, { tls: true })
    t.after(() => receiver.close())
    const proxy = await startProxy(t)
    const { send } = makeSender(t, { proxyUrl: proxy.url, resolve, ca: receiverCertificate })
    assert.equal((await send(`https://receiver.test:${receiver.port}/`)).kind, 'network_error')
    assert.equal((await send(`https://other.test:${receiver.port}/`)).error, 'certificate is for another host')
  })
})
