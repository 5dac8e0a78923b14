import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { until } from '#test/support/until.ts'
import { createResolver } from './resolver.ts'

describe('createResolver', () => {
  test('in production asks for both families, IPv4 first, and is not held up by names that hang', async (t) => {
    const server = createSocket('udp4')
    server.bind(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const held: (() => void)[] = []
    server.on('message', (query, peer) => {
      const answer = () => server.send(answerTo(query), peer.port, peer.address)
      if (labelOf(query).startsWith('hang')) held.push(answer)
      else answer()
    })
    const resolve = createResolver({
      production: true,
      servers: [`127.0.0.1:${server.address().port}`],
      // Longer than any test: what hangs ends when the name server answers, and not before.
      timeoutMs: 600_000,
    })
    let ended = 0
    // Eight: four would keep all of libuv's threads busy, and block getaddrinfo.
    const hanging = Array.from({ length: 8 }, (_, n) => resolve(`hang${n}.example`).finally(() => ended++))
    const outcomes = Promise.allSettled(hanging)
    await until(() => held.length === 16, 'the name server to be asked for both families of each')
    assert.deepEqual(await resolve('both.example'), ['192.0.2.7', '2001:db8::7'])
    assert.deepEqual(await resolve('v4.example'), ['192.0.2.7'])
    await assert.rejects(resolve('none.example'), { code: 'ENODATA' })
    assert.equal(ended, 0)
    for (const answer of held) answer()
    for (const { status } of await outcomes) assert.equal(status, 'rejected')
  })

  test('outside production knows localhost', async () => {
    const addresses = await createResolver({ production: false })('localhost')
    assert.ok(addresses.length > 0 && addresses.every((one) => one === '::1' || one.startsWith('127.')))
  })
})

/** The first label of the name that is asked for. */
function labelOf(query: Buffer): string {
  return query
    .subarray(13, 13 + (query[12] ?? 0))
    .toString()
    .toLowerCase()
}

/** A name server of a few lines: the labels say what it answers. */
function answerTo(query: Buffer): Buffer {
  const label = labelOf(query)
  const end = query.indexOf(0, 12) + 5
  const type = query.readUInt16BE(end - 4)
  const data = type === 1 ? Buffer.from([192, 0, 2, 7]) : Buffer.from('20010db8000000000000000000000007', 'hex')
  const has = label === 'both' || (label === 'v4' && type === 1)
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(has ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, query.subarray(12, end), ...(has ? [record, data] : [])])
}
