import type { OrderRow, StoredUnits } from '#src/modules/orders/index.ts'
import { paymentChanges, startRefund } from '#src/modules/payments/index.ts'
import { taxLeft } from '#src/modules/pricing/index.ts'
import type { AuditEntry } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { refundDueAfterSeconds, type StoredRefund } from './queries.ts'
import { costOfFee, shippingLeft } from './rules.ts'
import { sourcesOf } from './sources.ts'
import { writeRefund } from './write-refund.ts'

/** The rest of a cancelled paid order: units and money. */
export interface Rest {
  units: readonly StoredUnits[]
  amountMinor: number
  actorId: string | null
}

/** Writes the refund of the rest of a cancelled paid order; `finishRefund` requests it. */
export async function refundRest(
  transaction: Transaction,
  order: OrderRow,
  { units, amountMinor, actorId }: Rest,
): Promise<{ refund: StoredRefund; entries: AuditEntry[] }> {
  const started = await startRefund(transaction, order.merchant_id, order.id)
  const sources = await sourcesOf(transaction, order)
  const shippingMinor = Math.min(shippingLeft(order), amountMinor)
  const refund = await writeRefund(transaction, order, sources, {
    id: newId(),
    amount_minor: amountMinor,
    currency: order.currency,
    items: units.map((rest) => ({ ...rest, cancelled: rest.quantity, restocked: false })),
    shipping_minor: shippingMinor,
    payment_fee_minor: units.length > 0 ? Math.min(costOfFee(order), amountMinor - shippingMinor) : 0,
    tax_lines: taxLeft(order),
    reason: null,
    actor_id: actorId,
    due_after_seconds: refundDueAfterSeconds,
  })
  const entries = started.map((payment): AuditEntry => {
    const changes = paymentChanges(payment, 'succeeded')
    return { action: 'payment.refund_started', targetId: payment.id, changes }
  })
  return { refund, entries }
}
