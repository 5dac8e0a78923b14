import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { content } from '#test/support/sender.ts'
import { maxWaitMs } from '#test/support/until.ts'
import { createSender } from './sender.ts'

/** A receiver that writes `head`, and then `rest` again and again, while the connection is open. */
async function startFlood(t: TestContext, head: string, rest: string): Promise<string> {
  const chunk = Buffer.from(rest.repeat(1_000))
  const flood = (socket: Socket) => {
    if (!socket.destroyed) socket.write(chunk, () => setImmediate(flood, socket))
  }
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(head)
        flood(socket)
      })
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}/`
}

async function outcomeOf(t: TestContext, url: string) {
  const sender = createSender({ production: false, deadlineMs: maxWaitMs })
  t.after(() => sender.close())
  const { kind, error, durationMs } = await sender.send({ ...content, url })
  return { kind, error, inTime: durationMs < maxWaitMs }
}

const tooLong = { kind: 'network_error', error: 'answer is too long', inTime: true }

describe('an answer that goes on and on', () => {
  test('of interim answers ends the attempt', async (t) => {
    assert.deepEqual(await outcomeOf(t, await startFlood(t, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')), tooLong)
  })

  test('of one extension of a chunk ends the attempt', async (t) => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;'
    assert.deepEqual(await outcomeOf(t, await startFlood(t, head, 'x')), tooLong)
  })
})
