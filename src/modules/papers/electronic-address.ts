import type { InvoiceParty } from './invoice.ts'

/** A code of the EAS list, with the form that its numbers have there, where that is not the VAT number's. */
type Scheme = [code: string, idOf?: (vatId: string) => string]

/**
 * Codes of the EAS list of EN 16931 by the letters that VAT numbers begin with. The list has none for VAT numbers of
 * Norway and Sweden any more: they are the number of the organization with letters or digits around it.
 */
const vatSchemes: Record<string, Scheme> = {
  AD: ['9922'], AL: ['9923'], AT: ['9914'], AU: ['0151', (id) => id.slice(2)], BA: ['9924'], BE: ['9925'], BG: ['9926'],
  CH: ['9927'], CY: ['9928'], CZ: ['9929'], DE: ['9930'], DK: ['0198'], EE: ['9931'], EL: ['9933'], ES: ['9920'],
  FI: ['0213'], FR: ['9957'], GB: ['9932'], HR: ['9934'], HU: ['9910'], IE: ['9935'], IT: ['0211'], LI: ['9936'],
  LT: ['9937'], LU: ['9938'], LV: ['9939'], ME: ['9941'], MK: ['9942'], MT: ['9943'], NL: ['9944'],
  NO: ['0192', (id) => id.replaceAll(/\D/g, '')], PL: ['9945'], PT: ['9946'], RO: ['9947'], RS: ['9948'],
  SE: ['0007', (id) => id.slice(2, 12)], SI: ['9949'], SK: ['9950'], SM: ['9951'], TR: ['9952'],
} // biome-ignore format: a table reads better in rows

/** Where a party takes electronic invoices (BT-34, BT-49, which may be absent): its e-mail, else its VAT number. */
export function electronicAddress({ email, vat_id }: Pick<InvoiceParty, 'email' | 'vat_id'>) {
  if (email !== null) return { scheme: 'EM', id: email }
  const [scheme, idOf] = vatSchemes[vat_id?.slice(0, 2) ?? ''] ?? []
  return vat_id !== null && scheme !== undefined ? { scheme, id: idOf?.(vat_id) ?? vat_id } : undefined
}
