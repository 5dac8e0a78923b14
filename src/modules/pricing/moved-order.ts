import { noMarket } from '#src/modules/markets/index.ts'
import { pricedIn, selectShippingMethods, serves } from '#src/modules/shipping/index.ts'
import {
  type Place,
  placeOfShop,
  selectTaxRates,
  standardClass,
  type TaxRateRow,
  taxOf,
  withoutTax,
} from '#src/modules/taxes/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { shareOf } from '#src/platform/lib/money.ts'
import { type GoodsRow, type OrderTerms, selectGoods, selectOffers } from './offer-queries.ts'
import type { OrderItemRow, UnplacedOrder } from './priced-order.ts'
import { homeOf, placesOf, reverseCharge, supplyOf } from './supply-rules.ts'
import { type TaxLineRow, taxLinesOfItem } from './tax-line-rules.ts'
import type { PricedLine, TaxTerms } from './taxed-goods-rules.ts'
import { shippingOptions, subtotalOf, type Totals, totalsOf } from './total-rules.ts'

type Addresses = Pick<UnplacedOrder, 'shipping_address' | 'billing_address'>

/** What tax depends on, of a line. */
type MovedLine = Pick<
  OrderItemRow,
  'line' | 'product_id' | 'price_minor' | 'requires_shipping' | 'voucher' | 'tax_line'
>

/** Units of a line that are not sent yet, with their part of its discount. */
export interface UnsentUnits {
  item: MovedLine
  quantity: number
  discount_minor: number
}

/** A placed order that is to go to another address. */
export interface Moving {
  merchant: Pick<Merchant, 'id' | 'currency'>
  order: Omit<UnplacedOrder, 'items'> & { items: readonly MovedLine[] }
  unsent: readonly UnsentUnits[]
  shippingMinor: number
  /** The whole order moves, with what is paid for its way to pay. */
  isWhole: boolean
  to: Addresses
  /** Payments charge multiples of this many minor units. */
  unit: number
}

/** What the units that are not sent cost at both addresses, by the rates of today. */
export interface MovedTotals {
  was: Totals
  is: Totals
  /** Somebody else owes the tax: prices that include it are others. */
  changesDebtor: boolean
}

/**
 * Prices and discounts stay; only tax follows the address. Both sides are calculated by the rates of today, so that a
 * rate that has changed since the order is no difference.
 * @throws AppError SHIPPING_UNAVAILABLE
 */
export async function priceMoved(db: Executor, moving: Moving): Promise<MovedTotals> {
  const { merchant, order, unsent, shippingMinor, isWhole, to, unit } = moving
  const { currency } = order
  const { terms } = await selectOffers(
    db,
    { merchantId: merchant.id, userId: order.user_id, isGuest: false, clientHash: Buffer.alloc(0) },
    { ...noMarket, productIds: [], quantities: [], units: 0, isLimited: false, maxUnits: 0 },
  )
  const goods = await selectGoods(db, merchant.id, [...new Set(unsent.map(({ item }) => item.product_id))])
  const rates = terms.has_tax_rates ? await selectTaxRates(db, merchant.id) : []
  const taxAt = (addresses: Addresses) => taxTerms(order, addresses, terms, rates)
  const [was, is] = [taxAt(order), taxAt(to)]
  const lines = unsent.map((units) => pricedLine(order, units, goods, was))
  const fee = isWhole ? feeOfOrder(order) : undefined
  if (to.shipping_address !== null) await refuseUnserved(db, moving, lines, to.shipping_address)
  const moved = was.included ? repriced(lines, { was, is, home: homeOf(terms) }, unit) : lines
  return {
    was: totalsOf(lines, shippingMinor, was, currency, unit, fee),
    is: totalsOf(moved, shippingMinor, is, currency, unit, fee),
    changesDebtor: lines.some((line) => line.voucher == null && owes(was, line) !== owes(is, line)),
  }
}

/** What was paid for the way to pay. */
function feeOfOrder({ payment_fee_total_minor: amountMinor, payment_terms: terms }: Moving['order']) {
  return amountMinor > 0 ? { amountMinor, taxClass: terms?.fee_tax_class ?? standardClass } : undefined
}

