import { inventoryUpdated } from '#src/modules/inventory/index.ts'
import { merchantOf } from '#src/modules/merchants/index.ts'
import {
  lockOrder,
  type OrderKey,
  type OrderRow,
  orderCorrected,
  type StaffOrderRow,
  selectOrder,
  withCustomer,
} from '#src/modules/orders/index.ts'
import { chargeUnit, hasOpenPayment } from '#src/modules/payments/index.ts'
import {
  finishRefund,
  payNothing,
  type RefundServices,
  type StoredRefund,
  writeEdit,
} from '#src/modules/settlement/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError, cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { priceToPlace } from '../place/price-to-place.ts'
import { reserveMore } from '../place/reserve-units.ts'
import { closeDraft, come, comeToday, type Draft, leave, openDraft } from './draft.ts'
import { movedTo, readAddresses, writeAddresses } from './move-address.ts'
import { type ReadEdit, readEdit, refuseTooMany } from './read-edit.ts'
import { rediscount } from './rediscount.ts'
import type { EditInput } from './schemas.ts'

type Services = Pick<Dependencies, 'merchants' | 'paymentProviders'>

/** An edit that was written; its refund is still to be requested. */
export interface BegunEdit {
  merchant_id: string
  order_id: string
  difference: number
  refund: StoredRefund | undefined
}

export interface Edited {
  order: StaffOrderRow
  difference: number
}

/**
 * Changes the lines of an order of which nothing was sent. What leaves costs what its refund would, what comes costs
 * what it does today, and discounts are those of the new lines.
 * With another address, what is not sent has its tax.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, CONFLICT, INSUFFICIENT_STOCK, SHIPPING_UNAVAILABLE,
 * INSUFFICIENT_PERMISSIONS (it gives money back)
 */
export async function beginEdit(
  services: Services,
  db: Executor,
  staff: Staff,
  orderId: string,
  input: EditInput,
): Promise<BegunEdit> {
  const merchant = await merchantOf(services.merchants, staff.merchantId)
  return inTransaction(db, async (transaction) => {
    const { before, order, refund } = await edit(transaction, services, { merchant, staff, orderId }, input)
    if (refund !== undefined && !staff.permissions.has('orders.refund')) throw lacksPermission('orders.refund')
    const [was, is] = [before, order].map(({ total_minor, currency }) => toMajor(total_minor, currency))
    const changes = {
      total: [was, is] as [number, number],
      lines: [linesOf(before), linesOf(order)] as [string, string],
    }
    await recordAudit(transaction, staff, [{ action: 'order.edited', targetId: orderId, changes }])
    return { merchant_id: merchant.id, order_id: orderId, difference: differenceOf(before, order), refund }
  })
}

/** Requests the refund, and reads the order. */
export async function finishEdit(services: RefundServices, { refund, ...begun }: BegunEdit): Promise<Edited> {
  if (refund !== undefined) await finishRefund(services, refund)
  return readEdited(services.db, begun)
}

/** @throws AppError SERVICE_UNAVAILABLE */
export async function readEdited(db: Executor, begun: Omit<BegunEdit, 'refund'>): Promise<Edited> {
  const order = await selectOrder(db, { merchantId: begun.merchant_id, orderId: begun.order_id })
  if (order === undefined) throw cannotBeRead('order')
  return { order: await withCustomer(db, order), difference: begun.difference }
}

class Preview extends Error {
  readonly edited: Edited

  constructor(edited: Edited) {
    super('the transaction of a preview is rolled back')
    this.edited = edited
  }
}

/** What the edit would do: it is written, read, and rolled back. @throws AppError as `beginEdit` */
export async function previewEdit(
  services: Services,
  db: Executor,
  staff: Staff,
  orderId: string,
  input: EditInput,
): Promise<Edited> {
  const merchant = await merchantOf(services.merchants, staff.merchantId)
  try {
    return await inTransaction(db, async (transaction) => {
      const { before, order } = await edit(transaction, services, { merchant, staff, orderId }, input)
      const difference = differenceOf(before, order)
      throw new Preview({ order: await withCustomer(transaction, order), difference })
    })
  } catch (error) {
    if (error instanceof Preview) return error.edited
    throw error
  }
}

interface Editing {
  merchant: Merchant
  staff: Staff
  orderId: string
}

async function edit(
  transaction: Transaction,
  { paymentProviders }: Services,
  { merchant, staff, orderId }: Editing,
  input: EditInput,
): Promise<{ before: OrderRow; order: OrderRow; refund: StoredRefund | undefined }> {
  const key = { merchantId: merchant.id, orderId }
  const before = await lockOrder(transaction, key)
  if (before === undefined) throw notFound('order')
  const unit = chargeUnit(paymentProviders, before.currency)
  const changes = readEdit(before.items, input, { currency: before.currency, unit })
  const movesAlone = isMovedAlone(input)
  refuseUneditable(before, movesAlone)
  await refuseWhilePaying(transaction, key)
  const to = readAddresses(before, input)
  const { draft, holdSeconds } = await plan(transaction, { merchant, staff, before, unit }, changes)
  const { recalculate_discounts: anew } = input
  const edited =
    movesAlone || anew === false
      ? closeDraft(draft, before)
      : await rediscount(transaction, before, draft, anew === undefined ? 'its day' : 'today')
  const after = await movedTo(transaction, before, edited, { merchant, to, unit })
  refuseTooMany(after.items)
  const moved = await writeAddresses(transaction, key, before, to)
  const { id, user_id } = before
  const reserving = { merchant_id: merchant.id, id, user_id, actor_id: staff.userId }
  const { order, refund } = await writeEdit(transaction, before, after, {
    kind: 'edited',
    actorId: staff.userId,
    isMoved: moved.length > 0,
    async reserve(items) {
      const terms = { hold_unpaid_seconds: holdSeconds }
      const { reserved, reservedLate, released } = await reserveMore(transaction, { ...reserving, items }, terms)
      const stockEvents = [...reserved, ...reservedLate].map((one) =>
        inventoryUpdated(merchant.id, one, 'order_placed'),
      )
      return [...released, ...stockEvents]
    },
  })
  if (moved.length > 0) await emit(transaction, [orderCorrected(order, moved)])
  // What was paid of the order is what it costs now.
  const isPaidNow = order.paid_at === null && before.total_minor > 0 && order.total_minor <= order.paid_minor
  return { before, refund, order: isPaidNow ? await payNothing(transaction, order) : order }
}

