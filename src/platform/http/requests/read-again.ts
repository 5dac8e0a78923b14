import type { FastifyInstance } from 'fastify'
import { isConnectionLost } from '#src/platform/db/failover/sql-errors.ts'

/**
 * A GET whose database connection ends during it, as in a failover, runs once more on another connection: it changes
 * nothing, and its answer has not been sent. Register before the routes.
 */
export function readAgainAfterLoss(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return
    const { handler } = route
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        if (!isConnectionLost(error) || reply.sent) throw error
        request.log.warn({ err: error }, 'the database connection ended; reading again')
        return handler.call(this, request, reply)
      }
    }
  })
}
