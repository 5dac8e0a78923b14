import { Type } from 'typebox'
import { readerFor, readerParameters } from '#src/modules/markets/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Dependencies } from './dependencies.ts'
import { readShop } from './read-shop.ts'
import { PublicShop, presentShop } from './schemas.ts'

/** What a storefront needs to know of its shop. */
export function shopRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/shop',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Catalog'],
        operationId: 'getShop',
        summary: 'What a storefront shows of its shop',
        description: 'Of the shop of the key; with a session, of the one that `merchant_id` names.',
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid), ...readerParameters }),
        response: { 200: envelope(PublicShop), ...errors('NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { merchant_id: merchantId } = request.query
      if (merchantId === undefined) {
        throw invalid({ field: 'merchant_id', message: 'is required unless the request has a storefront’s key' })
      }
      const reader = await readerFor(deps, merchantId, request, reply)
      return ok(presentShop(await readShop(deps, writerOf(request), merchantId, reader)))
    },
  )
}
