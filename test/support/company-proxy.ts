import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { receiverCertificate, receiverKey } from './receiver.ts'

/** The one name that the proxy knows, which its certificate has, too. */
export const hostBehindProxy = 'receiver.test'

export interface CompanyProxy {
  port: number
  /** What was asked of it: `CONNECT receiver.test:443`, `GET http://receiver.test/…`. */
  asked: string[]
}

/**
 * The proxy of a company, the only way to `receiver.test`, which leads to a port of this machine: in tunnels with TLS,
 * and in whole addresses without. With a password it asks for it.
 */
export async function startCompanyProxy(t: TestContext, port: number, password?: string): Promise<CompanyProxy> {
  const asked: string[] = []
  const tls = createTlsServer({ cert: receiverCertificate, key: receiverKey }, (inner) => join(inner, connect(port)))
  const tlsPort = await listen(t, tls)
  const isKnown = ({ headers }: IncomingMessage) =>
    password === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(password).toString('base64')}`
  const proxy = createServer((from, answer) => {
    asked.push(`${from.method} ${from.url}`)
    if (!isKnown(from)) return answer.writeHead(407).end()
    const { pathname, search, hostname } = new URL(from.url ?? '', 'http://relative.invalid')
    if (hostname !== hostBehindProxy) return answer.writeHead(502).end()
    const { 'proxy-authorization': _, ...headers } = from.headers
    const on = request({ port, method: from.method, path: pathname + search, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    return from.pipe(on)
  })
  proxy.on('connect', (from: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${from.url}`)
    const status = !isKnown(from) ? 407 : from.url === `${hostBehindProxy}:443` ? 200 : 403
    socket.on('error', () => {})
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    return join(socket, connect(tlsPort))
  })
  return { port: await listen(t, proxy), asked }
}

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
    from.pipe(to)
  }
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
