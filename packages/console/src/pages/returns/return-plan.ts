import type { Schemas } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { listed, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { rounded } from '../orders/order-units.ts'
import { costOfUnits, feeGivenBack, hasAddedTax } from '../orders/refund-plan.ts'
import type { Return } from '../orders/returns-of-order.ts'

export type ReturnBody = Schemas['UpdateReturn']

/** What came of a line, as it is typed. */
export interface Came {
  quantity: string
  condition: 'resell' | 'damaged' | 'missing'
  restock: boolean
}

/** What is given back, as it is typed. */
export interface RefundDraft {
  to: 'full' | 'store_credit' | 'amount'
  amount: string
  deduction: string
  reason: string
}

export const refundDraftOf = ({ refund_to, refunds: _, ...row }: Return): RefundDraft => ({
  to: refund_to === 'store_credit' ? 'store_credit' : 'full',
  amount: '',
  deduction: row.deduction === null ? '' : String(row.deduction.amount),
  reason: row.deduction?.reason ?? '',
})

/** Units that the refund is of: what came, or all of a return whose goods the customer keeps. */
export function refundedUnits({ status, items }: Return): { line: number; quantity: number; restock: boolean }[] {
  const hasCome = status === 'received'
  return items
    .map(({ line, quantity, quantity_received, restock }) => ({
      line,
      quantity: hasCome ? (quantity_received ?? 0) : quantity,
      restock: hasCome && restock === true,
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** What units cost, without the tax that is added to prices, and without shipping. */
export function costOf(order: Order, units: readonly { line: number; quantity: number }[]): number {
  const costs = units.map(({ line, quantity }) => {
    const item = order.items.find((one) => one.line === line)
    return item === undefined ? 0 : costOfUnits(item, quantity, order.currency)
  })
  const fee = feeGivenBack(order, ({ line }) => units.find((one) => one.line === line)?.quantity ?? 0)
  return rounded(costs.reduce((sum, cost) => sum + cost, fee))
}

/** What is typed is no amount: its field says so. */
export const isWrong = ({ amount, deduction, to }: RefundDraft, currency: string) =>
  readAmount(to === 'amount' ? amount : deduction, currency)?.fault !== undefined

/** What is given back; undefined as long as it is not typed. */
export function givenBack(row: Return, order: Order, draft: RefundDraft): number | undefined {
  if (isWrong(draft, row.currency)) return undefined
  if (draft.to === 'amount') return readAmount(draft.amount, row.currency)?.amount
  const deducted = readAmount(draft.deduction, row.currency)?.amount ?? 0
  return Math.max(0, rounded(costOf(order, refundedUnits(row)) - deducted))
}

/** A withdrawal gives shipping back, too, and tax may come on top: then only the service knows the figure. */
export function exactly(amount: string, row: Return, order: Order, { to }: RefundDraft): string {
  if (to === 'amount') return amount
  const more = [
    hasAddedTax(order) && t('its tax'),
    row.kind === 'withdrawal' && order.shipping_total > 0 && t('the shipping that is owed'),
  ].filter((part) => part !== false)
  return [amount, ...more].reduce((said, part) => t('{amount} and {more}', { amount: said, more: part }))
}

/** "Refunds £18.00 to the payment and restocks 1 unit." Undefined: nothing can be named. */
export function consequenceOf(
  row: Return,
  order: Order,
  draft: RefundDraft,
  exchange: Order | undefined,
): string | undefined {
  const amount = givenBack(row, order, draft)
  if (amount === undefined) return undefined
  const text = (value: number) => money(value, row.currency)
  const restocked = refundedUnits(row).reduce((sum, { quantity, restock }) => sum + (restock ? quantity : 0), 0)
  const due = exchange?.status === 'pending' ? exchange.amount_due : 0
  const given = exactly(text(amount), row, order, draft)
  const gives =
    due > 0
      ? t('Gives {amount} back', { amount: given })
      : draft.to === 'store_credit'
        ? t('Adds {amount} to the customer’s store credit', { amount: given })
        : t('Gives {amount} back to the payment', { amount: given })
  const parts = [
    gives,
    restocked > 0 && t('restocks {units, plural, one {# unit} other {# units}}', { units: restocked }),
  ].filter((part) => part !== false)
  return [`${listed(parts)}.`, due > 0 && pays(amount, due, text, draft.to), t('It cannot be undone.')]
    .filter(Boolean)
    .join(' ')
}

function pays(amount: number, due: number, text: (value: number) => string, to: RefundDraft['to']): string {
  if (amount === due) return t('It pays the exchange.')
  const amounts = { amount: text(due), rest: text(rounded(amount - due)) }
  if (amount > due)
    return to === 'store_credit'
      ? t('{amount} of it pay the exchange; the other {rest} stays store credit.', amounts)
      : t('{amount} of it pay the exchange; the other {rest} goes back to the payment.', amounts)
  return t('It pays the exchange in part: {amount} of it stay due, for a payment link.', {
    amount: text(rounded(due - amount)),
  })
}

export function refundOf({ currency }: Return, { to, amount, deduction, reason }: RefundDraft): ReturnBody {
  if (to === 'amount') return { refund: 'amount', amount: readAmount(amount, currency)?.amount ?? 0 }
  const deducted = readAmount(deduction, currency)?.amount
  return { refund: to, ...(deducted ? { deduction: { amount: deducted, reason: reason.trim() } } : {}) }
}
