import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment the service was asked to stop. */
    isStopping(): boolean
  }
}

/** Requests already on their way when the stop begins still find the door open for this long. */
const graceMs = 100

/**
 * Stops without cutting anyone off: from the begin of a stop each answer closes its connection, and connections that
 * fall idle are closed, so that keep-alive clients neither lose a request nor hold the process.
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
