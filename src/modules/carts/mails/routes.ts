import { type Static, Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, named, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from '../dependencies.ts'
import { selectBrought } from './queries.ts'

const AbandonedCartResults = named(
  'AbandonedCartResults',
  Type.Object({
    days: Type.Integer({ examples: [30] }),
    mails: Type.Integer({ description: 'Mails sent in these days.', examples: [40] }),
    orders: Type.Integer({ description: 'Orders that were placed from these carts after the mail.', examples: [5] }),
    total: Type.Number({ description: 'Their totals as they were placed.', examples: [212.5] }),
    currency: Type.String({ examples: ['GBP'] }),
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
      const found = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        selectBrought(db, merchantId, days),
      )
      const { mails, orders, total_minor } = found
      const results: Static<typeof AbandonedCartResults> = {
        days,
        mails,
        orders,
        total: toMajor(total_minor, currency),
        currency,
      }
      return ok(results)
    },
  )
}
