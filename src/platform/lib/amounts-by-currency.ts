import type { FieldFault } from './errors.ts'
import { isCurrency } from './money.ts'

/** Amounts of one thing in other currencies than its own, by their codes. */
export type ByCurrency<Amounts> = Readonly<Record<string, Amounts>>

/**
 * What was given for other currencies, as it is stored: in the order of their codes; null: none.
 * @param read the amounts of one entry; it tells its faults with the fields that it gets
 */
export function readByCurrency<Entry extends { currency: string }, Amounts>(
  entries: readonly Entry[] | null,
  own: string,
  faults: FieldFault[],
  read: (entry: Entry, field: (name: string) => string) => Amounts,
): Record<string, Amounts> | null {
  const amounts = new Map<string, Amounts>()
  entries?.forEach((entry, at) => {
    const field = (name: string) => `prices[${at}].${name}`
    const { currency } = entry
    const message = faultOf(currency, own, amounts.has(currency))
    if (message !== undefined) faults.push({ field: field('currency'), message })
    else amounts.set(currency, read(entry, field))
  })
  return inOrderOfCodes(Object.fromEntries(amounts))
}

function faultOf(currency: string, own: string, isTwice: boolean): string | undefined {
  if (!isCurrency(currency)) return 'must be a currency of ISO 4217, such as EUR'
  if (currency === own) return `is that of the shop: its amounts are those of the other fields`
  return isTwice ? 'is in the list twice' : undefined
}

/** Without a currency that is the shop's own by now. */
export function withoutCurrency<Amounts>(amounts: ByCurrency<Amounts> | null, currency: string) {
  return inOrderOfCodes(Object.fromEntries(Object.entries(amounts ?? {}).filter(([code]) => code !== currency)))
}

/** PostgreSQL keeps keys of jsonb in an order of its own. */
function inOrderOfCodes<Amounts>(amounts: Record<string, Amounts>): Record<string, Amounts> | null {
  const entries = Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** The entries of an answer. */
export function presentByCurrency<Amounts, Shown>(
  amounts: ByCurrency<Amounts> | null,
  present: (its: Amounts, currency: string) => Shown,
): ({ currency: string } & Shown)[] {
  return Object.entries(inOrderOfCodes({ ...amounts }) ?? {}).map(([currency, its]) => ({
    currency,
    ...present(its, currency),
  }))
}
