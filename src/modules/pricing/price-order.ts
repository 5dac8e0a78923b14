import type { PaymentFee } from '#src/modules/payment-methods/index.ts'
import { type FoundDiscounts, findDiscounts } from '#src/modules/promotions/index.ts'
import {
  pricedIn,
  type ShippingMethodRow,
  type ShippingOption,
  selectShippingMethods,
} from '#src/modules/shipping/index.ts'
import { type BuyerVat, type Place, placeOfShop, selectTaxRates, type TaxRateRow } from '#src/modules/taxes/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import { nextSlice } from '#src/platform/lib/slices.ts'
import { isDiscountable, refuseDearGiftCards, refuseGiftCards, withExemption } from './gift-card-lines.ts'
import { unitsOf } from './limit-rules.ts'
import { type HeldOrder, type OrderLine, oldestCovering, sumLines, type UnitsNeeded } from './line-rules.ts'
import { newItem } from './new-item.ts'
import { type OrderTerms, selectOffers } from './offer-queries.ts'
import { findPayment, type Payment } from './payment-options.ts'
import { type Buyer, type OrderInput, type OrderRules, type Purpose, rulesFor } from './price-input.ts'
import {
  chosenOption,
  refuseBeyondLimits,
  refuseElsewhere,
  refuseOtherTotal,
  refuseShopper,
  refuseUnchargeable,
  refuseWithoutShipping,
} from './price-refusals.ts'
import type { UnplacedOrder } from './priced-order.ts'
import { discountUnavailable, insufficientStock, notForSale } from './refusals.ts'
import { chosenByStaff, linesByStaff, type OfferedLine } from './staff-lines.ts'
import { homeOf, placesOf, reverseCharge, type Supply, supplyOf } from './supply-rules.ts'
import type { TaxTerms } from './taxed-goods-rules.ts'
import { shippingOptions, subtotalOf, type Totals, totalOfRest, totalsOf } from './total-rules.ts'
import { feeWithoutTax, pricesWithoutTax, shippingWithoutTax } from './without-tax-rules.ts'

export interface PricedOrder {
  order: UnplacedOrder
  rules: OrderRules
  terms: OrderTerms
  /** Available shipping methods, cheapest first; read for a quote, or if a method is given. */
  options: Option[]
  paymentOptions: Payment['paymentOptions']
  /** The order needs a method, and none is given, which only a quote allows. */
  lacksMethod: boolean
  /** The discounts, and what became of the given codes. */
  promotions: Pick<FoundDiscounts, 'codes' | 'faults' | 'outdone' | 'emailKey' | 'generated'>
}

/** Finds unpaid orders that hold one of the products, oldest first. */
export type FindHeld = (db: Executor, missing: UnitsNeeded) => Promise<HeldOrder[]>

/** Of no client: no unpaid orders count for it. */
const noAddress = Buffer.alloc(0)

/** Steps of orders with more lines are slices of their own. */
const manyLines = 100

type Option = ShippingOption<ShippingMethodRow>
type Line = OfferedLine
/** The chosen method, or the one of an order by staff. */
type Chosen = Pick<Option, 'priceMinor'> & { method: Pick<ShippingMethodRow, 'id' | 'name'> }

/**
 * Prices an order by the current catalog, shipping methods and tax rates; reads only. Quotes and orders both use it, so
 * that they cannot differ. The checks run in this order: addresses, limits, products, stock, shipping, discounts,
 * payment, totals. Methods, rates and promotions are read only if the shop has any and they can matter.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND (an address, a product not for sale here), NOT_SOLD_HERE, ORDER_LIMIT,
 * INSUFFICIENT_STOCK, SHIPPING_UNAVAILABLE, DISCOUNT_UNAVAILABLE, PAYMENT_METHOD_UNAVAILABLE, PRICE_CHANGED,
 * INSUFFICIENT_PERMISSIONS (of staff)
 */
