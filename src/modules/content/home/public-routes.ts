import type { App } from '#src/platform/http/app.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { OneShop, shopOf } from '../names/one-shop.ts'
import { readShownHome } from './manage-home.ts'
import { CatalogHome } from './schemas.ts'

/** The home page as shoppers see it. */
export function publicHomeRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/home',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Content'],
        operationId: 'getHome',
        summary: 'The sections of a shop’s home page',
        description:
          'Without what is gone, or not published. A row shows the products of `/catalog/products?collection=`. ' +
          'Empty until the shop has written them.',
        querystring: OneShop,
        response: { 200: envelope(CatalogHome) },
      },
    },
    async (request) => {
      const merchantId = shopOf(request.query)
      const sections = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        readShownHome(db, merchantId),
      )
      return ok({ sections })
    },
  )
}
