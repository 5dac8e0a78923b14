import { Type } from 'typebox'
import { readerParameters, readingFor } from '#src/modules/markets/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { envelope, ok, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { showGroup, viewerOf } from '../prices/shown.ts'
import { presentForShoppers } from './present.ts'
import { findActiveGroup } from './read-groups.ts'
import { CatalogProductGroup } from './schemas.ts'

/** What shoppers see of groups. */
export function productGroupRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/product-groups/:id',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Catalog'],
        operationId: 'getProductGroup',
        summary: 'One active product group with its variants for sale',
        description: 'Variants in their order, and for each option its values. A draft or archived group is a 404.',
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid), ...readerParameters }),
        response: { 200: envelope(CatalogProductGroup) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { merchant_id: merchantId } = request.query
      const viewer = viewerOf(deps, merchantId, await readingFor(deps, request, reply))
      const group = await deps.reads.run(writerOf(request), deps.db, async (db) =>
        showGroup(viewer(db), presentForShoppers(await findActiveGroup(db, id, merchantId))),
      )
      return ok(group)
    },
  )
}
