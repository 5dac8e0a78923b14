import { type BuyerVat, type Place, placeOfNumber } from '#src/modules/taxes/index.ts'
import { postalKey } from '#src/platform/lib/postal-codes.ts'
import { isInUnion, memberStateAt, readVatNumber } from '#src/platform/lib/vat-numbers.ts'

/** Goods are sent or fetched; services, and downloads, are neither. */
export type Supply = 'goods' | 'services'

export const supplyOf = ({ requires_shipping }: { requires_shipping: boolean }): Supply =>
  requires_shipping ? 'goods' : 'services'

/** Destination and buyer of an order. */
interface Destination {
  shipping_address: Place | null
  billing_address: Place | null
}

/**
 * Where each kind is taxed (Directive 2006/112/EC, articles 31, 36, 45 and 58): where the order goes; else goods are
 * fetched at the shop, and services are for where the bill goes, else done at the shop. Undefined: no tax.
 */
export function placesOf(
  { shipping_address, billing_address }: Destination,
  shop: Place | undefined,
): Record<Supply, Place | undefined> {
  return {
    goods: shipping_address ?? shop ?? billing_address ?? undefined,
    services: shipping_address ?? billing_address ?? shop,
  }
}

interface Terms {
  /** The shop's own. */
  vat_number: string | null
  /** A small business, whose supplies are exempt. */
  is_exempt?: boolean
}

interface Given extends Destination {
  buyer_vat: Omit<BuyerVat, 'reverse_charge'> | null
}

/**
 * What the buyer owes the tax of, both being businesses of different member states (Directive 2006/112/EC): goods that
 * go to another member state than the shop's (article 138), and services, wherever they are done (article 196).
 * Northern Ireland is a member state for goods only, and goods of an exempt business stay exempt (article 139). If the
 * register does not know the number or did not answer, the tax stays with the shop.
 */
export function reverseCharge(
  { buyer_vat: buyer, shipping_address: to }: Given,
  terms: Terms,
): Record<Supply, boolean> {
  const home = stateOf(terms)
  const isSure = buyer?.check == null || buyer.check.status === 'valid'
  if (buyer === null || home === undefined || !isSure || home === buyer.state) return { goods: false, services: false }
  const isBetween = isInUnion(home) && isInUnion(buyer.state)
  const goesTo = to === null ? undefined : memberStateAt(to.country, postalKey(to.postal_code ?? '', to.country))
  return {
    goods: isBetween && goesTo !== undefined && goesTo !== home && terms.is_exempt !== true,
    services: isBetween && home !== 'XI' && buyer.state !== 'XI',
  }
}

/** The place of the shop itself, as its VAT number says it. */
export function homeOf({ vat_number }: Terms): Place | undefined {
  return placeOfNumber(vat_number)
}

function stateOf({ vat_number }: Terms): string | undefined {
  return vat_number === null ? undefined : readVatNumber(vat_number)?.state
}
