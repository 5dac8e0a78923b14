import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'

describeService('input that reaches no route', ({ service }) => {
  before(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
  })

  function send(text: string): Promise<string> {
    const { port } = service.app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (bytes) => {
        answer += bytes
      })
      socket.on('error', reject).on('close', () => resolve(answer))
    })
  }

  const end = 'host: localhost\r\nconnection: close\r\n\r\n'
  const requests: [what: string, text: string, status: number, code: string][] = [
    ['no HTTP', 'hello\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n${end}`, 431, 'HEADERS_TOO_LARGE'],
    ['a path over 16 KiB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${end}`, 431, 'HEADERS_TOO_LARGE'],
    ['a path that cannot be decoded', `GET /%ZZ HTTP/1.1\r\n${end}`, 404, 'NOT_FOUND'],
    [
      'an id of 10,000 characters',
      `GET /catalog/products/${'x'.repeat(10_000)} HTTP/1.1\r\n${end}`,
      401,
      'MISSING_TOKEN',
    ],
    ['an unknown path', `GET /no/such/route HTTP/1.1\r\n${end}`, 404, 'NOT_FOUND'],
    ['an unknown method', `PROPFIND /user/orders HTTP/1.1\r\n${end}`, 405, 'METHOD_NOT_ALLOWED'],
    ['two hosts', `GET /user/orders HTTP/1.1\r\nHost: other.example\r\n${end}`, 400, 'VALIDATION_ERROR'],
    ['a target of another host', `GET http://other.example/ HTTP/1.1\r\n${end}`, 400, 'VALIDATION_ERROR'],
    ['a target of another port', `GET http://localhost:81/ HTTP/1.1\r\n${end}`, 400, 'VALIDATION_ERROR'],
    ['a target of the same host', `GET http://LOCALHOST:80/no/such/route HTTP/1.1\r\n${end}`, 404, 'NOT_FOUND'],
    ['no host', 'GET /user/orders HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'two lengths',
      `POST /user/login HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n${end}`,
      400,
      'VALIDATION_ERROR',
    ],
  ]
  for (const [what, text, status, code] of requests) {
    it(`such as ${what} is answered ${status} ${code}, with the headers of every answer`, async () => {
      const answer = await send(text)
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 200))
      const id = /x-request-id: (\S+)/i.exec(answer)?.[1]
      for (const header of [/access-control-allow-origin: \*/i, /x-content-type-options: nosniff/i])
        assert.match(answer, header)
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
      assert.deepEqual([body.success, body.error.code, body.error.request_id], [false, code, id])
    })
  }
})
