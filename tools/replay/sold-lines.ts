import type { TransactionLine } from './transactions.ts'

const unsoldCodes = /^(?:D|B|ADJUST\d*|TEST\d*)$/

/** What a bank or marketplace charges, unless the shop has charged it to a customer. */
export function isOwnFee({ sku }: Pick<TransactionLine, 'sku'>, customer: string): boolean {
  return customer === '' && /^(?:BANK CHARGES|AMAZONFEE|CRUK)$/.test(sku)
}

/** Why a line of a sale buys nothing, or undefined where it does. */
export function unsoldReason(line: TransactionLine, customer: string): string | undefined {
  if (line.quantity < 0) return 'a negative quantity on an invoice that is no cancellation'
  if (line.pence < 0) return 'a negative price'
  if (isOwnFee(line, customer)) return "a bank's or marketplace's fee, sold to nobody"
  return unsoldCodes.test(line.sku) ? 'a discount, correction or test entry' : undefined
}
