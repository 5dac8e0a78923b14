import { holdReturning, lockOrder, type OrderRow, type RequestedUnits, selectOrder } from '#src/modules/orders/index.ts'
import {
  beginRefund,
  finishRefund,
  moveOrder,
  type RefundServices,
  revertEdit,
  type StoredRefund,
  shippingLeft,
} from '#src/modules/settlement/index.ts'
import { placeOfNumber, placeOfShop, selectTaxRates } from '#src/modules/taxes/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Cause } from '#src/platform/lib/cause.ts'
import { AppError, cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { shareOf } from '#src/platform/lib/money.ts'
import { postalKey } from '#src/platform/lib/postal-codes.ts'
import { memberStateAt } from '#src/platform/lib/vat-numbers.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { countReturnsOfOrder, insertReturn, type ReturnRow, selectReturn, selectTerms } from './queries.ts'
import { emitReturn } from './return-events.ts'
import { isSentUnpaid, planWithdrawal, type ReturnStatus, type ReturnTerms, type WithdrawalPlan } from './rules.ts'

/** The customer of an order: by a session, or by a link to the order, which proves no account. */
export interface Customer {
  merchantId: string
  orderId: string
  /** Null: by a link. */
  userId: string | null
  cause: Cause
}

/** Returns of an order at most: each can cause a mail. */
const maxReturns = 50

/** A withdrawal that was declared; `refund` is still to be requested from the provider. */
export interface Declared {
  merchant_id: string
  return_id: string
  order_id: string
  refund: StoredRefund | null
}

export interface Withdrawn {
  return: ReturnRow
  order: OrderRow
}

/**
 * Declares the withdrawal from units of an order, by default from all. An unpaid order is cancelled. Unsent units are
 * cancelled and refunded at once, with what they cost, at most what is left; for sent ones the return is approved.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION
 */
export function beginWithdrawal(
  services: Pick<RefundServices, 'paymentProviders'> & { db: Executor },
  customer: Customer,
  items: readonly RequestedUnits[] | undefined,
): Promise<Declared> {
  const { merchantId, orderId, userId, cause } = customer
  const key = { merchantId, orderId, ...(userId !== null && { userId }) }
  return inTransaction(services.db, async (transaction) => {
    const locked = await lockOrder(transaction, key)
    if (locked === undefined) throw notFound('order')
    const order = await revertEdit(transaction, locked)
    const terms = await selectTerms(transaction, key)
    const plan = planWithdrawal(order, terms, items, await isInUnion(transaction, order, terms))
    await refuseTooMany(transaction, key)
    const id = newId()
    const status = statusOf(order, plan)
    const coming = plan.lines.some((line) => line.returning > 0)
    const shipping = order.paid_at !== null && plan.isWhole ? standardShipping(order) : 0
    await insertReturn(transaction, key, {
      id,
      status,
      userId: order.user_id,
      kind: 'withdrawal',
      currency: order.currency,
      shippingMinor: shipping,
      lines: plan.lines.map(({ line, cancelled, returning }) => ({
        line,
        cancelled,
        quantity: returning,
        reason: null,
        note: null,
      })),
    })
    const held = plan.lines.flatMap(({ line, returning: quantity }) => (quantity > 0 ? [{ line, quantity }] : []))
    if (!(await holdReturning(transaction, key, held))) throw new Error(`units of order ${orderId} cannot be held`)
    if (status === 'closed') await cancelUnpaid(transaction, customer, plan)
    const cancelled = plan.lines.filter((line) => line.cancelled > 0)
    const refund =
      status === 'closed' || cancelled.length === 0
        ? null
        : await beginRefund(transaction, services.paymentProviders, { merchantId, userId, cause }, orderId, {
            items: cancelled.map(({ line, cancelled: quantity }) => ({ line, quantity })),
            ...(coming ? {} : shippingOf(order, shipping)),
            returnId: id,
            cancelReason: 'requested_by_customer',
            reason: null,
            isLimitedToLeft: true,
          })
    await emitReturn(transaction, key, { id, status, mail: 'withdrawn' })
    return { merchant_id: merchantId, return_id: id, order_id: orderId, refund }
  })
}

/** Requests the refund of unsent units, and reads the result. */
export async function finishWithdrawal(services: RefundServices, declared: Declared): Promise<Withdrawn> {
  if (declared.refund !== null) await finishRefund(services, declared.refund)
  return readWithdrawal(services.db, declared)
}

/** @throws AppError SERVICE_UNAVAILABLE */
export async function readWithdrawal(db: Executor, declared: Omit<Declared, 'refund'>): Promise<Withdrawn> {
  const { merchant_id: merchantId, return_id: returnId, order_id: orderId } = declared
  const row = await selectReturn(db, { merchantId, returnId })
  const order = await selectOrder(db, { merchantId, orderId })
  if (row === undefined || order === undefined) throw cannotBeRead('withdrawal')
  return { return: row, order }
}

/** @throws AppError CONFLICT */
export async function refuseTooMany(
  transaction: Transaction,
  key: { merchantId: string; orderId: string },
): Promise<void> {
  if ((await countReturnsOfOrder(transaction, key)) < maxReturns) return
  throw new AppError('CONFLICT', `this order already has ${maxReturns} returns, the maximum`)
}

/**
 * Whether the order goes to a country of the EU, where its shipping address, else its billing address, is. Without
 * either it is fetched at the shop, as it is for its taxes.
 */
export async function isInUnion(
  db: Executor,
  { merchant_id, shipping_address, billing_address }: OrderRow,
  { seat, vat_number }: Pick<ReturnTerms, 'seat' | 'vat_number'>,
): Promise<boolean> {
  const shop = async () =>
    placeOfShop(seat, seat ? [] : await selectTaxRates(db, merchant_id)) ?? placeOfNumber(vat_number)
  const place = shipping_address ?? billing_address ?? (await shop())
  if (place === undefined) return false
  const { country, postal_code } = place
  return memberStateAt(country, postalKey(postal_code ?? '', country)) !== undefined
}

function statusOf(order: OrderRow, { lines }: WithdrawalPlan): ReturnStatus {
  if (order.paid_at === null && !isSentUnpaid(order)) return 'closed'
  return lines.some((line) => line.returning > 0) ? 'approved' : 'refunded'
}

/**
 * What goes back of shipping, with its tax: as much as the cheapest method that was offered costs (Directive
 * 2011/83/EU, article 13(2)).
 */
function standardShipping(order: OrderRow): number {
  const left = shippingLeft(order)
  const { shipping_total_minor: paid } = order
  return paid === 0 ? 0 : shareOf(left, Math.min(standardOf(order), paid), paid)
}

/** The part of a refund that gives shipping back: all of it with its exact tax, else an amount. */
export function shippingOf(order: OrderRow, minor: number): { shipping?: true; shippingMinor?: number } {
  const left = shippingLeft(order)
  if (minor === 0 || left === 0) return {}
  return standardOf(order) >= order.shipping_total_minor ? { shipping: true } : { shippingMinor: Math.min(minor, left) }
}

/** Of orders of earlier releases, which did not keep it, what was paid. */
function standardOf({ shipping_method, shipping_total_minor }: OrderRow): number {
  return shipping_method?.standard_minor ?? shipping_total_minor
}

async function cancelUnpaid(transaction: Transaction, customer: Customer, { isWhole }: WithdrawalPlan): Promise<void> {
  if (!isWhole) throw unpaidAsWhole()
  const { merchantId, orderId, userId } = customer
  const actor = userId === null ? null : { userId }
  const { events } = await moveOrder(transaction, { merchantId, orderId }, { to: 'cancelled', by: 'owner', actor })
  await emit(transaction, events)
}

function unpaidAsWhole(): AppError {
  const details = { reason: 'unpaid' }
  return new AppError('INVALID_TRANSITION', 'an unpaid order can only be withdrawn from as a whole', { details })
}
