import { epcText } from '#src/platform/lib/epc-code.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { day, isolate, money } from '#src/platform/mail/templates/values.ts'
import { isPaidByHand, type Payable, stateOf } from './rules.ts'

/** What a buyer is told who pays the shop itself. */
export interface HowToPay {
  title: string
  instructions: string | null
  facts: { label: string; value: string }[]
  /** The same for the app of a bank, as a QR code: of a transfer in euro. */
  code?: { text: string; scan: string; attached: string }
}

interface DueOrder extends Payable {
  currency: string
}

/** Undefined if nothing is to be paid by hand. `locale`: that of the reader (`writtenLocale`). */
export function howToPay(
  order: DueOrder,
  { locale, timezone }: { locale: string; timezone: string },
): HowToPay | undefined {
  const { payment_terms: terms, status, total_minor, paid_minor, currency } = order
  if (terms === null || !isPaidByHand(terms) || status === 'cancelled' || paid_minor >= total_minor) return undefined
  const t = textsIn('howToPay', languageOf(locale))
  const { due_at, reference } = stateOf(order, terms)
  const { bank } = terms
  const facts: [string, string | null][] = [
    [t.amount, money(total_minor - paid_minor, currency, locale)],
    [t.holder, bank && isolate(bank.holder)],
    [t.iban, bank && inFours(bank.iban)],
    [t.bic, bank?.bic ?? null],
    [t.reference, reference],
    [t.due, reference && due_at && day(due_at, timezone, locale)],
  ]
  const amountMinor = total_minor - paid_minor
  const code = bank && currency === 'EUR' ? epcText({ bank, amountMinor, reference }) : undefined
  return {
    title: fill(t.title, { name: isolate(terms.name) }),
    instructions: terms.instructions,
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    ...(code !== undefined && { code: { text: code, scan: t.scan, attached: t.attached } }),
  }
}

/** As it is printed. */
function inFours(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
