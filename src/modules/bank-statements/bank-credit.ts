import { createHash } from 'node:crypto'
import { invalid } from '#src/platform/lib/errors.ts'
import { isCurrency, maxAmount, toMinor } from '#src/platform/lib/money.ts'

/** Money that came in, as a statement says. */
export interface BankCredit {
  /** The shop's own account, however the bank writes it. */
  account: string
  /** YYYY-MM-DD. */
  bookedOn: string | null
  amountMinor: number
  currency: string
  /** Who paid. */
  name: string
  /** What they wrote. */
  text: string
  /** References in fields of their own: of the creditor, end to end. */
  references: string[]
  /** What the bank calls it; empty without. */
  bankReference: string
}

/** Entries that are no payments of customers. */
export interface Skipped {
  debits: number
  pending: number
  returned: number
}

export interface ReadStatement {
  credits: BankCredit[]
  skipped: Skipped
}

export const nothingSkipped = (): Skipped => ({ debits: 0, pending: 0, returned: 0 })

/** Most credits of one request. */
export const maxCredits = 2_000

/** Most characters that are kept of a name and of a text. */
const [maxName, maxText] = [140, 500]

export function shorten(text: string, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and nobody reads the others
  const line = text.replace(/[\u0000-\u001f\u007f]+|\s+/g, ' ').trim()
  return [...line.toWellFormed()].slice(0, max).join('')
}

export const shortName = (name: string) => shorten(name, maxName)
export const shortText = (text: string) => shorten(text, maxText)

/** Minor units of `1234.50`. @throws AppError VALIDATION_ERROR */
export function readMoney(decimal: string, currency: string, where: string): number {
  if (!isCurrency(currency)) throw invalid({ field: 'body', message: `${where} has no currency such as EUR` })
  const amount = /^\d{1,15}(\.\d{1,6})?$/.test(decimal) ? Number(decimal) : Number.NaN
  const minor = amount <= maxAmount ? toMinor(amount, currency) : undefined
  if (minor === undefined)
    throw invalid({ field: 'body', message: `${where} has no amount such as 12.75 in ${currency}` })
  return minor
}

/** @throws AppError VALIDATION_ERROR */
export function refuseTooMany(count: number): void {
  if (count > maxCredits)
    throw invalid({ field: 'body', message: `must have at most ${maxCredits} credits; send fewer days at once` })
}

/**
 * What tells the credits of one file from each other, and finds them again in the next: the references of the bank and
 * of the payer with day, amount and account; without references all that the bank says. Equal ones are counted, since
 * two people may pay the same on one day.
 */
export function fingerprints(credits: readonly BankCredit[]): Buffer[] {
  const seen = new Map<string, number>()
  return credits.map((credit) => {
    const { account, bookedOn, amountMinor, currency, name, text, references, bankReference } = credit
    const own = bankReference === '' ? [name, text, ...references] : [bankReference, ...references]
    const said = JSON.stringify([account, bookedOn, amountMinor, currency, ...own])
    const ordinal = seen.get(said) ?? 0
    seen.set(said, ordinal + 1)
    return createHash('sha256').update(`${ordinal} ${said}`).digest()
  })
}
