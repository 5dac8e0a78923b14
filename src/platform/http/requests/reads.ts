import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Replica } from '#src/platform/db/replicas/replica.ts'

type Caller = Pick<FastifyRequest, 'claims' | 'apiKey' | 'storefront'>

/** Whose reads must show what it has written: the session of the access token, or the API key. */
export function writerOf({ claims, apiKey, storefront }: Caller): string {
  const writer = apiKey?.id ?? claims?.sessionId ?? storefront?.id
  if (writer === undefined) throw new Error('this route stands outside every authenticated scope')
  return writer
}

/**
 * Records the writer before the answer is sent: from then on it may read at any process. Every request that is not a
 * GET counts as a write, whatever its handler did and answered: writes outside of transactions, or of an earlier
 * request with its idempotency key, are committed by then, too. A server error promises nothing, so it is not recorded.
 */
export function noteWrites(app: FastifyInstance, replica: Pick<Replica, 'wrote'>): void {
  /** Requests that reached their handler. */
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
