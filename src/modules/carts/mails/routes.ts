import { type Static, Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, named, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { sumMinor, toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Brought, selectBrought } from './queries.ts'

const AbandonedCartResults = named(
  'AbandonedCartResults',
  Type.Object({
    days: Type.Integer({ examples: [30] }),
    mails: Type.Integer({ description: 'Mails sent in these days.', examples: [40] }),
    orders: Type.Integer({ description: 'Orders that were placed from these carts after the mail.', examples: [5] }),
    total: Type.Number({
      description: 'Totals, as they were placed, of those in the shop’s own currency.',
      examples: [212.5],
    }),
    currency: Type.String({ examples: ['GBP'] }),
    other_currencies: Type.Array(
      Type.Object({
        currency: Type.String({ examples: ['EUR'] }),
        orders: Type.Integer({ examples: [2] }),
        total: Type.Number({ examples: [80] }),
      }),
      { description: 'Those of these orders that are in others.' },
    ),
  }),
)

/** What the mails about abandoned carts brought. */
export function cartMailRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/mails/abandoned_cart/results',
    {
      config: { permission: 'dashboard.read' },
      schema: {
        tags: ['Mails'],
        operationId: 'getAbandonedCartResults',
        summary: 'What mails about abandoned carts brought',
        querystring: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 366, default: 30 }) }),
        response: { 200: envelope(AbandonedCartResults) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { days } = request.query
      const currency = await currencyOf(deps.merchants, merchantId)
      const hasMarkets = deps.merchants.hasMarkets(merchantId)
      const found = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        selectBrought(db, merchantId, days, hasMarkets),
      )
      const [inOwn, inOthers] = [true, false].map((isOwn) =>
        found.filter((row) => (row.currency === null || row.currency === currency) === isOwn),
      ) as [Brought[], Brought[]]
      const sum = (rows: readonly Brought[], name: 'mails' | 'orders') => rows.reduce((all, row) => all + row[name], 0)
      const results: Static<typeof AbandonedCartResults> = {
        days,
        mails: sum(found, 'mails'),
        orders: sum(found, 'orders'),
        total: toMajor(sumMinor(inOwn.map(({ total_minor }) => total_minor)), currency),
        currency,
        other_currencies: inOthers.map(({ currency: other, orders, total_minor }) => ({
          currency: other ?? currency,
          orders,
          total: toMajor(total_minor, other ?? currency),
        })),
      }
      return ok(results)
    },
  )
}
