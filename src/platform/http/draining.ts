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

/**
 * Graceful shutdown: from the start of a stop each response closes its connection, and idle connections are closed, so
 * that keep-alive clients neither lose a request nor keep the process alive.
 */
export function registerDraining(app: FastifyInstance): void {
  let stopping = false
  let sweeper: NodeJS.Timeout | undefined
  app.decorate('isStopping', () => stopping)
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    stopping = true
    await delay(graceMs)
    sweeper = setInterval(() => app.server.closeIdleConnections(), 50)
  })
  app.addHook('onClose', async () => clearInterval(sweeper))
}
