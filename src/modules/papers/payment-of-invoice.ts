import type { OrderRow } from '#src/modules/orders/index.ts'
import { howToPay, stateOf } from '#src/modules/payment-methods/index.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import type { FrozenInvoice } from './invoice.ts'

interface Source {
  order: OrderRow
  timezone: string
  locale: string
}

/** How an unpaid order is paid by hand, for the reader. */
export function paymentNotes({ order, timezone, locale }: Source): string[] {
  const payment = howToPay(order, { locale, timezone })
  if (payment === undefined) return []
  const { title, instructions, facts } = payment
  const lines = facts.map(({ label, value }) => `${label}: ${value}`)
  return [[title, ...(instructions === null ? [] : [instructions]), ...lines].join('\n')]
}

/** The same for programs. */
export function paymentOf({ order, timezone, locale }: Source): Pick<FrozenInvoice, 'payment'> {
  const { payment_terms: terms } = order
  if (terms === null || howToPay(order, { locale, timezone }) === undefined) return {}
  const { due_at, reference } = stateOf(order, terms)
  const due_date = due_at && dayOf(due_at.getTime(), timezone)
  return { payment: { due_date, reference, bank: terms.bank } }
}
