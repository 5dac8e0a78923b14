import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import type { ShopSettings } from './rules.ts'

/** The country of a shop: that of its address on invoices, else of its VAT number. */
export function seatOf({ invoices, vat_number }: Pick<ShopSettings, 'invoices' | 'vat_number'>): string | null {
  const named = invoices?.seller_address?.country
  if (named) return named
  const state = vat_number === null ? undefined : readVatNumber(vat_number)?.state
  return state === 'XI' ? 'GB' : (state ?? null)
}
