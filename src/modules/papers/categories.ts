import type { InvoiceTax, TaxCategory } from './invoice.ts'
import { paperTexts } from './paper-texts.ts'

/** What decides about the category of a part without tax. */
export interface CategoryTerms {
  /** Whether goods, and services, are supplied outside of the EU by a seller in it. */
  outside: { goods: boolean; services: boolean }
  /** Why the supplies of a small business are exempt; null: they are not. */
  exemption: string | null
  /** Whether the seller has a VAT number, without which EN 16931 knows no category of exports. */
  hasVatId: boolean
  /** Of the paper. */
  locale: string
}

type Exemption = NonNullable<InvoiceTax['exemption']>

/** BT-121. */
const codes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
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
export function exemptionOf(category: TaxCategory, { exemption, locale }: CategoryTerms): Exemption | null {
  const said = paperTexts({ locale })
  const reasons: Partial<Record<TaxCategory, string>> = {
    AE: said.reverseChargeReason,
    K: said.withinEuReason,
    G: said.exportReason,
    O: said.notSubjectReason,
    // Without a setting it is an export of a seller without a VAT number.
    E: exemption ?? said.exportReason,
  }
  const reason = reasons[category]
  return reason === undefined ? null : { reason, code: codes[category] ?? null }
}

/** What the taxes of a category are called where the order has no name for them. */
export function nameOfCategory(category: TaxCategory, { locale }: Pick<CategoryTerms, 'locale'>): string | undefined {
  const said = paperTexts({ locale })
  const names: Partial<Record<TaxCategory, string>> = {
    AE: said.reverseCharge,
    K: said.withinEu,
    G: said.export,
    O: said.notSubject,
    E: said.exempt,
  }
  return names[category]
}

/** EN 16931 has what is not subject to VAT on invoices of its own (BR-O-11 to BR-O-14). */
export function mayStandTogether(categories: readonly TaxCategory[]): boolean {
  return new Set(categories).size === 1 || !categories.includes('O')
}
