import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { receiverCertificate, startReceiver } from '#test/support/receiver.ts'
import { content, freed, startSender, untilAllClosed } from '#test/support/sender.ts'
import { until } from '#test/support/until.ts'

const { body, headers } = content

describe('an answer', () => {
  test('of status 200 is delivered, and the receiver got the exact bytes and headers', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'answer', status: 200, body: 'thanks' })
    const before = Date.now()
    const outcome = await send('/hooks?a=b%20c')
    assert.equal(outcome.kind, 'delivered')
    assert.equal(outcome.statusCode, 200)
    assert.equal(outcome.responseBody, 'thanks')
    assert.equal(outcome.error, undefined)
    assert.ok(outcome.startedAt.getTime() >= before && outcome.startedAt.getTime() <= Date.now())
    assert.ok(Number.isInteger(outcome.durationMs) && outcome.durationMs >= 0)
    const [request] = receiver.requests
    assert.equal(`${request?.method} ${request?.path}`, 'POST /hooks?a=b%20c')
    assert.ok(request?.body.equals(body))
    assert.equal(request?.headers['webhook-id'], 'evt_1')
    assert.equal(request?.headers['content-length'], String(body.length))
  })

  test('of any 2xx is delivered, of any other status rejected', async (t) => {
    const statuses = [201, 202, 204, 299, 300, 304, 400, 401, 404, 410, 429, 500, 503]
    const { send } = await startSender(
      t,
      statuses.map((status) => ({ do: 'answer', status }) as const),
    )
    for (const status of statuses) {
      const outcome = await send()
      assert.equal(outcome.kind, status < 300 ? 'delivered' : 'rejected', String(status))
      assert.equal(outcome.statusCode, status)
      assert.equal(outcome.responseBody, '')
    }
  })

  test('that redirects is rejected and not followed', async (t) => {
    const target = await startReceiver()
    t.after(() => target.close())
    for (const status of [301, 302, 303, 307, 308]) {
      const { send } = await startSender(t, { do: 'redirect', to: `${target.origin}/elsewhere`, status })
      const outcome = await send()
      assert.deepEqual([outcome.kind, outcome.statusCode], ['rejected', status])
      assert.equal(outcome.error, 'redirects are not followed')
    }
    assert.equal(target.requests.length, 0)
  })

  test('in gzip is not decompressed; NUL and invalid UTF-8 are replaced', async (t) => {
    const bytes = Buffer.from([0x1f, 0x8b, 0x00, 0x41, 0xff, 0x00, 0xc3, 0xa9])
    const { send } = await startSender(t, {
      do: 'answer',
      status: 200,
      body: bytes,
      headers: { 'content-encoding': 'gzip' },
    })
    assert.equal((await send()).responseBody, '\u001f\ufffd\ufffdA\ufffd\ufffdé')
  })

  test('of exactly 16 KiB is kept whole, and the connection is kept alive', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'answer', status: 200, body: 'x'.repeat(16_384) })
    for (let n = 0; n < 2; n += 1) {
      assert.equal((await send()).responseBody?.length, 16_384)
      await freed()
    }
    assert.equal(receiver.connections().accepted, 1)
  })

  test('of more than 16 KiB is cut between characters, and the connection is closed', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'answer', status: 200, body: `x${'é'.repeat(10_000)}` })
    const outcome = await send()
    assert.equal(outcome.kind, 'delivered')
    assert.equal(outcome.responseBody, `x${'é'.repeat(8191)}`)
    await untilAllClosed(receiver)
  })

  test('of 1 GB is not read to its end', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'flood', bytes: 1_000_000_000, status: 500 })
    const outcome = await send()
    assert.deepEqual([outcome.kind, outcome.statusCode, outcome.responseBody?.length], ['rejected', 500, 16_384])
    await untilAllClosed(receiver)
    // What the two kernels' socket buffers swallowed, which may be some megabytes.
    assert.ok(receiver.bytesWritten() < 32_000_000, `${receiver.bytesWritten()} bytes left the receiver`)
  })
})

