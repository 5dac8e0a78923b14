import type { InvoiceParty } from './invoice.ts'

/** Codes of the EAS list for VAT numbers, by the letters that they begin with. */
const vatSchemes: Record<string, string> = {
  AT: '9914', BE: '9925', BG: '9926', CH: '9927', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', EL: '9933',
  ES: '9920', FR: '9957', GB: '9932', HR: '9934', HU: '9910', IE: '9935', IT: '0211', LT: '9937', LU: '9938',
  LV: '9939', MT: '9943', NL: '9944', NO: '9909', PL: '9945', PT: '9946', RO: '9947', SE: '9955', SI: '9949',
  SK: '9950',
} // biome-ignore format: a table reads better in rows

/** Where a party takes electronic invoices, which Peppol and the library want: its e-mail, else its VAT number. */
export function electronicAddress({ email, vat_id }: Pick<InvoiceParty, 'email' | 'vat_id'>) {
  if (email !== null) return { scheme: 'EM', id: email }
  const scheme = vatSchemes[vat_id?.slice(0, 2) ?? '']
  return vat_id !== null && scheme !== undefined ? { scheme, id: vat_id } : undefined
}
