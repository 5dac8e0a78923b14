import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service was asked to stop. */
    isStopping(): boolean
  }
}

/** New connections are accepted for this long after a stop begins, for requests already on their way. */
const graceMs = 100
/** A request whose head has not arrived by so long after that is dropped. */
const headMs = 1_000

/**
 * Graceful shutdown: from the start of a stop each response closes its connection, and idle connections are closed. So
 * keep-alive clients neither lose a request nor keep the process alive. Node does not count a connection with an
 * incomplete head as idle, and a closing server has no time limit for heads: such connections are closed once no
 * request is left.
 */
export function registerDraining(app: FastifyInstance): void {
  let stopping = false
  let open = 0
  // Not `closeAllConnections`, which misses connections in a TLS handshake.
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  let sweeper: NodeJS.Timeout | undefined
  app.decorate('isStopping', () => stopping)
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    stopping = true
    if (app.server.listening) await delay(graceMs)
    const readsUntil = performance.now() + headMs
    sweeper = setInterval(() => {
      app.server.closeIdleConnections()
      if (open === 0 && performance.now() > readsUntil) for (const socket of sockets) socket.destroy()
    }, 50)
  })
  app.addHook('onClose', async () => clearInterval(sweeper))
}
