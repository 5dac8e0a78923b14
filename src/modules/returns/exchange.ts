import { placeOrder } from '#src/modules/checkout/index.ts'
import { type MerchantDirectory, merchantOf } from '#src/modules/merchants/index.ts'
import { dueOf, lockOrder, type OrderRow } from '#src/modules/orders/index.ts'
import { chargeUnit, type PaymentProviders } from '#src/modules/payments/index.ts'
import { moveOrder, payWithCredit } from '#src/modules/settlement/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { selectExchangeTerms, updateExchange } from './exchange-queries.ts'
import { planExchange, type RequestedExchange } from './exchange-rules.ts'
import type { ReturnRow } from './queries.ts'
import type { ReturnMover, ReturnStatus } from './rules.ts'

export interface ExchangeServices {
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
}

/**
 * Places the order of what the customer gets instead: reserved at once, to be paid by what the return gives back.
 * @throws AppError VALIDATION_ERROR, INVALID_TRANSITION, and what an order by staff throws
 */
export async function exchangeReturn(
  transaction: Transaction,
  { merchants, paymentProviders }: ExchangeServices,
  staff: Staff,
  { row, order }: { row: ReturnRow; order: OrderRow },
  requested: readonly RequestedExchange[],
): Promise<ReturnRow> {
  const { status, exchange_order_id } = row
  if (exchange_order_id !== null || (status !== 'approved' && status !== 'received')) {
    const reason = exchange_order_id === null ? 'not_approved' : 'has_exchange'
    const message = exchange_order_id === null ? 'must be approved before an exchange' : 'already has an exchange'
    throw new AppError('INVALID_TRANSITION', `a return ${message}`, { details: { status, reason } })
  }
  const merchant = await merchantOf(merchants, staff.merchantId)
  const productIds = [
    ...requested.map((one) => one.product_id.toLowerCase()),
    ...row.items.map((item) => item.product_id),
  ]
  const { groups, until } = await selectExchangeTerms(transaction, merchant.id, productIds)
  const { lines, discountMinor } = planExchange(row.items, order.items, requested, groups)
  const { email, shipping_address, billing_address, buyer_vat } = order
  const placed = await placeOrder(
    transaction,
    { userId: order.user_id, merchant },
    {
      items: lines.map(({ productId: product_id, quantity }) => ({ product_id, quantity })),
      email,
      shipping_address,
      billing_address,
      shipping_method_id: null,
      buyer_vat,
      unitOf: (currency) => chargeUnit(paymentProviders, currency),
      market: { market_id: order.market_id, locale: order.locale, currency: order.currency },
      by: {
        kind: 'exchange',
        actorId: staff.userId,
        permissions: staff.permissions,
        lines,
        expiresAt: until,
        discount: discountMinor > 0 ? { amountMinor: discountMinor, reason: 'Exchange' } : undefined,
      },
    },
  )
  await updateExchange(transaction, { merchantId: merchant.id, returnId: row.id }, placed.id)
  const total = toMajor(placed.total_minor, placed.currency)
  await recordAudit(transaction, staff, [
    { action: 'order.created', targetId: placed.id, changes: { total: [null, total] } },
  ])
  return { ...row, exchange_order_id: placed.id }
}

/** What is due of the order that a return is exchanged for; it stays locked. 0 without one. */
export async function exchangeDue(
  transaction: Transaction,
  { merchant_id: merchantId, exchange_order_id: orderId }: ReturnRow,
): Promise<number> {
  if (orderId === null) return 0
  const exchange = await lockOrder(transaction, { merchantId, orderId })
  return exchange === undefined ? 0 : dueOf(exchange)
}

/** Pays the order of an exchange from the store credit that its return has just given. */
export async function payExchange(
  transaction: Transaction,
  { paymentProviders }: Pick<ExchangeServices, 'paymentProviders'>,
  { merchant_id: merchantId, exchange_order_id: orderId, user_id: userId }: ReturnRow,
  amountMinor: number,
): Promise<void> {
  if (orderId === null || amountMinor === 0) return
  await payWithCredit(transaction, paymentProviders, { merchantId, orderId, userId, amountMinor })
}

/** Nothing comes back, so nothing is sent instead, unless the customer has paid for it. */
export async function endExchange(
  transaction: Transaction,
  { merchant_id: merchantId, exchange_order_id: orderId }: ReturnRow,
  to: ReturnStatus,
  by: ReturnMover,
): Promise<void> {
  if (orderId === null || !['declined', 'closed', 'cancelled'].includes(to)) return
  const key = { merchantId, orderId }
  const exchange = await lockOrder(transaction, key)
  if (exchange?.status !== 'pending') return
  const mover = by === 'customer' ? 'owner' : by
  const { events } = await moveOrder(transaction, key, { to: 'cancelled', by: mover, actor: null })
  await emit(transaction, events)
}
