import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Replica } from '#src/platform/db/replicas/replica.ts'

/** Whose reads must show what it has written: the session of the access token, or the API key. */
export function writerOf({ claims, apiKey }: Pick<FastifyRequest, 'claims' | 'apiKey'>): string {
  const writer = apiKey?.id ?? claims?.sessionId
  if (writer === undefined) throw new Error('this route stands outside every authenticated scope')
  return writer
}

/**
 * Notes who has written, before the answer is sent: from then on the writer may read at any process. A request counts
 * as a write whatever its handler did and answered: what it wrote outside of transactions, or an earlier request with
 * its idempotency key, is committed by then, too. A server error promises nothing, so nothing is noted.
 */
export function noteWrites(app: FastifyInstance, replica: Pick<Replica, 'wrote'>): void {
  /** Those that reached their handler. */
  const begun = new WeakSet<FastifyRequest>()
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || route.method === 'OPTIONS') return
    const { preHandler = [], onSend = [] } = route
    route.preHandler = [
      ...[preHandler].flat(),
      (request, _reply, done) => {
        if (request.claims !== null || request.apiKey !== null) begun.add(request)
        done()
      },
    ]
    route.onSend = [
      ...[onSend].flat(),
      (request, reply, payload, done) => {
        if (!begun.delete(request) || reply.statusCode >= 500) return done(null, payload)
        replica.wrote(writerOf(request)).then(() => done(null, payload), done)
      },
    ]
  })
}
