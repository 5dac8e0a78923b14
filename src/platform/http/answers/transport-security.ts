import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { answerHeaders } from './headers.ts'

/** Called by the orchestrator inside the network, over plain HTTP. */
const internal = new Set(['/health/live', '/health/ready'])

/** Security headers for every response; in production, plain HTTP is refused. */
export function registerTransportSecurity(app: FastifyInstance, production: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    setAnswerHeaders(request, reply, production)
    // Behind a trusted proxy (TRUST_PROXY) this is the client's protocol as the proxy reports it.
    if (production && request.protocol !== 'https' && !internal.has(request.routeOptions.url ?? '')) {
      throw new AppError('VALIDATION_ERROR', 'this service accepts HTTPS only')
    }
  })
}

function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply, production: boolean): void {
  reply.headers(answerHeaders).header('x-request-id', request.id)
  if (production) reply.header('strict-transport-security', 'max-age=31536000')
}
