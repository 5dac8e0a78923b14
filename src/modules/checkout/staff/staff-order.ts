import { checkAddress, type PostalAddress } from '#src/modules/identity/index.ts'
import { marketFor } from '#src/modules/markets/index.ts'
import { findCustomer, findOrMakeCustomer, merchantOf } from '#src/modules/merchants/index.ts'
import { type StaffOrderRow, withCustomer } from '#src/modules/orders/index.ts'
import { chargeUnit } from '#src/modules/payments/index.ts'
import type { OrderInput, PricedOrder, StaffOrder } from '#src/modules/pricing/index.ts'
import { checkVatNumber, type VatDependencies } from '#src/modules/taxes/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from '../dependencies.ts'
import { placeOrder } from '../place/place-order.ts'
import { priceToPlace } from '../place/price-to-place.ts'
import { readGift } from '../read-gift.ts'
import { readLines } from './rules.ts'
import type { StaffOrderInput } from './schemas.ts'

export type StaffOrderServices = Pick<Dependencies, 'merchants' | 'paymentProviders' | 'shop'> & VatDependencies

/** A read order by staff, of whatever customer. */
export interface ReadStaffOrder {
  merchant: Merchant
  customer: StaffOrderInput['customer']
  input: Omit<OrderInput, 'email' | 'by'> & { by: StaffOrder }
}

/** @throws AppError VALIDATION_ERROR */
export async function readStaffOrder(
  deps: StaffOrderServices,
  staff: Staff,
  body: StaffOrderInput,
): Promise<ReadStaffOrder> {
  const merchant = await merchantOf(deps.merchants, staff.merchantId)
  const unitOf = (currency: string) => chargeUnit(deps.paymentProviders, currency)
  const market = await marketFor(deps, merchant.id, body, 'shop')
  const currency = market.currency ?? merchant.currency
  const { lines, shipping, discount } = readLines(body, { currency, unit: unitOf(currency) })
  const { customer, items = [], shipping_method_id = null, note, expires_at, expected_total } = body
  if (customer?.user_id !== undefined && customer.email !== undefined)
    throw invalid({ field: 'customer.user_id', message: 'must not be sent with customer.email' })
  if (customer && customer.user_id === undefined && customer.email === undefined && !customer.name?.trim())
    throw invalid({ field: 'customer.user_id', message: 'is required, or customer.email or customer.name instead' })
  const shipping_address = addressOf(body, 'shipping_address')
  const billing_address = addressOf(body, 'billing_address')
  const vatNumber = body.vat_number?.trim()
  const input: ReadStaffOrder['input'] = {
    by: {
      kind: 'staff',
      actorId: staff.userId,
      permissions: staff.permissions,
      lines,
      shipping,
      discount,
      note: note || null,
      expiresAt: expires_at === undefined ? null : new Date(expires_at),
    },
    items,
    shipping_method_id,
    expected_total,
    ...(body.discount_codes && { discount_codes: body.discount_codes }),
    unitOf,
    market,
    buyer_vat: vatNumber
      ? await checkVatNumber(deps, merchant.id, vatNumber, billing_address ?? shipping_address)
      : null,
    payment_method_id: body.payment_method_id ?? null,
    gift: readGift(body.gift),
    shipping_address,
    billing_address,
  }
  return { merchant, customer, input }
}

function addressOf(body: StaffOrderInput, kind: 'shipping_address' | 'billing_address'): PostalAddress | null {
  return body[kind] === undefined ? null : checkAddress(body[kind], kind)
}

/**
 * Places an order for a customer. No limits of shoppers bind it, and nobody else's order takes its units. It waits for
 * its payment until it expires.
 * @throws AppError NOT_FOUND (the customer, a product), VALIDATION_ERROR, and what `placeOrder` throws
 */
export function placeStaffOrder(
  db: Executor,
  staff: Staff,
  { merchant, customer: named, input }: ReadStaffOrder,
): Promise<StaffOrderRow> {
  if (named === undefined) throw invalid({ field: 'customer', message: 'is required' })
  return inTransaction(db, async (transaction) => {
    const { userId, email } = await findOrMakeCustomer(transaction, merchant.id, named)
    const order = await placeOrder(transaction, { userId, merchant }, { ...input, email }).catch((error) => {
      if (!violates(error, 'orders_expires')) throw error
      throw invalid({ field: 'expires_at', message: 'must be in the future, and a year ahead at most' })
    })
    const total = toMajor(order.total_minor, order.currency)
    const entry: AuditEntry = { action: 'order.created', targetId: order.id, changes: { total: [null, total] } }
    await recordAudit(transaction, staff, [entry])
    return withCustomer(transaction, order)
  })
}

/** Prices it, and writes nothing. Without a customer, or for a new one, as for somebody who has never ordered. */
export async function quoteStaffOrder(
  db: Executor,
  { merchant, customer, input }: ReadStaffOrder,
): Promise<PricedOrder> {
  const found = await findCustomer(db, merchant.id, customer ?? {})
  const { userId, email } = found ?? { userId: newId(), email: customer?.email ?? null }
  return priceToPlace(db, { userId, merchant }, { ...input, email }, 'quote')
}
