import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { findOwnProduct } from './manage-products.ts'
import { countPrices, type PriceRow, selectPrices } from './price-queries.ts'

const PastPrice = named(
  'PastPrice',
  Type.Object({
    price: Type.Number({ examples: [39.9] }),
    compare_at_price: Nullable(Type.Number()),
    currency: Type.String(),
    starts_at: Timestamp,
    ends_at: Nullable(Timestamp),
  }),
)

function present({ price_minor, compare_at_minor, currency, starts_at, ends_at }: PriceRow) {
  return {
    price: toMajor(price_minor, currency),
    compare_at_price: compare_at_minor === null ? null : toMajor(compare_at_minor, currency),
    currency,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
  }
}

/** What the lowest price of the 30 days before a reduction is taken from. */
export function priceRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/products/:id/prices',
    {
      config: { permission: 'products.read' },
      schema: {
        tags: ['Products'],
        operationId: 'listPrices',
        summary: 'What a product cost from when to when, newest first',
        description:
          'While it was active. The history begins with the release that keeps it. `ends_at` is null as long as the ' +
          'price is in force.',
        params: Type.Object({ id: Uuid }),
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(PastPrice) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { id } = request.params
      const list = paginate(deps, ['/admin/products/prices', merchantId, id], request.query)
      const shop = deps.shop(merchantId)
      await findOwnProduct(shop, merchantId, id)
      const rows = await selectPrices(shop, merchantId, id, list.request)
      const count = () => countPrices(shop, merchantId, id)
      return list.answer(await toPage(rows, list.request, count, ({ position }) => [position]), present)
    },
  )
}
