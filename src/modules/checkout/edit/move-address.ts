import { isDeepStrictEqual } from 'node:util'
import { checkAddress } from '#src/modules/identity/index.ts'
import {
  type CorrectedField,
  type EditedOrder,
  keepSentAddress,
  type OrderKey,
  type OrderRow,
  updateCorrected,
} from '#src/modules/orders/index.ts'
import { priceMoved, type Totals, type UnsentUnits } from '#src/modules/pricing/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { isSamePlace, unsentOf } from '../correct/refuse-other-price.ts'
import { closeDraft, comeToday, leave, openDraft } from './draft.ts'
import type { EditInput } from './schemas.ts'

type Addresses = Pick<OrderRow, 'shipping_address' | 'billing_address'>

/** Where the order goes after the edit. @throws AppError VALIDATION_ERROR */
export function readAddresses(before: Addresses, { shipping_address, billing_address }: EditInput): Addresses {
  const billing = billing_address && checkAddress(billing_address, 'billing_address')
  return {
    shipping_address:
      shipping_address === undefined ? before.shipping_address : checkAddress(shipping_address, 'shipping_address'),
    billing_address: billing === undefined ? before.billing_address : billing,
  }
}

interface Moving {
  merchant: Pick<Merchant, 'id' | 'currency'>
  to: Addresses
  /** Payments charge multiples of this many minor units. */
  unit: number
}

/**
 * The edited order with the taxes of another address, of what is not sent. Prices, discounts, shipping and fee stay.
 * @throws AppError SHIPPING_UNAVAILABLE, INVALID_TRANSITION (the other side would owe the tax)
 */
export async function movedTo(
  transaction: Transaction,
  before: OrderRow,
  after: EditedOrder,
  { merchant, to, unit }: Moving,
): Promise<EditedOrder> {
  if (isSamePlace(before, to)) return after
  const isWhole = before.fulfillment_status === 'unfulfilled'
  const unsent = isWhole
    ? after.items.map((item) => ({ item, quantity: item.quantity, discount_minor: item.discount_minor }))
    : unsentOf(before)
  const { is, changesDebtor } = await priceMoved(transaction, {
    merchant,
    order: { ...before, ...after },
    unsent,
    to,
    unit,
    isWhole,
    shippingMinor: isWhole ? before.shipping_total_minor : 0,
  })
  if (changesDebtor)
    throw new AppError('INVALID_TRANSITION', 'at this address somebody else owes the tax: place a new order', {
      details: { status: before.status, reason: 'reverse_charge' },
    })
  return isWhole ? withTotals(after, is) : restMoved(before, unsent, is, unit)
}

function withTotals(after: EditedOrder, { taxLineOf, tax_lines, ...is }: Totals): EditedOrder {
  const lineAt = (position: number) => after.items[position - 1]?.line ?? position
  return {
    ...after,
    subtotal_minor: is.subtotal_minor,
    discount_total_minor: is.discount_total_minor,
    rounding_total_minor: is.rounding_total_minor,
    tax_total_minor: is.tax_total_minor,
    tax_lines: tax_lines?.map((line) => ({ ...line, ...(line.items && { items: line.items.map(lineAt) }) })) ?? null,
    shipping_tax_line: is.shipping_tax_line,
    total_minor: is.total_minor,
    items: after.items.map((item, index) => ({ ...item, tax_line: taxLineOf[index] ?? null })),
  }
}

/** What is sent keeps its tax: of a line that is sent in part the rest is a line of its own, if its tax differs. */
function restMoved(before: OrderRow, unsent: readonly UnsentUnits[], is: Totals, unit: number): EditedOrder {
  const left = new Map(unsent.map(({ item, quantity }) => [item.line, quantity]))
  const draft = leave(openDraft(before, unit), left)
  const itemsByLine = new Map(draft.items.map((item) => [item.line, item]))
  const items = unsent.flatMap(({ item: { line }, quantity, discount_minor }, index) => {
    const item = itemsByLine.get(line)
    return item ? [{ ...item, line: index + 1, quantity, discount_minor, tax_line: is.taxLineOf[index] ?? null }] : []
  })
  const into = unsent.map(({ item }) => item.line)
  return closeDraft(comeToday(draft, { items, tax_lines: is.tax_lines }, into), before)
}

/** Writes the addresses of a locked order; the names of those that differ. */
export async function writeAddresses(
  transaction: Transaction,
  key: OrderKey,
  before: OrderRow,
  to: Addresses,
): Promise<CorrectedField[]> {
  const fields = (['shipping_address', 'billing_address'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], to[field]),
  )
  if (fields.includes('shipping_address')) await keepSentAddress(transaction, key)
  if (fields.length > 0) await updateCorrected(transaction, key, { ...before, ...to })
  return fields
}
