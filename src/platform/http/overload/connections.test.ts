import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { before, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { type ContractChecker, createContractChecker } from '#test/support/contract.ts'
import { started } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { makeProducts } from '#test/support/products.ts'
import { receiverCertificate, receiverKey } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { contractOf } from '../openapi/openapi.ts'

/**
 * Slow clients on real sockets. Nothing here says how long something takes: only that it ends, and how. A pause of this
 * process counts where the head is late, not where the body is: that is counted in ticks.
 */
const limits = { headersTimeoutMs: 3_000, bodyTimeoutMs: 500, bytesPerSecond: 100_000, tickMs: 50, heartbeatMs: 20_000 }

describe('a slow client', () => {
  const service = started(() => startTestApp({}, undefined, { limits }))
  let merchant: TestMerchant
  let checkContract: ContractChecker
  before(async () => {
    checkContract = createContractChecker(contractOf(service.app))
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    merchant = await makeMerchant(service)
  })

  it('a request without a host answers 400, health too', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { socket, closed } = open()
      socket.write(`GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`)
      const [head = '', body = ''] = (await closed).split('\r\n\r\n')
      assert.match(head, /^HTTP\/1.1 400 /)
      checkContract({ method: 'GET', path, status: 400, contentType: 'application/json', body })
    }
  })

  it('a request that expects what nobody knows is answered as without', async () => {
    const { socket, closed } = open()
    socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nexpect: more\r\nconnection: close\r\n\r\n')
    const [head = ''] = (await closed).split('\r\n\r\n')
    assert.match(head, /^HTTP\/1.1 200 .*x-request-id: /s)
  })

  /** A connection, what it has answered so far, and its end. */
  function open(): { socket: Socket; answer(): string; closed: Promise<string> } {
    const { port } = service.app.server.address() as AddressInfo
    return follow(connect(port, '127.0.0.1'))
  }

  function follow(socket: Socket): { socket: Socket; answer(): string; closed: Promise<string> } {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('error', () => {})
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
    return { socket, answer: () => text, closed }
  }

  function headOf(method: string, path: string, headers: Record<string, string> = {}): string {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  }

  /** Sends a piece now and then until the connection ends. Answers how often it has. */
  function trickle(socket: Socket, piece: string): () => number {
    let sent = 0
    const timer = setInterval(() => {
      sent++
      socket.write(piece)
    }, 20)
    socket.on('close', () => clearInterval(timer))
    return () => sent
  }

  function assertTimeout(answer: string): void {
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    for (const header of [/x-request-id: \S+/, /access-control-allow-origin: \*/, /connection: close/])
      assert.match(answer, header)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code, 'REQUEST_TIMEOUT')
  }

  it('that sends nothing, or its headers a byte at a time, is answered 408', async () => {
    const [silent, slow] = [open(), open()]
    slow.socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: ')
    trickle(slow.socket, 'x')
    assertTimeout(await silent.closed)
    assertTimeout(await slow.closed)
  })

  it('that sends its body a byte at a time is answered 408', async () => {
    const { socket, closed } = open()
    const headers = { 'device-id': 'slow', 'content-type': 'application/json', 'content-length': '1000' }
    socket.write(headOf('POST', '/user/login', headers))
    trickle(socket, ' ')
    assertTimeout(await closed)
  })

  it('is answered 408 although a request that began before it has been answered', async () => {
    const head = headOf('POST', '/user/login', {
      'device-id': 'slow',
      'content-type': 'application/json',
      'content-length': '2',
    })
    const begin = async () => {
      const begun = open()
      begun.socket.write(head)
      await once(service.app.server, 'request')
      return begun
    }
    const first = await begin()
    const others = [await begin(), await begin(), await begin()]
    first.socket.write('{}')
    await until(async () => first.answer().startsWith('HTTP/1.1 400'), 'an answer')
    for (const { closed } of others) assertTimeout(await closed)
    first.socket.destroy()
  })

  it('whose request was refused before its body came is cut off', async () => {
    for (const path of ['/user/login', '/no/such/route', '/%ZZ']) {
      const { socket, closed } = open()
      socket.write(headOf('POST', path, { 'content-type': 'application/json', 'content-length': '1000' }))
      const sent = trickle(socket, ' ')
      assert.match(await closed, /^HTTP\/1\.1 40[148] /, path)
      assert.ok(sent() < 1_000, 'all of the body was waited for')
    }
  })

  it('may send the next request after one whose body was refused unread', async () => {
    const { socket, answer } = open()
    const length = 1_000_000
    const headers = { 'device-id': 'quick', 'content-type': 'text/plain', 'content-length': String(length) }
    socket.write(headOf('POST', '/user/login', headers))
    await until(async () => answer() !== '' || socket.destroyed, 'the refusal')
    socket.write(' '.repeat(length))
    socket.write(headOf('GET', '/health/live'))
    await until(async () => answer().includes('"ok"') || socket.destroyed, 'the next answer')
    assert.match(answer(), /^HTTP\/1\.1 415 [\s\S]*HTTP\/1\.1 200 OK/)
    socket.destroy()
  })

  const importOf = (length: number) =>
    headOf('POST', '/admin/products/import', {
      ...merchant.owner.headers,
      connection: 'close',
      'content-type': 'application/x-ndjson',
      'content-length': String(length),
    })

  it('that sends a file more slowly than allowed is answered 408, and one that is quick enough 200', async () => {
    const slow = open()
    slow.socket.write(importOf(500))
    trickle(slow.socket, '\n')
    const quick = open()
    const [line, count] = [
      `${JSON.stringify({ sku: 'quick', name: 'x', price: 1, description: 'x'.repeat(4_000) })}\n`,
      60,
    ]
    quick.socket.write(importOf(line.length * count))
    // 4 kB in 20 ms, twice of what is asked for, and more than twice as long as a body may take.
    let sent = 0
    const begun = performance.now()
    const timer = setInterval(() => {
      // All that are due: on a slow machine the timer is late.
      for (; sent < count && sent * 20 <= performance.now() - begun; sent++) quick.socket.write(line)
      if (sent === count) clearInterval(timer)
    }, 20)
    assertTimeout(await slow.closed)
    await until(async () => quick.answer().includes('"completed"') || quick.socket.destroyed, 'the import to end')
    assert.match(quick.answer(), /^HTTP\/1\.1 200 OK/)
    quick.socket.destroy()
  })

  it('that leaves before its file is read takes nobody with it', async () => {
    const connections = promisify(service.app.server.getConnections.bind(service.app.server))
    const before = await connections()
    const { socket } = open()
    // The import waits for this before it reads.
    const lock = await holdLocks(service, sql`lock table product_imports in access exclusive mode`)
    socket.write(`${importOf(500)}\n`)
    await until(async () => (await lockWaits(service)) > 0, 'the import to begin')
    socket.destroy()
    // What is thrown where nobody listens fails this test.
    await until(async () => (await connections()) <= before, 'the service to notice')
    const { status } = await service.request('GET', '/health/live')
    await lock.commit()
    await until(async () => (await lockWaits(service)) === 0, 'the import to go on')
    assert.deepEqual([status, (await service.request('GET', '/health/ready')).status], [200, 200])
  })

  it('that does not read its answers is cut off, and what they need is released', async () => {
    const description = 'x'.repeat(10_000)
    await makeProducts(
      service,
      merchant,
      Array.from({ length: 100 }, () => ({ description })),
    )
    const { port } = service.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    // More than the buffers of both ends of a connection hold.
    for (let n = 0; n < 45; n++) socket.write(headOf('GET', '/admin/products/export', merchant.owner.headers))
    const connections = () =>
      new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)))
    await until(async () => (await connections()) > 0, 'the connection to be there')
    await until(async () => (await connections()) === 0, 'the connection to be closed')
    let received = 0
    socket.on('data', (bytes) => {
      received += bytes.length
    })
    await once(socket, 'close')
    assert.ok(received < 45 * 100 * description.length, `${received} bytes`)
  })

  it('of TLS that does not shake hands is cut off; one that sends a byte at a time is answered 408', async (t) => {
    const tls = { cert: Buffer.from(receiverCertificate), key: Buffer.from(receiverKey) }
    const secure = await startTestApp({}, service.databaseUrl, { limits, tls })
    t.after(() => secure.close())
    await secure.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = secure.app.server.address() as AddressInfo
    const begun = connect(port, '127.0.0.1').on('error', () => {})
    begun.write(Buffer.from('160301', 'hex')) // a record of a handshake follows
    const ended = once(begun.resume(), 'close')
    for (const [head, piece] of [
      ['GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: ', 'x'],
      [
        headOf('POST', '/user/login', {
          'device-id': 'slow',
          'content-type': 'application/json',
          'content-length': '1000',
        }),
        ' ',
      ],
    ] as const) {
      const socket = connectTls({ port, host: '127.0.0.1', ca: receiverCertificate })
      const { closed } = follow(socket)
      await once(socket, 'secureConnect')
      socket.write(head)
      trickle(socket, piece)
      assertTimeout(await closed)
    }
    await ended
  })

  it('that reads its answers in time gets all of them', async () => {
    const { socket, answer } = open()
    for (let n = 0; n < 5; n++) socket.write(headOf('GET', '/health/live'))
    await until(async () => answer().split('HTTP/1.1 200 OK').length === 6, 'all answers')
    socket.destroy()
  })
})
