import type { FastifyInstance } from 'fastify'
import type { connect } from './api.ts'
import { visitorAddress } from './proxies.ts'

const kinds = ['visit', 'product', 'cart', 'checkout'] as const

/**
 * Counts the steps of visits that browser/shop.ts tells: robots run no script, and the key stays on this server. The
 * browser does not wait for the service, and an answer of the service changes nothing for the visitor.
 */
export function countVisits(app: FastifyInstance, visit: ReturnType<typeof connect>): void {
  app.post('/visits', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const kind = kinds.find((one) => one === form.get('kind'))
    reply.code(204).send()
    if (kind === undefined) return
    // The visitor's cookies are not passed on: nobody is counted twice for being known.
    visit({ cookie: undefined, address: visitorAddress(request) })
      .then(({ countVisit }) => countVisit({ kind, source: (form.get('source') ?? '').slice(0, 500) }))
      .catch((error) => request.log.debug({ err: error }, 'a visit was not counted'))
  })
}
