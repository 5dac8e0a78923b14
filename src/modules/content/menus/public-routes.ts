import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { OneShop, shopOf } from '../names/one-shop.ts'
import { readShownMenu } from './manage-menus.ts'
import { CatalogMenu, Handle } from './schemas.ts'

/** Menus as shoppers see them. */
export function publicMenuRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/menus/:handle',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Content'],
        operationId: 'getMenu',
        summary: 'A menu of a shop',
        description:
          'Without what is gone, or not published, and what stands below it. `main` and `footer` are empty until ' +
          'they are written; 404 for others.',
        params: Type.Object({ handle: Handle }),
        querystring: OneShop,
        response: { 200: envelope(CatalogMenu) },
      },
    },
    async (request) => {
      const merchantId = shopOf(request.query)
      const { handle } = request.params
      return ok(
        await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) => readShownMenu(db, merchantId, handle)),
      )
    },
  )
}
