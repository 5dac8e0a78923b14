import type { FastifyInstance } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'

/** Called by the orchestrator inside the network, over plain HTTP. */
const internal = new Set(['/health/live', '/health/ready'])

/** Security headers for every response; in production, plain HTTP is refused. */
export function registerTransportSecurity(app: FastifyInstance, production: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    // Pages replace this policy by their own.
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    reply.header('referrer-policy', 'no-referrer')
    if (!production) return
    reply.header('strict-transport-security', 'max-age=31536000')
    // Behind a trusted proxy (TRUST_PROXY) this is the client's protocol as the proxy reports it.
    if (request.protocol !== 'https' && !internal.has(request.routeOptions.url ?? '')) {
      throw new AppError('VALIDATION_ERROR', 'this service accepts HTTPS only')
    }
  })
}
