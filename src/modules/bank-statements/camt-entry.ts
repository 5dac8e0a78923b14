import { type BankCredit, type ReadStatement, readMoney, shorten, shortName, shortText } from './bank-credit.ts'
import { type Element, elementAt, elementsAt, valueAt } from './camt-element.ts'

/** Adds the credits of an entry (`Ntry`): one for each transaction of a batch. Versions differ in a level or two. */
export function creditsOf(entry: Element, account: string, { credits, skipped }: ReadStatement): void {
  const details = elementsAt(entry, 'NtryDtls', 'TxDtls')
  const transactions = isSplit(entry, details) ? details : [undefined]
  for (const transaction of transactions) {
    const only = transaction ?? (details.length === 1 ? details[0] : undefined)
    if ((valueAt(transaction, 'CdtDbtInd') || valueAt(entry, 'CdtDbtInd')) !== 'CRDT') skipped.debits++
    else if (!isBooked(entry)) skipped.pending++
    else if (isReturned(entry, only)) skipped.returned++
    else add(credits, creditOf(entry, transaction, only === undefined ? details : [only], account))
  }
}

function add(credits: BankCredit[], credit: BankCredit): void {
  if (credit.amountMinor > 0) credits.push(credit)
}

/** Whether each of several transactions has an amount of its own in the account's currency. */
function isSplit(entry: Element, details: readonly Element[]): boolean {
  const currency = elementAt(entry, 'Amt')?.currency
  return details.length > 1 && details.every((one) => amountOf(one)?.currency === currency)
}

function amountOf(transaction: Element): Element | undefined {
  const paths = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']]
  for (const path of paths) {
    const found = elementAt(transaction, ...path)
    if (found !== undefined) return found
  }
  return undefined
}

function isBooked(entry: Element): boolean {
  const status = valueAt(entry, 'Sts', 'Cd') || valueAt(entry, 'Sts')
  return status === '' || status === 'BOOK'
}

/** `NTRF+159+…`: banks in Germany that give no other code. */
const germanReturn = /^[A-Z]{4}\+159(\+|$)/

/** A transfer of the shop that came back: the bank says so by a mark, a reason or the code of the transaction. */
function isReturned(entry: Element, transaction: Element | undefined): boolean {
  if (/^(true|1)$/.test(valueAt(entry, 'RvslInd'))) return true
  return [entry, transaction].some((one) => {
    const code = valueAt(one, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')
    const ofBank = valueAt(one, 'BkTxCd', 'Prtry', 'Cd')
    return elementAt(one, 'RtrInf') !== undefined || code === 'RRTN' || code === 'RPCR' || germanReturn.test(ofBank)
  })
}

function creditOf(
  entry: Element,
  transaction: Element | undefined,
  details: readonly Element[],
  account: string,
): BankCredit {
  const amount = (transaction && amountOf(transaction)) ?? elementAt(entry, 'Amt')
  const currency = amount?.currency ?? ''
  const reference = valueAt(entry, 'AcctSvcrRef') || valueAt(entry, 'NtryRef')
  const [first] = details
  return {
    account,
    bookedOn: dayOf(entry),
    amountMinor: readMoney(amount?.text.trim() ?? '', currency, `entry ${shorten(reference, 35)}`.trim()),
    currency,
    name: shortName(nameOf(first)),
    text: shortText(details.map(textOf).filter(Boolean).join(' ') || valueAt(entry, 'AddtlNtryInf')),
    references: details.flatMap(referencesOf).slice(0, 20),
    bankReference: bankReferenceOf(entry, first),
  }
}

function dayOf(entry: Element): string | null {
  const day =
    valueAt(entry, 'BookgDt', 'Dt') ||
    valueAt(entry, 'BookgDt', 'DtTm') ||
    valueAt(entry, 'ValDt', 'Dt') ||
    valueAt(entry, 'ValDt', 'DtTm')
  return readDay(day.slice(0, 10))
}

/** A day that the calendar has, or null. */
export function readDay(day: string): string | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day
}

function nameOf(transaction: Element | undefined): string {
  for (const party of ['Dbtr', 'UltmtDbtr'])
    for (const path of [['Nm'], ['Pty', 'Nm']]) {
      const name = valueAt(transaction, 'RltdPties', party, ...path)
      if (name !== '') return name
    }
  return ''
}

/** The words of the payer; some banks break them at 35 characters, also within a word. */
function textOf(transaction: Element): string {
  const words = elementsAt(transaction, 'RmtInf', 'Ustrd').map(({ text }) => text.trim())
  const more = elementsAt(transaction, 'RmtInf', 'Strd', 'AddtlRmtInf').map(({ text }) => text.trim())
  const documents = elementsAt(transaction, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb').map(({ text }) => text.trim())
  const text = [...words, ...more, ...documents].filter(Boolean).join(' ')
  return text || referencesOf(transaction).join(' ') || valueAt(transaction, 'AddtlTxInf')
}

/** Of the creditor (`CdtrRefInf`), and end to end. */
function referencesOf(transaction: Element): string[] {
  const ofCreditor = elementsAt(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text.trim())
  return [...ofCreditor, valueAt(transaction, 'Refs', 'EndToEndId')]
    .filter((reference) => reference !== '' && reference !== 'NOTPROVIDED')
    .map((reference) => shorten(reference, 140))
}

/** Shorter references of an entry are its number in the file, which another file gives to another entry. */
const minReferenceLength = 7

function bankReferenceOf(entry: Element, transaction: Element | undefined): string {
  const ofBank = [valueAt(transaction, 'Refs', 'AcctSvcrRef'), valueAt(entry, 'AcctSvcrRef')]
  const all = [...ofBank, valueAt(transaction, 'Refs', 'TxId'), valueAt(entry, 'NtryRef')]
  return all.find((reference) => reference.length >= minReferenceLength && reference !== 'NOTPROVIDED') ?? ''
}
