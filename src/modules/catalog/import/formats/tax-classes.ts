import type { ColumnNotes } from './column-notes.ts'

/** The class of what is not taxed, to which a shop need not give a rate; and other names that shops use for it. */
const untaxed = 'untaxed'
export const untaxedClasses: ReadonlySet<string> = new Set([untaxed, 'none', 'exempt', 'tax-free'])

/** What other systems add to the name of a class: `reduced-rate`, `Zero Tax`. */
const ending = /[-_ ](?:rate|rates|tax|vat)$/

/** Our tax class for a class of another system: the shop's own of that name, else the short form of the name. */
export function taxClassNamed(
  name: string,
  column: string,
  { taxClasses, notes }: { taxClasses: ReadonlySet<string>; notes: ColumnNotes },
): string {
  const words = wordsOf(name)
  const short = words.replace(ending, '')
  const common = short === 'reduced' || short === 'zero' || short === 'standard'
  const found = [words, short].find((one) => taxClasses.has(one)) ?? (common ? short : words)
  if (found === '') return 'standard'
  if (!/^[a-z0-9][a-z0-9_-]{0,49}$/.test(found)) {
    notes.dropped(column, `${name.slice(0, 50)} cannot be the name of a tax class: its products are standard`)
    return 'standard'
  }
  if (found !== name) notes.changed(column, `${name.slice(0, 50)} is the tax class ${found}`)
  return found
}

/** The tax class of what another system does not tax. */
export function untaxedClass(
  column: string,
  { taxClasses, notes }: { taxClasses: ReadonlySet<string>; notes: ColumnNotes },
): string {
  const found = [...untaxedClasses].find((one) => taxClasses.has(one)) ?? untaxed
  notes.changed(column, `not taxable is the tax class ${found}`)
  return found
}

function wordsOf(name: string): string {
  const plain = /%[0-9a-f]{2}/i.test(name) ? decoded(name) : name
  const bare = plain.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.trim().replace(/\s+/g, '-')
}

/** Such as slugs of WordPress. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Of an import in which products have classes that the tax table does not have. */
export function noteWithoutRate(taxClass: string, classes: ReadonlySet<string>, notes: ColumnNotes): void {
  if (classes.has(taxClass) || (taxClass === 'standard' && classes.size === 0)) return
  notes.kept('tax_class', `the tax table has no rate for ${taxClass}: such products are sold without tax`)
}
