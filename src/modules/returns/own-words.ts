import { draftSubject, type MailOrder, orderValues, orderVariables } from '#src/modules/orders/index.ts'
import type { ShopMail } from '#src/platform/mail/index.ts'
import { type ReturnMailKind, writeReturnMail } from './letters.ts'
import type { ReturnRow } from './queries.ts'

const names = {
  withdrawn: 'Withdrawal received',
  requested: 'Return asked for',
  approved: 'Return approved',
  label: 'Return label',
  declined: 'Return declined',
  received: 'Return arrived',
  refunded: 'Return refunded',
  closed: 'Return closed',
  cancelled: 'Return cancelled',
} as const satisfies Record<ReturnMailKind, string>

/** Mails about returns, as a shop can put them into its own words. */
export const returnMails: readonly ShopMail[] = Object.entries(names).map(([kind, name]) => ({
  kind: `return_${kind}`,
  name,
  variables: orderVariables,
  ofOrder: true,
  async draft(services, subject) {
    const { shop, order, url } = await draftSubject(services, subject)
    const row = returnOf(order, kind === 'withdrawn' ? 'withdrawal' : 'return') as ReturnRow
    const document = writeReturnMail({ kind: kind as ReturnMailKind, shop, order, row, url })
    return { shop, document, values: orderValues(shop, order) }
  },
}))

/** As if all of the order was sent back. */
function returnOf(order: MailOrder, kind: ReturnRow['kind']): Partial<ReturnRow> {
  const nothing = { message: null, deduction_reason: null, refund_due_at: null, exchange_order_id: null }
  return {
    ...nothing,
    kind,
    status: 'approved',
    currency: order.currency,
    deduction_minor: 0,
    created_at: order.created_at,
    received_at: order.created_at,
    label_url: null,
    label_type: null,
    carrier: null,
    tracking_number: null,
    refunds: [],
    items: order.items.map(({ product_id, quantity }) => ({
      product_id,
      quantity,
      quantity_cancelled: 0,
      note: null,
    })) as never,
  }
}
