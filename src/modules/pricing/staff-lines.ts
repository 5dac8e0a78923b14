import { newId } from '#src/platform/lib/ids.ts'
import type { OfferedProduct } from './offer-queries.ts'

/** A line of an order by staff: of a product, perhaps with a price of its own, or one that staff names. */
export type StaffLine =
  | { productId: string; quantity: number; priceMinor: number | undefined }
  | { name: string; quantity: number; priceMinor: number; taxClass: string }

export interface OfferedLine extends OfferedProduct {
  quantity: number
  /** Of no product. */
  custom?: true
  /** Staff has set the price, which no promotion changes. */
  is_exempt?: true
  discount_minor?: number
}

/** A method that no other order has. */
export function chosenByStaff(
  shipping: { name: string; priceMinor: number } | undefined,
): { method: { id: string; name: string }; priceMinor: number } | undefined {
  return shipping && { method: { id: newId(), name: shipping.name }, priceMinor: shipping.priceMinor }
}

/** The lines of an order by staff, made of its offered products. */
export function linesByStaff(offered: readonly OfferedProduct[], lines: readonly StaffLine[]): OfferedLine[] {
  const offers = new Map(offered.map((offer) => [offer.product_id, offer]))
  return lines.flatMap((line): OfferedLine[] => {
    if (!('productId' in line)) return [customLine(line)]
    const offer = offers.get(line.productId)
    if (offer === undefined) return []
    const { quantity, priceMinor } = line
    const priced = priceMinor === undefined ? {} : { price_minor: priceMinor, is_exempt: true as const }
    return [{ ...offer, quantity, ...priced }]
  })
}

function customLine(line: Exclude<StaffLine, { productId: string }>): OfferedLine {
  const { name, quantity, priceMinor: price_minor, taxClass: tax_class } = line
  return {
    product_id: newId(),
    sku: '',
    name,
    price_minor,
    quantity,
    tax_class,
    withdrawal: 'allowed',
    picture: null,
    image_url: null,
    group_id: null,
    slug: null,
    options: {},
    available: 0,
    reserved: 0,
    requires_shipping: false,
    weight_grams: null,
    custom: true,
    is_exempt: true,
  }
}
