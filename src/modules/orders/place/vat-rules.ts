import type { BuyerVat, Place } from '#src/modules/taxes/index.ts'
import { postalKey } from '#src/platform/lib/postal-codes.ts'
import { isInUnion, memberStateAt, readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import { taxPlace } from './total-rules.ts'

interface Terms {
  /** The shop's own. */
  vat_number: string | null
}

interface Given {
  buyer_vat: Omit<BuyerVat, 'reverse_charge'> | null
  shipping_address: Place | null
  billing_address: Place | null
}

/**
 * The buyer's VAT number with its effect on the order: the buyer owes the tax (Directive 2006/112/EC, articles 138 and
 * 196) if both are businesses of different member states, and the goods, if any, go to another member state than the
 * shop's. If the register does not know the number or did not answer, the tax stays with the shop.
 */
export function buyerVat(checkout: Given, terms: Terms): BuyerVat | null {
  const { buyer_vat: given } = checkout
  if (given === null) return null
  const { number, state, check } = given
  const home = stateOf(terms)
  const isAbroad = home !== undefined && isInUnion(home) && isInUnion(state) && state !== home
  const place = taxPlace(checkout)
  const to = place && memberStateAt(place.country, postalKey(place.postal_code ?? '', place.country))
  const leaves = place === undefined || (to !== undefined && to !== home)
  const isSure = check === null || check.status === 'valid'
  return { number, state, reverse_charge: isAbroad && leaves && isSure, check }
}

/** The place of the shop itself, as its VAT number says it. */
export function homeOf(terms: Terms): Place | undefined {
  const state = stateOf(terms)
  return state === undefined ? undefined : { country: state === 'XI' ? 'GB' : state, region: null }
}

function stateOf({ vat_number }: Terms): string | undefined {
  return vat_number === null ? undefined : readVatNumber(vat_number)?.state
}