export async function priceOrder(
  db: Executor,
  buyer: Buyer,
  input: OrderInput,
  purpose: Purpose,
  findHeld: FindHeld,
): Promise<PricedOrder> {
  const merchant = { ...buyer.merchant, currency: input.market.currency ?? buyer.merchant.currency }
  const rules = rulesFor(input.by, buyer.userId)
  if (rules.shopper) refuseShopper(rules.shopper, purpose)
  // Others have their turns between the steps of a large order.
  const pause = input.items.length > manyLines ? nextSlice : async () => {}
  const { lines: offered, terms } = await offeredLines(db, buyer, rules, input, findHeld)
  await pause()
  const lines = rules.staff ? linesByStaff(offered, rules.staff.lines) : offered
  refuseElsewhere(lines)
  refuseGiftCards(lines, input, rules.staff)
  const subtotalMinor = subtotalOf(lines.filter(isDiscountable), merchant.currency)

  const isNeeded =
    terms.shipping_required && rules.shopper !== undefined && lines.some((line) => line.requires_shipping)
  if (isNeeded) refuseWithoutShipping(input, purpose)
  const readsMethods = terms.has_shipping_methods && (purpose === 'quote' || input.shipping_method_id !== null)
  const methods = readsMethods
    ? pricedIn(await selectShippingMethods(db, merchant.id, input.market), merchant.currency, buyer.merchant.currency)
    : []
  const options = shippingOptions(methods, lines, input.shipping_address ?? undefined, subtotalMinor)
  const chosen = chosenByStaff(rules.shipping) ?? chosenOption(options, input.shipping_method_id)
  const unit = input.unitOf(merchant.currency)
  refuseUnchargeable({ items: input.items, unit }, lines, chosen, merchant.currency)

  const reverse = reverseCharge(input, terms)
  const goods = { lines, options, chosen }
  const table = input.shipping_address || terms.seat ? undefined : await ratesOf(db, merchant.id, terms)
  const places = placesOf(input, placeOfShop(terms.seat, table ?? []) ?? homeOf(terms))
  const charge = await chargeAt(db, merchant, { places, reverse, table }, goods, { ...terms, unit })
  const found = await findDiscounts(
    db,
    {
      merchantId: merchant.id,
      userId: buyer.userId,
      email: input.email,
      market_id: input.market.market_id,
      locale: input.market.locale,
      currency: merchant.currency,
    },
    {
      listed: lines.map(withExemption),
      lines: charge.lines.map(withExemption),
      shippingMinor: charge.chosen?.priceMinor ?? 0,
      totalOf: charge.totalOf,
      codes: input.discount_codes ?? [],
      ...(input.without && { without: input.without }),
      ...(rules.discount && { staffDiscount: rules.discount }),
    },
    terms.has_promotions && rules.allowsPromotions,
  )
  if (purpose === 'order' && found.faults.length > 0) throw discountUnavailable(found.faults)
  await pause()
  const discounted = charge.lines.map((line, index) => {
    const whole = lineTotal({ priceMinor: line.price_minor, quantity: line.quantity })
    return { ...line, discount_minor: whole - (found.left[index] ?? whole) }
  })
  const bare = charge.totalsOf(discounted, found.shippingLeft)
  const { paymentOptions, payment_terms, fee } = await findPayment(
    db,
    { merchantId: merchant.id, userId: buyer.userId },
    input,
    {
      ...terms,
      purpose,
      totalMinor: bare.total_minor,
      unit,
      currency: merchant.currency,
      ownCurrency: buyer.merchant.currency,
      charged: charge.feeOf,
      kept: input.by.kind === 'staff' ? input.by.keptFee : undefined,
    },
  )
  const { taxLineOf, ...totals } = fee ? charge.totalsOf(discounted, found.shippingLeft, fee) : bare
  const lacksMethod = isNeeded && chosen === undefined
  refuseOtherTotal(lacksMethod ? undefined : totals.total_minor, input.expected_total, merchant.currency)
  const { email, shipping_address, billing_address } = input
  const order = {
    merchant_id: merchant.id,
    user_id: buyer.userId,
    ...input.market,
    currency: merchant.currency,
    email,
    shipping_address,
    billing_address,
    buyer_vat: withReverse(input.buyer_vat, lines, reverse),
    shipping_method: charge.chosen ? frozenMethod(charge.chosen, charge.options) : null,
    payment_terms,
    gift: input.gift ?? null,
    discounts: found.discounts.length > 0 ? [...found.discounts] : null,
    ...totals,
    items: discounted.map((line, index) => newItem(line, index + 1, taxLineOf[index] ?? null)),
  }
  refuseDearGiftCards(order, input)
  await pause()
  return { order, rules, terms, options: charge.options, paymentOptions, lacksMethod, promotions: found }
}

interface ChargeTerms extends OrderTerms {
  /** Payments charge multiples of this many minor units. */
  unit: number
}

interface Goods {
  lines: Line[]
  options: Option[]
  chosen: Chosen | undefined
}

/** Goods at the prices to be paid, and how their totals are calculated. */
interface Charge extends Goods {
  totalsOf(lines: readonly Line[], shippingMinor: number, fee?: PaymentFee): Totals
  /** A fee at the price to be paid. */
  feeOf(fee: PaymentFee): PaymentFee
  /** For comparing discounts. */
  totalOf(left: readonly number[], shippingLeft: number): number
}

interface Supplies {
  places: Record<Supply, Place | undefined>
  reverse: Record<Supply, boolean>
  /** All rates of the shop, if they were read. */
  table: TaxRateRow[] | undefined
}

