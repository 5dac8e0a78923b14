import { lockProducts, moveUnits } from '#src/modules/inventory/index.ts'
import {
  countRefund,
  countUnits,
  type EditedOrder,
  hasUnpaidEdit,
  type OrderKey,
  type OrderRow,
  orderUpdated,
  replaceItems,
  type Stocked,
  selectOrder,
  stockedOf,
  updateTotals,
  type WrittenLine,
  writtenLine,
} from '#src/modules/orders/index.ts'
import { insertPaidParts } from '#src/modules/payments/index.ts'
import { type AppliedDiscount, retainUses } from '#src/modules/promotions/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { refundDueAfterSeconds, type StoredRefund } from '../refund/queries.ts'
import { sourcesOf } from '../refund/sources.ts'
import { writeRefund } from '../refund/write-refund.ts'
import { changedProducts } from './changed-products.ts'
import {
  deleteUnpaidEdit,
  type HeldUnits,
  insertEdit,
  type NewEdit,
  type Snapshot,
  selectUnpaidEdit,
  type UnpaidEdit,
  upsertUnpaidEdit,
} from './queries.ts'
import { taxOfDifference } from './refund-tax.ts'

/** Who edits, and how units are reserved; what is taken back needs none. */
export interface EditBy {
  kind: Exclude<NewEdit['kind'], 'paid'>
  actorId: string | null
  /** It has changed the addresses, too. */
  isMoved?: boolean
  reserve?(items: readonly Stocked[]): Promise<DomainEvent[]>
}

export interface Written {
  order: OrderRow
  /** What the order got cheaper, if it was paid; still to be requested. */
  refund: StoredRefund | undefined
}

/**
 * Writes the edit of a locked order with all its effects. What a paid order costs more is due, and the edit can be
 * taken back until it is paid: units that have left stay reserved so long. What it costs less is refunded. Locks: the
 * order, its uses of promotions, stock by product id.
 * @throws AppError NOT_FOUND, INSUFFICIENT_STOCK
 */
export async function writeEdit(
  transaction: Transaction,
  before: OrderRow,
  after: EditedOrder,
  { kind, actorId, isMoved = false, reserve }: EditBy,
): Promise<Written> {
  const key = { merchantId: before.merchant_id, orderId: before.id }
  const unpaid = hasUnpaidEdit(before) ? await selectUnpaidEdit(transaction, key) : undefined
  const wasPaid = before.paid_at !== null
  const isOpen = wasPaid && after.total_minor > before.paid_minor
  const snapshot = withAddresses(unpaid?.before ?? snapshotOf(before), before, isMoved)
  const held = isOpen ? surplus(snapshot.items, after.items) : []
  const stock = stockChanges(before.items, unpaid?.held ?? [], after.items, held)
  const id = newId()
  await insertEdit(transaction, key, {
    id,
    kind,
    is_settled: !isOpen,
    difference_minor: after.total_minor - before.total_minor,
    tax_minor: after.tax_total_minor - before.tax_total_minor,
    actor_id: actorId,
    products: changedProducts(before.items, after.items),
    stock,
  })
  const paidMinor = Math.min(before.paid_minor, after.total_minor)
  await replaceItems(transaction, key, after.items)
  const units = countOf(after.items) - countOf(before.items)
  if (before.status === 'pending' && units !== 0) await countUnits(transaction, key, units)
  if (wasPaid && after.total_minor !== before.paid_minor)
    await insertPaidParts(transaction, key.merchantId, key.orderId)
  await updateTotals(transaction, key, after, {
    paidMinor,
    isReverted: kind === 'taken_back',
    paymentStatus: wasPaid ? (isOpen ? 'partially_paid' : 'paid') : before.payment_status,
    expiry: isOpen ? 'days of an edit' : unpaid ? { at: unpaid.before.expires_at } : 'as it was',
  })
  const heldUses = isOpen ? usesOnlyOf(snapshot, after) : []
  if (before.discounts !== null || after.discounts !== null)
    await retainUses(transaction, key, [...(after.discounts ?? []), ...heldUses])
  await keep(transaction, key, isOpen ? { before: snapshot, held } : undefined, unpaid)
  const stocked = await moveStock(transaction, { before, after, actorId, ...(reserve && { reserve }) }, stock)
  const backMinor = before.paid_minor - paidMinor
  const refund =
    backMinor > 0 ? await refundDifference(transaction, before, after, { id, actorId, backMinor }) : undefined
  const order = await selectOrder(transaction, key)
  if (order === undefined) throw new Error(`order ${key.orderId} was deleted while locked`)
  const edit = presentEdit(before, order, kind)
  await emit(transaction, [orderUpdated(order, before.status, 'edited', { edit }), ...stocked])
  return { order, refund }
}

function snapshotOf(order: OrderRow): Snapshot {
  const { subtotal_minor, discounts, discount_total_minor, rounding_total_minor, tax_total_minor } = order
  const { tax_lines, shipping_tax_line, total_minor } = order
  return {
    subtotal_minor,
    discounts,
    discount_total_minor,
    rounding_total_minor,
    tax_total_minor,
    tax_lines,
    shipping_tax_line,
    total_minor,
    expires_at: order.expires_at?.toISOString() ?? null,
    items: order.items.map(writtenLine),
  }
}

/** Those of before the first edit that has changed them. */
function withAddresses(snapshot: Snapshot, before: OrderRow, isMoved: boolean): Snapshot {
  if (!isMoved || snapshot.addresses !== undefined) return snapshot
  const { shipping_address, billing_address } = before
  return { ...snapshot, addresses: { shipping_address, billing_address } }
}

