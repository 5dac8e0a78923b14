export interface ShippingMethodRow {
  id: string
  name: string
  description: string | null
  /** ISO 3166-1 alpha-2; null: anywhere. */
  countries: string[] | null
  price_minor: number
  /** The subtotal from which it is free; null: never. */
  free_from_minor: number | null
  /** Both included. */
  min_weight_grams: number | null
  max_weight_grams: number | null
  position: number
  active: boolean
}

export interface Parcel {
  /** Undefined: without an address. */
  country: string | undefined
  /** Of the lines that are shipped. */
  weightGrams: number
  subtotalMinor: number
}

export interface ShippingOption<Method> {
  method: Method
  priceMinor: number
}

/** The active methods for a parcel with their prices, cheapest first, then by position. */
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

function fits(method: ShippingMethodRow, { country, weightGrams }: Parcel): boolean {
  return (
    method.active &&
    (method.countries === null || (country !== undefined && method.countries.includes(country))) &&
    weightGrams >= (method.min_weight_grams ?? 0) &&
    weightGrams <= (method.max_weight_grams ?? Number.POSITIVE_INFINITY)
  )
}

function priceOf({ price_minor, free_from_minor }: ShippingMethodRow, subtotalMinor: number): number {
  return free_from_minor !== null && subtotalMinor >= free_from_minor ? 0 : price_minor
}