/** @throws AppError INVALID_TRANSITION */
function refuseUneditable({ status, fulfillment_status, refunds, ...order }: OrderRow, movesAlone: boolean): void {
  const details = { status, fulfillment_status }
  if (status === 'cancelled' || status === 'completed')
    throw new AppError('INVALID_TRANSITION', `an order that is ${status} cannot be edited`, { details })
  if (fulfillment_status !== 'unfulfilled' && !movesAlone)
    throw new AppError('INVALID_TRANSITION', 'an order cannot be edited after something was sent', { details })
  if (order.untaxed_minor !== null || order.items.some(({ voucher }) => voucher != null)) throw withGiftCards(status)
  // What was refunded of a line would have to be counted by the old line and by the new one.
  if (refunds?.some(({ edit_id }) => edit_id === null))
    throw new AppError('INVALID_TRANSITION', 'an order cannot be edited after a refund: refund more of it instead', {
      details: { ...details, reason: 'refunded' },
    })
}

/** The address alone also changes of what is left of a partly sent order. */
function isMovedAlone({ shipping_address, billing_address, preview: _, ...others }: EditInput): boolean {
  const isMoved = shipping_address !== undefined || billing_address !== undefined
  return isMoved && Object.values(others).every((value) => value === undefined || isEmpty(value))
}

const isEmpty = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0)

/** Their tax and their codes follow the payment, which an edit changes. */
function withGiftCards(status: OrderRow['status']): AppError {
  return new AppError('INVALID_TRANSITION', 'an order with gift cards, or paid with granted value, cannot be edited', {
    details: { status, reason: 'gift_cards' },
  })
}

/** @throws AppError CONFLICT */
async function refuseWhilePaying(transaction: Transaction, key: OrderKey): Promise<void> {
  if (!(await hasOpenPayment(transaction, key.merchantId, key.orderId))) return
  throw new AppError('CONFLICT', 'a payment of this order is in progress; edit the order afterwards')
}

interface Planning extends Omit<Editing, 'orderId'> {
  before: OrderRow
  unit: number
}

async function plan(
  transaction: Transaction,
  { merchant, staff, before, unit }: Planning,
  { leaving, repriced, more, added }: ReadEdit,
): Promise<{ draft: Draft; holdSeconds: number }> {
  const items = new Map(before.items.map((item) => [item.line, item]))
  const itemOf = (line: number) => items.get(line)
  const custom = more.flatMap(({ line, quantity }) => {
    const item = itemOf(line)
    return item?.custom ? [{ line, quantity, price_minor: item.price_minor, discount_minor: 0 }] : []
  })
  const ofProducts = more.flatMap(({ line, quantity }) => {
    const item = itemOf(line)
    return item === undefined || item.custom ? [] : [{ into: line, productId: item.product_id, quantity }]
  })
  const today = [
    ...ofProducts.map((one) => ({ ...one, priceMinor: undefined })),
    ...added.map((one) => ({ ...one, into: undefined })),
  ]
  const draft = come(leave(openDraft(before, unit), leaving), [...repriced, ...custom])
  if (today.length === 0) return { draft, holdSeconds: 0 }
  const lines = today.map(({ productId, quantity, priceMinor }) => ({ productId, quantity, priceMinor }))
  const { user_id: userId, email, shipping_address, billing_address, buyer_vat } = before
  const { order, terms } = await priceToPlace(
    transaction,
    { userId, merchant },
    {
      by: { kind: 'edit', actorId: staff.userId, permissions: staff.permissions, lines },
      items: lines.map(({ productId: product_id, quantity }) => ({ product_id, quantity })),
      email,
      shipping_address,
      billing_address,
      shipping_method_id: null,
      buyer_vat,
      unitOf: () => unit,
      market: { market_id: before.market_id, locale: before.locale, currency: before.currency },
    },
    'order',
  )
  if (order.items.some(({ voucher }) => voucher != null)) throw withGiftCards(before.status)
  // A tax of 0 that the buyer owes is in the price in either way.
  const isTaxed = order.tax_lines?.some(({ reason }) => reason === undefined) ?? false
  if (isTaxed && order.tax_included !== before.tax_included)
    throw new AppError(
      'INVALID_TRANSITION',
      'the shop has changed whether prices include tax since this order; place a new order',
      {
        details: { status: before.status, reason: 'tax_included' },
      },
    )
  const into = today.map((one) => one.into)
  return { draft: comeToday(draft, order, into), holdSeconds: terms.hold_unpaid_seconds }
}

function differenceOf(before: OrderRow, after: OrderRow): number {
  return toMajor(after.total_minor - before.total_minor, before.currency)
}

/** The lines as the audit log tells them. */
function linesOf({ items, currency }: OrderRow): string {
  return items
    .map((item) => `${item.quantity} × ${item.sku || item.name} at ${toMajor(item.price_minor, currency)}`)
    .join(', ')
}
