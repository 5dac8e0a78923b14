import type { InvoiceTax, TaxCategory } from './invoice.ts'

/** What decides about the category of a part without tax. */
export interface CategoryTerms {
  /** Whether goods, and services, are supplied outside of the EU by a seller in it. */
  outside: { goods: boolean; services: boolean }
  /** Why the supplies of a small business are exempt; null: they are not. */
  exemption: string | null
  /** Whether the seller has a VAT number, without which EN 16931 knows no category of exports. */
  hasVatId: boolean
}

type Exemption = NonNullable<InvoiceTax['exemption']>

const directive = 'of Directive 2006/112/EC'
const exemptions: Partial<Record<TaxCategory, Exemption>> = {
  AE: { reason: `Reverse charge (Article 196 ${directive})`, code: 'VATEX-EU-AE' },
  K: { reason: `Reverse charge: intra-Community supply (Article 138 ${directive})`, code: 'VATEX-EU-IC' },
  G: { reason: `Export outside of the EU (Article 146 ${directive})`, code: 'VATEX-EU-G' },
  O: {
    reason: `Not subject to VAT: supplied outside of the EU (Articles 44, 45 and 58 ${directive})`,
    code: 'VATEX-EU-O',
  },
}

/** What the taxes of a category are called where the order has no name for them. */
const names: Partial<Record<TaxCategory, string>> = {
  K: 'Intra-Community supply',
  G: 'Export',
  O: 'Not subject to VAT',
  E: 'Exempt from VAT',
}

/** The category of a part, and why there is no tax on it. */
export function categoryOf(
  tax: { rate: number; reason?: 'reverse_charge' } | undefined,
  { requiresShipping: isGoods }: { requiresShipping: boolean },
  { outside, exemption, hasVatId }: CategoryTerms,
): TaxCategory {
  if (tax?.reason === 'reverse_charge') return isGoods ? 'K' : 'AE'
  if (tax !== undefined && tax.rate > 0) return 'S'
  if (!isGoods && outside.services) return 'O'
  if (isGoods && outside.goods) return hasVatId ? 'G' : 'E'
  return exemption === null ? 'Z' : 'E'
}

/** BT-120 and BT-121. */
export function exemptionOf(category: TaxCategory, { exemption }: CategoryTerms): Exemption | null {
  if (category !== 'E') return exemptions[category] ?? null
  // Without a setting it is an export of a seller without a VAT number.
  return { reason: exemption ?? exemptions.G?.reason ?? '', code: null }
}

export function nameOfCategory(category: TaxCategory): string | undefined {
  return names[category]
}

/** EN 16931 has what is not subject to VAT on invoices of its own (BR-O-11 to BR-O-14). */
export function mayStandTogether(categories: readonly TaxCategory[]): boolean {
  return new Set(categories).size === 1 || !categories.includes('O')
}