/** Prices that include tax lose that of the shop's own country where the buyer owes the tax of theirs. */
async function chargeAt(
  db: Executor,
  { id, currency }: Buyer['merchant'],
  { places, reverse, table }: Supplies,
  goods: Goods,
  terms: ChargeTerms,
): Promise<Charge> {
  const { unit, prices_include_tax: included } = terms
  const { options, chosen } = goods
  const taxed = goods.lines.flatMap((line): (Place | undefined)[] => {
    if (line.voucher === 'single' && line.voucher_country) return [{ country: line.voucher_country, region: null }]
    return line.voucher == null && !reverse[supplyOf(line)] ? [places[supplyOf(line)]] : []
  })
  const shared = { included, shippingTax: terms.shipping_tax ?? 'default', reverse } as const
  const rates = table ?? (await ratesOf(db, id, terms, taxed))
  const tax: TaxTerms = { ...shared, rates, place: places.goods, services: places.services }
  const totals = {
    totalsOf: (priced: readonly Line[], shippingMinor: number, fee?: PaymentFee) =>
      totalsOf(priced, shippingMinor, tax, currency, unit, fee),
    feeOf: (fee: PaymentFee) => fee,
  }
  if (!included || (!reverse.goods && !reverse.services))
    return { ...goods, ...totals, totalOf: totalOfRest(goods.lines, tax, unit) }
  const place = homeOf(terms)
  const home: TaxTerms = { ...shared, rates: await ratesOf(db, id, terms, [place]), place }
  const lower = <Priced extends { priceMinor: number }>(option: Priced): Priced => ({
    ...option,
    priceMinor: shippingWithoutTax(goods.lines, option.priceMinor, home, unit),
  })
  const lines = pricesWithoutTax(goods.lines, home, unit)
  return {
    lines,
    options: options.map(lower),
    chosen: chosen && lower(chosen),
    ...totals,
    feeOf: (fee) => feeWithoutTax(goods.lines, fee, home, unit),
    totalOf: totalOfRest(lines, tax, unit),
  }
}

/** The rates of the countries of some places, or all. */
async function ratesOf(
  db: Executor,
  merchantId: string,
  { has_tax_rates }: OrderTerms,
  places?: readonly (Place | undefined)[],
): Promise<TaxRateRow[]> {
  if (!has_tax_rates) return []
  const countries = places && new Set(places.flatMap((place) => place?.country ?? []))
  const rates: TaxRateRow[] = []
  for (const country of countries ?? [undefined]) rates.push(...(await selectTaxRates(db, merchantId, country)))
  return rates
}

function withReverse(
  vat: OrderInput['buyer_vat'],
  lines: readonly Line[],
  reverse: Record<Supply, boolean>,
): BuyerVat | null {
  if (vat === null) return null
  const { number, state, check } = vat
  return { number, state, reverse_charge: lines.some((line) => !line.voucher && reverse[supplyOf(line)]), check }
}

/** A copy: its name and price may change. A withdrawal gives the cheapest of the options back. */
function frozenMethod(
  { method, priceMinor }: Chosen,
  options: readonly Option[],
): NonNullable<UnplacedOrder['shipping_method']> {
  const standard_minor = Math.min(priceMinor, ...options.map((option) => option.priceMinor))
  return { id: method.id, name: method.name, price_minor: priceMinor, standard_minor }
}

/** The lines with the current data of the catalog. @throws AppError ORDER_LIMIT, NOT_FOUND, INSUFFICIENT_STOCK */
async function offeredLines(
  db: Executor,
  { userId, merchant }: Buyer,
  { shopper, needsUnits }: OrderRules,
  { items, market }: Pick<OrderInput, 'items' | 'market'>,
  findHeld: FindHeld,
): Promise<{ lines: Line[]; terms: OrderTerms }> {
  const lines = sumLines(items)
  const productIds = lines.map((line) => line.productId)
  const requested = {
    ...market,
    productIds,
    quantities: lines.map((line) => line.quantity),
    units: unitsOf(lines),
    isLimited: shopper !== undefined,
    maxUnits: Math.max(0, ...lines.map((line) => line.quantity)),
  }
  const { isGuest = false, clientHash = noAddress } = shopper ?? {}
  const found = await selectOffers(db, { merchantId: merchant.id, userId, isGuest, clientHash }, requested)
  const { terms } = found
  if (shopper) refuseBeyondLimits(lines, terms, isGuest)
  const offers = new Map(found.offers.map((offer) => [offer.product_id, offer]))
  const missing = productIds.filter((id) => !offers.has(id))
  if (missing.length > 0) throw notForSale(missing)
  const offered = lines.flatMap(({ productId, quantity }) => {
    const offer = offers.get(productId)
    return offer === undefined ? [] : [{ ...offer, quantity }]
  })
  const short = needsUnits ? offered.filter(({ available, quantity }) => available < quantity) : []
  const ofBuyer = { merchantId: merchant.id, userId, holdSeconds: terms.hold_unpaid_seconds }
  if (short.length > 0 && !(await isHeldByUnpaid(short, (lines) => findHeld(db, { ...ofBuyer, lines })))) {
    throw insufficientStock(
      short.map(({ product_id, quantity, available }) => ({ product_id, requested: quantity, available })),
    )
  }
  return { lines: offered, terms }
}

/** Whether unpaid orders hold all missing units. Checked only if the reserved units would suffice. */
async function isHeldByUnpaid(
  short: readonly Line[],
  heldOf: (missing: readonly OrderLine[]) => Promise<HeldOrder[]>,
): Promise<boolean> {
  if (short.some(({ available, reserved, quantity }) => available + reserved < quantity)) return false
  const missing = short.map((line) => ({ productId: line.product_id, quantity: line.quantity - line.available }))
  return oldestCovering(missing, await heldOf(missing)) !== undefined
}
