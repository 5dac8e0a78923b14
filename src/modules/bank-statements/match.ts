import type { OrderToPay } from '#src/modules/orders/index.ts'
import { creditorReference } from '#src/platform/lib/creditor-reference.ts'
import type { BankCredit } from './bank-credit.ts'

export const reasons = [
  ...(['amount_differs', 'several_orders', 'by_name', 'order_paid', 'order_cancelled', 'other_currency'] as const),
  ...(['not_permitted', 'payment_in_progress'] as const),
] as const
/** Why a credit was not recorded. */
export type Reason = (typeof reasons)[number]

export interface Match {
  order: OrderToPay | undefined
  /** The reference or number names this order alone, and the amount is what is due. */
  isSure: boolean
  reason: Reason | null
}

const unmatched: Match = { order: undefined, isSure: false, reason: null }

/** Letters and digits only, as numbers are compared. */
export function bare(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/**
 * Finds the order of each credit: by a reference or number in its fields or words, else by name and amount.
 * `numbers` are those of the credit (`numbersIn`). Orders come with their numbers; those that are paid or cancelled
 * tell why a credit is not recorded.
 */
export function matcher(orders: readonly OrderToPay[]): (credit: BankCredit, numbers: Iterable<string>) => Match {
  const byNumber = new Map<string, OrderToPay>()
  for (const order of orders) {
    byNumber.set(bare(order.order_number), order)
    byNumber.set(creditorReference(order.order_number), order)
  }
  const byAmount = Map.groupBy(
    orders.filter((order) => whyNot(order) === undefined),
    ({ currency, due_minor }) => `${due_minor} ${currency}`,
  )
  return (credit, numbers) => {
    const named = new Set(
      [...numbers].flatMap((number) => {
        const order = byNumber.get(number)
        return order === undefined ? [] : [order]
      }),
    )
    if (named.size > 0) return ofNamed([...named], credit)
    return ofNamesakes(byAmount.get(`${credit.amountMinor} ${credit.currency}`) ?? [], credit)
  }
}

function ofNamed(named: readonly OrderToPay[], credit: BankCredit): Match {
  const open = named.filter((order) => whyNot(order) === undefined && order.currency === credit.currency)
  const [order] = open
  if (order === undefined) {
    const [first] = named
    return { order: first, isSure: false, reason: (first && whyNot(first)) ?? 'other_currency' }
  }
  if (named.length > 1) return { order, isSure: false, reason: 'several_orders' }
  const isWhole = order.due_minor === credit.amountMinor
  return { order, isSure: isWhole, reason: isWhole ? null : 'amount_differs' }
}

function ofNamesakes(sameAmount: readonly OrderToPay[], credit: BankCredit): Match {
  const payer = wordsOf(`${credit.name}`)
  const namesakes = sameAmount.filter(({ names }) => names.some((name) => isSamePerson(payer, wordsOf(name))))
  const [order] = namesakes
  if (order === undefined) return unmatched
  return { order, isSure: false, reason: namesakes.length > 1 ? 'several_orders' : 'by_name' }
}

/** Why nothing is paid of an order. */
export function whyNot({ status, due_minor }: Pick<OrderToPay, 'status' | 'due_minor'>): Reason | undefined {
  if (status === 'cancelled') return 'order_cancelled'
  return due_minor > 0 ? undefined : 'order_paid'
}

/** Most parts of a text that are looked at, and of a number in it, such as RF18 2611 307K 3M9Q. */
const [maxPartsOfText, maxParts] = [80, 14]
const maxLength = 36
/** Shorter numbers count only as a word of their own, and those below the least only as all that is said. */
const [leastInWords, leastInText] = [6, 3]

/** All that may be the number or the reference of an order in what the payer has said, bare. */
export function numbersIn({ text, references }: Pick<BankCredit, 'text' | 'references'>): Set<string> {
  const found = new Set<string>()
  for (const said of [text, ...references]) {
    const whole = bare(said)
    if (whole.length <= maxLength && /\d/.test(whole)) found.add(whole)
    for (const word of said.split(/[^\p{L}\p{N}-]+/u)) addNumber(found, bare(word), leastInText)
    addJoined(found, said)
  }
  return found
}

/** Numbers that are written with blanks, or stand in a word: their parts are runs of letters and runs of digits. */
function addJoined(found: Set<string>, said: string): void {
  const parts = (said.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).slice(0, maxPartsOfText)
  for (let from = 0; from < parts.length; from++) {
    let joined = ''
    for (const part of parts.slice(from, from + maxParts)) {
      joined += part
      if (joined.length > maxLength) break
      addNumber(found, joined, leastInWords)
    }
  }
}

function addNumber(found: Set<string>, number: string, least: number): void {
  if (number.length >= least && number.length <= maxLength && /\d/.test(number)) found.add(number)
}

/** Words of a name as they are compared: small letters without marks, and as banks write ä, ö, ü and ß. */
function wordsOf(name: string): Set<string> {
  const plain = name
    .toLowerCase()
    .replace(/ä|ae/g, 'a')
    .replace(/ö|oe/g, 'o')
    .replace(/ü|ue/g, 'u')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && !noNames.has(word)))
}

const noNames = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'herr',
  'frau',
  'und',
  'and',
  'or',
  'oder',
  'ltd',
  'gmbh',
  'bv',
  'sa',
])

/** All words of the shorter name are in the other: banks leave out, add and turn around. */
function isSamePerson(payer: ReadonlySet<string>, name: ReadonlySet<string>): boolean {
  const [few, many] = payer.size < name.size ? [payer, name] : [name, payer]
  return few.size > 0 && [...few].every((word) => many.has(word))
}