function taxTerms(order: Moving['order'], to: Addresses, terms: OrderTerms, rates: readonly TaxRateRow[]): TaxTerms {
  const places = placesOf(to, placeOfShop(terms.seat, rates) ?? homeOf(terms))
  const isTaxed = order.tax_lines?.some(({ reason }) => reason === undefined) ?? false
  return {
    rates,
    place: places.goods,
    services: places.services,
    reverse: reverseCharge({ ...to, buyer_vat: order.buyer_vat }, terms),
    included: isTaxed ? order.tax_included : terms.prices_include_tax,
    shippingTax: terms.shipping_tax ?? 'default',
  }
}

function pricedLine(
  order: Moving['order'],
  { item, quantity, discount_minor }: UnsentUnits,
  goods: ReadonlyMap<string, GoodsRow>,
  tax: TaxTerms,
): PricedLine {
  const product = goods.get(item.product_id)
  return {
    price_minor: item.price_minor,
    quantity,
    discount_minor,
    requires_shipping: item.requires_shipping,
    weight_grams: product?.weight_grams ?? null,
    tax_class: product?.tax_class ?? classOf(order, item, tax),
    voucher: item.voucher ?? null,
    voucher_country: product?.voucher_country ?? null,
  }
}

/** The class of a line of no product, which orders do not keep: one that is taxed as the line was. */
function classOf({ tax_lines, items }: Moving['order'], item: MovedLine, { rates, place, services }: TaxTerms): string {
  const taxLines = tax_lines ?? []
  const namesOf = (lines: readonly Pick<TaxLineRow, 'name' | 'rate'>[]) =>
    lines.map(({ name, rate }) => `${rate} ${name}`).join()
  const its = taxLinesOfItem(taxLines, item, items.indexOf(item)).flatMap((index) => taxLines[index] ?? [])
  const at = supplyOf(item) === 'goods' ? place : services
  const isIts = (taxClass: string) =>
    namesOf(taxOf(rates, at, [{ taxClass, amountMinor: 100 }], false).lines) === namesOf(its)
  const classes = [standardClass, ...rates.map(({ tax_class }) => tax_class)]
  return [...new Set(classes)].find(isIts) ?? standardClass
}

/** Prices that include tax, where the buyer owes the tax now and did not before, or the other way round. */
function repriced(
  lines: readonly PricedLine[],
  { was, is, home }: { was: TaxTerms; is: TaxTerms; home: Place | undefined },
  unit: number,
): PricedLine[] {
  return lines.map((line) => {
    if (home === undefined || line.voucher != null || owes(is, line) === owes(was, line)) return line
    const part = { taxClass: line.tax_class, amountMinor: line.price_minor }
    const price_minor = owes(is, line)
      ? withoutTax(was.rates, home, part, unit)
      : line.price_minor + taxOf(was.rates, home, [part], false, unit).totalMinor
    const discount_minor = line.price_minor === 0 ? 0 : shareOf(line.discount_minor ?? 0, price_minor, line.price_minor)
    return { ...line, price_minor, discount_minor }
  })
}

/** Whether the buyer owes the tax of a line. */
function owes({ reverse }: TaxTerms, line: PricedLine): boolean {
  return reverse?.[supplyOf(line)] ?? false
}

/** Methods that the shop has no more, and those of staff alone, go anywhere. @throws AppError SHIPPING_UNAVAILABLE */
async function refuseUnserved(
  db: Executor,
  { merchant, order }: Moving,
  lines: readonly PricedLine[],
  to: Place,
): Promise<void> {
  if (order.shipping_method === null || !lines.some((line) => line.requires_shipping)) return
  const { id } = order.shipping_method
  const methods = await selectShippingMethods(db, merchant.id)
  const method = methods.find((one) => one.id === id)
  if (method === undefined || serves(method, to)) return
  const priced = pricedIn(methods, order.currency, merchant.currency)
  const options = shippingOptions(priced, lines, to, subtotalOf(lines, order.currency))
  throw new AppError('SHIPPING_UNAVAILABLE', `${method.name} does not ship to this address`, {
    details: { shipping_method_id: id, available: options.map((option) => option.method.id) },
  })
}
