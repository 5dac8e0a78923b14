import type { ShippingMethodRow, ShippingOption } from '#src/modules/shipping/index.ts'
import { AppError, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isChargeable, multipleOf, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { openOrdersLimit, quantityLimit, unitsOf } from './limit-rules.ts'
import type { OrderLine } from './line-rules.ts'
import type { OrderTerms } from './offer-queries.ts'
import type { ByShopper, OrderInput, Purpose } from './price-input.ts'
import { notSoldHere, tooManyOfProduct, tooManyOpen, tooManyUnpaidUnits } from './refusals.ts'
import type { OfferedLine } from './staff-lines.ts'

/** What refuses an order before it is priced, or its price. */

type Option = ShippingOption<ShippingMethodRow>

/**
 * Refuses what a shopper says of themselves. An address of another user is as unknown as none.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND
 */
export function refuseShopper({ lacksEmail, unknownAddresses: fields }: ByShopper, purpose: Purpose): void {
  if (purpose === 'order' && lacksEmail) throw invalid({ field: 'email', message: 'is required for a guest’s order' })
  if (fields.length > 0) throw new AppError('NOT_FOUND', 'address not found', { details: { fields } })
}

/** A product has a price in the market, or staff gives it one. @throws AppError NOT_SOLD_HERE */
export function refuseElsewhere(lines: readonly OfferedLine[]): void {
  const elsewhere = lines.filter(({ is_elsewhere, is_exempt }) => is_elsewhere && !is_exempt)
  if (elsewhere.length > 0) throw notSoldHere(elsewhere.map(({ product_id }) => product_id))
}

/** A quote may lack the method: its answer offers the choice. */
export function refuseWithoutShipping(input: OrderInput, purpose: Purpose): void {
  const faults: FieldFault[] = []
  const message = 'is required, because the order has products that are shipped'
  if (input.shipping_address === null) faults.push({ field: 'shipping_address', message })
  if (input.shipping_method_id === null && purpose === 'order') faults.push({ field: 'shipping_method_id', message })
  if (faults.length > 0) throw invalid(...faults)
}

/** @throws AppError SHIPPING_UNAVAILABLE, also for a method of another shop or of none */
export function chosenOption(options: readonly Option[], methodId: string | null): Option | undefined {
  if (methodId === null) return undefined
  const id = methodId.toLowerCase()
  const chosen = options.find(({ method }) => method.id === id)
  if (chosen) return chosen
  throw new AppError('SHIPPING_UNAVAILABLE', 'the shipping method is not available for this order', {
    details: { shipping_method_id: id, available: options.map(({ method }) => method.id) },
  })
}

/**
 * Refuses a price that no payment can charge, stored before the check existed or before its provider was configured.
 * Sums of chargeable prices are chargeable, and tax is rounded to be.
 * @throws AppError VALIDATION_ERROR
 */
export function refuseUnchargeable(
  { items, unit }: Pick<OrderInput, 'items'> & { unit: number },
  lines: readonly OfferedLine[],
  chosen: Pick<Option, 'priceMinor'> | undefined,
  currency: string,
): void {
  const message = (price: number) => `costs ${toMajor(price, currency)}, which is not ${multipleOf(unit, currency)}`
  const places = new Map(items.map((item, index) => [item.product_id.toLowerCase(), index] as const).reverse())
  const faults = lines
    .filter(({ price_minor }) => !isChargeable(price_minor, unit))
    .map(({ product_id, price_minor }): FieldFault => {
      return { field: `items[${places.get(product_id)}].product_id`, message: message(price_minor) }
    })
  if (chosen !== undefined && !isChargeable(chosen.priceMinor, unit))
    faults.push({ field: 'shipping_method_id', message: message(chosen.priceMinor) })
  if (faults.length > 0) throw invalid(...faults)
}

/** @param totalMinor undefined while it is not known yet */
export function refuseOtherTotal(totalMinor: number | undefined, expected: number | undefined, currency: string): void {
  if (expected === undefined) return
  const expectedMinor = toMinor(expected, currency)
  if (expectedMinor === undefined) {
    throw invalid({ field: 'expected_total', message: `is not a valid amount in ${currency}` })
  }
  if (totalMinor !== undefined && expectedMinor !== totalMinor) {
    throw new AppError('PRICE_CHANGED', 'the total differs from expected_total', {
      details: { total: toMajor(totalMinor, currency), expected_total: expected, currency },
    })
  }
}

export function refuseBeyondLimits(lines: readonly OrderLine[], terms: OrderTerms, isGuest: boolean): void {
  const open = openOrdersLimit(terms, isGuest)
  if (terms.open_orders >= open.limit) throw tooManyOpen(open)
  const max = quantityLimit(terms, isGuest)
  const products = lines
    .filter((line) => line.quantity > max.limit)
    .map((line) => ({ product_id: line.productId, requested: line.quantity }))
  if (products.length > 0) throw tooManyOfProduct(max, products)
  const { is_unproved, unpaid_units, max_unpaid_units_per_address: unpaid } = terms
  if (is_unproved && unpaid_units + unitsOf(lines) > unpaid) throw tooManyUnpaidUnits(terms)
}
