import { presentDraft, presentForStaff, StaffOrder } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { priceErrors } from '../checkout-schemas.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentQuote, Quote } from '../quote-schemas.ts'
import { readDraft, saveDraft } from './save-draft.ts'
import { PlaceStaffOrder, QuoteStaffOrder } from './schemas.ts'
import { placeStaffOrder, quoteStaffOrder, readStaffOrder } from './staff-order.ts'

const tags = ['Orders']

export function staffOrderRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'placeStaffOrder',
        summary: 'Place an order for a customer',
        description:
          'As on the telephone: with prices and items of its own. Its units are reserved at once, and it waits for ' +
          'its payment until `expires_at`. Limits of shoppers do not bind it. Record its payment, or send a payment ' +
          'link. Gift cards also take `gift_cards.write`. `draft: true` keeps it as a draft (`status: draft`), with ' +
          'a quote for the customer at `quote_url`.',
        body: PlaceStaffOrder,
        response: { 201: envelope(StaffOrder), ...errors(...priceErrors, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const services = { db: deps.shop(staff.merchantId), seal: deps.seal }
      const { draft: isDraft = false, ...body } = request.body
      if (isDraft) {
        const read = await readDraft(deps, staff, body)
        return once(services, request, reply, 201, async (executor) =>
          ok(presentDraft(await saveDraft(executor, staff, read), deps.config)),
        )
      }
      const { valid_until, ...order } = body
      if (valid_until != null) throw invalid({ field: 'valid_until', message: 'is of a draft: send draft: true' })
      if (order.customer === undefined) throw invalid({ field: 'customer', message: 'is required' })
      const read = await readStaffOrder(deps, staff, order)
      return once(services, request, reply, 201, async (executor) =>
        ok(presentForStaff(await placeStaffOrder(executor, staff, read))),
      )
    },
  )

  app.post(
    '/admin/orders/quote',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'quoteStaffOrder',
        summary: 'Quote an order by staff without placing it',
        description: 'Takes the body of the order, in which the customer may be missing. Writes and reserves nothing.',
        body: QuoteStaffOrder,
        response: { 200: envelope(Quote), ...errors(...priceErrors) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const read = await readStaffOrder(deps, staff, request.body)
      return ok(presentQuote(await quoteStaffOrder(deps.shop(staff.merchantId), read)))
    },
  )
}
