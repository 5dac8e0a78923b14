import type { ByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { countries } from '#src/platform/lib/countries.ts'
import { openDigits } from '#src/platform/lib/postal-patterns.ts'
import { regionKey, regionsAround } from '#src/platform/lib/regions.ts'

export interface ShippingMethodRow {
  id: string
  name: string
  description: string | null
  /** ISO 3166-1 alpha-2; null: anywhere. */
  countries: string[] | null
  /** Regions of its one country, as staff wrote them; null: the whole country. */
  regions: string[] | null
  /** Patterns of postal codes. An address matches if one of the patterns or of the regions does. */
  postal_codes: string[] | null
  price_minor: number
  /** Minimum subtotal for free shipping; null: never free. */
  free_from_minor: number | null
  /** Both included. */
  min_weight_grams: number | null
  max_weight_grams: number | null
  position: number
  active: boolean
  /** In other currencies than the shop's; null: none. */
  prices: ByCurrency<MethodAmounts> | null
}

/** What a method costs in one currency. */
export type MethodAmounts = Pick<ShippingMethodRow, 'price_minor' | 'free_from_minor'>

export interface Parcel {
  /** Undefined: without an address. */
  to: { country: string; region: string | null; postal_code?: string | null } | undefined
  /** Weight of the shipped lines. */
  weightGrams: number
  subtotalMinor: number
}

export interface ShippingOption<Method> {
  method: Method
  priceMinor: number
}

/**
 * Methods at their prices in a currency. Without one in it a method is not offered, unless it costs nothing: that is
 * the same in every currency.
 */
export function pricedIn<Method extends ShippingMethodRow>(
  methods: readonly Method[],
  currency: string,
  ownCurrency: string,
): Method[] {
  if (currency === ownCurrency) return [...methods]
  return methods.flatMap((method) => {
    const its = method.prices?.[currency]
    if (its !== undefined) return [{ ...method, ...its }]
    return method.price_minor === 0 ? [method] : []
  })
}

/** Active methods for a parcel with their prices, cheapest first, then by position. */
export function optionsFor<Method extends ShippingMethodRow>(
  methods: readonly Method[],
  parcel: Parcel,
): ShippingOption<Method>[] {
  return methods
    .filter((method) => fits(method, parcel))
    .map((method) => ({ method, priceMinor: priceOf(method, parcel.subtotalMinor) }))
    .sort(
      (one, other) =>
        one.priceMinor - other.priceMinor ||
        one.method.position - other.method.position ||
        (one.method.id < other.method.id ? -1 : 1),
    )
}

function fits(method: ShippingMethodRow, { to, weightGrams }: Parcel): boolean {
  return (
    method.active &&
    serves(method, to) &&
    weightGrams >= (method.min_weight_grams ?? 0) &&
    weightGrams <= (method.max_weight_grams ?? Number.POSITIVE_INFINITY)
  )
}

/** Whether it goes to a place. */
export function serves(method: ShippingMethodRow, to: Parcel['to']): boolean {
  return (
    method.countries === null || (to !== undefined && method.countries.includes(to.country) && isWithin(method, to))
  )
}

function isWithin({ regions, postal_codes }: ShippingMethodRow, to: NonNullable<Parcel['to']>): boolean {
  if (regions === null && postal_codes === null) return true
  const region = regionKey(to.country, to.region)
  const around = [region, ...regionsAround(to.country, region)]
  return (
    (region !== '' && (regions ?? []).some((name) => around.includes(regionKey(to.country, name)))) ||
    openDigits(postal_codes ?? [], to.postal_code, to.country) !== undefined
  )
}

function priceOf({ price_minor, free_from_minor }: ShippingMethodRow, subtotalMinor: number): number {
  return free_from_minor !== null && subtotalMinor >= free_from_minor ? 0 : price_minor
}

/** The countries that an active method reaches; all where orders need no method and there is none to choose. */
export function shippedTo(methods: readonly Pick<ShippingMethodRow, 'countries'>[], isRequired: boolean): string[] {
  const isAnywhere = methods.length === 0 ? !isRequired : methods.some((method) => method.countries === null)
  return isAnywhere ? [...countries] : [...new Set(methods.flatMap((method) => method.countries ?? []))].sort()
}
