import {
  type Place,
  shippingByGoods,
  shippingClass,
  type TaxedPart,
  type TaxRateRow,
} from '#src/modules/taxes/index.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import { type Supply, supplyOf } from './supply-rules.ts'

/** A line at the catalog's price, with the inputs of shipping and tax. */
export interface PricedLine {
  price_minor: number
  quantity: number
  requires_shipping: boolean
  /** Null counts as 0. */
  weight_grams: number | null
  tax_class: string
  /** Of a gift card. */
  voucher?: 'multi' | 'single' | null
  /** Where a single-purpose voucher is taxed, wherever the order goes. */
  voucher_country?: string | null
  /** What discounts take off the line. Default: 0. */
  discount_minor?: number
}

/** Tax settings of a shop, and the destination of the order. */
export interface TaxTerms {
  rates: readonly TaxRateRow[]
  /** Where goods are taxed, and services, unless `services` says another place. */
  place: Place | undefined
  services?: Place | undefined
  /** What the buyer owes the tax of. */
  reverse?: Record<Supply, boolean>
  included: boolean
  /** `class` if left out. */
  shippingTax?: ShippingTax
}

/**
 * Whether shipping is taxed like the goods or by the rows of its class. New shops begin with `default`: by its class if
 * the table has rows of it, else like the goods.
 */
type ShippingTax = 'goods' | 'class' | 'default'

/** A line, or lines of one class, with what is paid for them. */
export interface Goods extends TaxedPart {
  quantity: number
  requires_shipping: boolean
}

/** What shipping and a fee are a part of. */
export function supplyOfAll(goods: readonly Goods[]): Supply {
  return goods.length === 0 || goods.some((part) => part.requires_shipping) ? 'goods' : 'services'
}

export function shippingParts(goods: readonly Goods[], shippingMinor: number, tax: TaxTerms): TaxedPart[] {
  const { rates, included, shippingTax = 'class' } = tax
  const shipped = goods.filter((part) => part.requires_shipping)
  const supply = supplyOfAll(goods)
  const place = placeOf(supply, tax)
  const at = taxedAs(supply, tax)
  const whole = [{ taxClass: shippingClass, amountMinor: shippingMinor, ...at }]
  const byClass = shippingTax === 'default' && rates.some((row) => row.tax_class === shippingClass)
  if (shippingTax === 'class' || byClass) return whole
  const parts = shippingByGoods(rates, place, shipped.length > 0 ? shipped : goods, included, shippingMinor)
  return parts.map((part) => ({ ...part, ...at }))
}

export function toMoneyLine({ price_minor, quantity }: PricedLine) {
  return { priceMinor: price_minor, quantity }
}

export function toGoods(line: PricedLine, tax: TaxTerms): Goods {
  const amountMinor = lineTotal(toMoneyLine(line)) - (line.discount_minor ?? 0)
  const { quantity, requires_shipping } = line
  return { taxClass: line.tax_class, ...taxedAt(line, tax), amountMinor, quantity, requires_shipping }
}

export type TaxedAt = Pick<TaxedPart, 'place' | 'isReverseCharged'>

/** Vouchers are no services: of those for one purpose it is said where they are taxed, others are not taxed here. */
export function taxedAt(line: PricedLine, tax: TaxTerms): TaxedAt {
  const { voucher, voucher_country: country } = line
  if (voucher == null) return taxedAs(supplyOf(line), tax)
  return voucher === 'single' && country ? { place: { country, region: null } } : {}
}

export function taxedAs(supply: Supply, tax: TaxTerms): TaxedAt {
  const place = placeOf(supply, tax)
  return {
    ...(place !== undefined && place !== tax.place && { place }),
    ...(tax.reverse?.[supply] && { isReverseCharged: true }),
  }
}

function placeOf(supply: Supply, { place, services }: TaxTerms): Place | undefined {
  return supply === 'goods' ? place : (services ?? place)
}