/** Promotions that only `before` has: while it may come back, others cannot take their uses. */
function usesOnlyOf(before: EditedOrder, after: EditedOrder): AppliedDiscount[] {
  const left = new Set(after.discounts?.map(({ promotion_id }) => promotion_id))
  const gone = before.discounts?.filter(({ promotion_id }) => promotion_id !== null && !left.has(promotion_id)) ?? []
  return gone.map((discount) => ({ ...discount, amount_minor: 0, shipping_minor: 0 }))
}

const countOf = (items: readonly WrittenLine[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)

const unitsOf = (items: readonly WrittenLine[]) =>
  new Map(stockedOf(items).map(({ product_id, quantity }) => [product_id, quantity]))

/** Units that only `before` has. */
function surplus(before: readonly WrittenLine[], after: readonly WrittenLine[]): HeldUnits[] {
  const left = unitsOf(after)
  return [...unitsOf(before)]
    .map(([product_id, quantity]) => ({ product_id, quantity: quantity - (left.get(product_id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/** What is to be reserved more of each product. */
function stockChanges(
  before: readonly WrittenLine[],
  heldBefore: readonly HeldUnits[],
  after: readonly WrittenLine[],
  held: readonly HeldUnits[],
): NewEdit['stock'] {
  const changes = new Map<string, number>()
  const add = (productId: string, units: number) => changes.set(productId, (changes.get(productId) ?? 0) + units)
  for (const [productId, units] of unitsOf(before)) add(productId, -units)
  for (const { product_id, quantity } of heldBefore) add(product_id, -quantity)
  for (const [productId, units] of unitsOf(after)) add(productId, units)
  for (const { product_id, quantity } of held) add(product_id, quantity)
  return [...changes].filter(([, units]) => units !== 0).map(([product_id, units]) => ({ product_id, units }))
}

async function keep(
  transaction: Transaction,
  key: OrderKey,
  open: UnpaidEdit | undefined,
  before: UnpaidEdit | undefined,
): Promise<void> {
  if (open !== undefined) await upsertUnpaidEdit(transaction, key, open)
  else if (before !== undefined) await deleteUnpaidEdit(transaction, key)
}

interface Moving extends Omit<EditBy, 'kind' | 'isMoved'> {
  before: OrderRow
  after: EditedOrder
}

/** Reserves and releases; a product does one of the two. */
async function moveStock(
  transaction: Transaction,
  { before, after, actorId, reserve }: Moving,
  stock: NewEdit['stock'],
): Promise<DomainEvent[]> {
  const { merchant_id, id } = before
  const productIds = stock.map(({ product_id }) => product_id)
  if (productIds.length > 1) await lockProducts(transaction, merchant_id, productIds)
  const named = new Map([...before.items, ...after.items].map((item) => [item.product_id, item]))
  const items = stock.flatMap(({ product_id, units }) => {
    const { sku = '', name = '' } = named.get(product_id) ?? {}
    return units > 0 ? [{ product_id, sku, name, quantity: units }] : []
  })
  if (items.length > 0 && reserve === undefined) throw new Error(`order ${id} needs units that are not reserved`)
  const reserved = items.length === 0 ? [] : await reserve?.(items)
  const back = await releaseStock(transaction, { merchantId: merchant_id, orderId: id }, stock, actorId)
  return [...(reserved ?? []), ...back]
}

/** Releases what is reserved less. */
export function releaseStock(
  transaction: Transaction,
  key: OrderKey,
  stock: NewEdit['stock'],
  actorId: string | null,
): Promise<DomainEvent[]> {
  const lines = stock.filter(({ units }) => units < 0)
  return moveUnits(transaction, actorId === null ? null : { userId: actorId }, 'order_cancelled', {
    merchantId: key.merchantId,
    orderId: key.orderId,
    lines: lines.map(({ product_id, units }) => ({ productId: product_id, quantity: -units })),
  })
}

/** Writes the refund of what the order got cheaper. */
async function refundDifference(
  transaction: Transaction,
  before: OrderRow,
  after: EditedOrder,
  { id, actorId, backMinor }: { id: string; actorId: string | null; backMinor: number },
): Promise<StoredRefund> {
  const key = { merchantId: before.merchant_id, orderId: before.id }
  await countRefund(transaction, key)
  return writeRefund(transaction, before, await sourcesOf(transaction, before), {
    id: newId(),
    amount_minor: backMinor,
    currency: before.currency,
    items: null,
    shipping_minor: 0,
    tax_lines: taxOfDifference(before, after),
    reason: null,
    actor_id: actorId,
    edit_id: id,
    due_after_seconds: refundDueAfterSeconds,
  })
}

/** What an edit did, in its event. */
function presentEdit(before: OrderRow, after: OrderRow, kind: EditBy['kind']) {
  const lines = [...new Set([...before.items, ...after.items].map(({ line }) => line))].sort((one, two) => one - two)
  const { currency } = before
  const [earlier, later] = [before, after].map(({ items }) => new Map(items.map((item) => [item.line, item])))
  const items = lines.flatMap((line) => {
    const [was, is] = [earlier?.get(line), later?.get(line)]
    const item = is ?? was
    if (item === undefined || (was?.quantity === is?.quantity && was?.price_minor === is?.price_minor)) return []
    return [
      {
        line,
        product_id: item.product_id,
        previous_quantity: was?.quantity ?? 0,
        quantity: is?.quantity ?? 0,
        previous_price: was === undefined ? null : toMajor(was.price_minor, currency),
        price: is === undefined ? null : toMajor(is.price_minor, currency),
      },
    ]
  })
  const difference = toMajor(after.total_minor - before.total_minor, currency)
  return { difference, ...(kind === 'taken_back' && { taken_back: true }), items }
}
