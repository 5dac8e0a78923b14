import type { FastifyInstance } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'

/** Reached by the platform itself, inside its network, over plain HTTP. */
const internal = new Set(['/health/live', '/health/ready', '/metrics'])

/** Headers every answer has, and in production the refusal of whatever did not come by TLS. */
export function registerTransportSecurity(app: FastifyInstance, production: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (!production) return
    reply.header('strict-transport-security', 'max-age=31536000')
    // Behind a proxy this is what a trusted one says of the client's side (TRUST_PROXY), else what the socket is.
    if (request.protocol !== 'https' && !internal.has(request.routeOptions.url ?? '')) {
      throw new AppError('VALIDATION_ERROR', 'this service is reached over HTTPS only')
    }
  })
}