describe('the deadline', () => {
  /** Not before the deadline. That it ends at all is what the receivers, none of which ever does, show. */
  const notBefore = (durationMs: number) => assert.ok(durationMs >= 295, `took ${durationMs} ms`)

  test('ends an attempt at a receiver that hangs, and closes the connection', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'hang' })
    const outcome = await send('/', 300)
    assert.deepEqual([outcome.kind, outcome.error, outcome.statusCode], ['timeout', 'no answer in time', undefined])
    notBefore(outcome.durationMs)
    await untilAllClosed(receiver)
  })

  test('ends an attempt whose headers never end', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'slow-headers' })
    const outcome = await send('/', 300)
    assert.deepEqual([outcome.kind, outcome.statusCode], ['timeout', undefined])
    notBefore(outcome.durationMs)
    await untilAllClosed(receiver)
  })

  test('ends an attempt whose body never ends, after a 2xx too', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'drip', status: 200 })
    // On a slow machine the time may be over before the answer begins.
    const outcome = await until(async () => {
      const ended = await send('/', 300)
      return ended.statusCode !== undefined && ended
    }, 'an answer that begins in time')
    assert.deepEqual([outcome.kind, outcome.error, outcome.statusCode], ['timeout', 'answer not finished in time', 200])
    assert.match(outcome.responseBody ?? '', /^\.+$/)
    notBefore(outcome.durationMs)
    await untilAllClosed(receiver)
  })

  test('covers the name look-up', async (t) => {
    const { sender } = await startSender(t, undefined, { resolve: () => new Promise(() => {}), deadlineMs: 300 })
    const outcome = await sender.send({ url: 'https://slow.example/', headers, body })
    assert.deepEqual([outcome.kind, outcome.error], ['timeout', 'no answer in time'])
    notBefore(outcome.durationMs)
  })

  test('covers the TLS handshake', async (t) => {
    const mute = (await import('node:net')).createServer().listen(0, '127.0.0.1')
    t.after(() => mute.close())
    const { sender } = await startSender(t)
    const { port } = mute.address() as { port: number }
    const outcome = await sender.send({ url: `https://127.0.0.1:${port}/`, headers, body, deadlineMs: 300 })
    assert.deepEqual([outcome.kind, outcome.error], ['timeout', 'no answer in time'])
    notBefore(outcome.durationMs)
  })

  test('of the sender cannot be extended by a request', async (t) => {
    const { send } = await startSender(t, { do: 'hang' }, { deadlineMs: 300 })
    const { durationMs } = await send('/', 600_000)
    notBefore(durationMs)
  })

  test('of one attempt does not affect another on the same origin', async (t) => {
    const { send } = await startSender(t, (request) =>
      request.path === '/hang' ? { do: 'hang' } : { do: 'answer', status: 200, afterMs: 400 },
    )
    const [hung, fine] = await Promise.all([send('/hang', 300), send('/fine')])
    assert.deepEqual([hung.kind, fine.kind], ['timeout', 'delivered'])
  })
})

describe('the network', () => {
  test('refusing the connection is a network_error', async (t) => {
    const { receiver, send } = await startSender(t)
    await receiver.close()
    const outcome = await send()
    assert.deepEqual([outcome.kind, outcome.error], ['network_error', 'connection refused'])
  })

  test('reset before the answer is a network_error, never sent twice, also on a reused connection', async (t) => {
    const { receiver, send } = await startSender(t, [{ do: 'reset' }, { do: 'answer', status: 200 }, { do: 'reset' }])
    const outcomes = []
    for (let n = 0; n < 3; n += 1) {
      outcomes.push(await send())
      await freed()
    }
    assert.deepEqual(
      outcomes.map(({ kind, error }) => error ?? kind),
      ['connection closed before an answer', 'delivered', 'connection closed before an answer'],
    )
    assert.equal(receiver.requests.length, 3)
    assert.equal(receiver.requests[1]?.remotePort, receiver.requests[2]?.remotePort)
  })

  test('reset within a 2xx answer is a network_error with the part that was read', async (t) => {
    const { send } = await startSender(t, { do: 'reset', within: 'answer' })
    const outcome = await send()
    assert.deepEqual([outcome.kind, outcome.error], ['network_error', 'connection closed within the answer'])
    assert.deepEqual([outcome.statusCode, outcome.responseBody], [200, 'the beginning'])
  })

  test('with another protocol than HTTP is a network_error', async (t) => {
    const { createServer } = await import('node:net')
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0-OpenSSH_9.0\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const { sender } = await startSender(t)
    const { port } = server.address() as { port: number }
    const plain = await sender.send({ url: `http://127.0.0.1:${port}/`, headers, body })
    assert.deepEqual([plain.kind, plain.error], ['network_error', 'answer is not valid HTTP'])
    const encrypted = await sender.send({ url: `https://127.0.0.1:${port}/`, headers, body })
    assert.deepEqual([encrypted.kind, encrypted.error], ['network_error', 'TLS handshake failed'])
  })

  test('with a name that does not resolve is a network_error', async (t) => {
    const resolve = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }))
    const { sender } = await startSender(t, undefined, { resolve })
    const outcome = await sender.send({ url: 'https://nowhere.example/', headers, body })
    assert.deepEqual([outcome.kind, outcome.error], ['network_error', 'name not resolved'])
  })

  test('with a dead first address connects to the second', async (t) => {
    const { receiver, sender } = await startSender(t, undefined, { resolve: async () => ['127.0.0.9', '127.0.0.1'] })
    const outcome = await sender.send({ url: `http://several.localhost:${receiver.port}/`, headers, body })
    assert.equal(outcome.kind, 'delivered')
  })
})

describe('https', () => {
  test('to a name with a trusted certificate is delivered over HTTP/1.1', async (t) => {
    const { receiver, sender } = await startSender(t, undefined, {
      tls: true,
      ca: receiverCertificate,
      resolve: async () => ['127.0.0.1'],
    })
    for (const host of ['receiver.test', '127.0.0.1', 'receiver.test.']) {
      const outcome = await sender.send({ url: `https://${host}:${receiver.port}/`, headers, body })
      assert.equal(outcome.kind, 'delivered', outcome.error)
    }
    assert.ok(receiver.requests[0]?.body.equals(body))
  })

  test('with an untrusted certificate, or one of another host, is a network_error and sends nothing', async (t) => {
    const first = await startSender(t, undefined, { tls: true })
    assert.deepEqual((await first.send()).error, 'certificate not trusted')
    const resolve = async () => ['127.0.0.1']
    const second = await startSender(t, undefined, { tls: true, ca: receiverCertificate, resolve })
    const url = `https://other.test:${second.receiver.port}/`
    assert.deepEqual((await second.sender.send({ url, headers, body })).error, 'certificate is for another host')
    assert.equal(first.receiver.requests.length + second.receiver.requests.length, 0)
  })
})
