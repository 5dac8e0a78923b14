import { toMajor } from '#src/platform/lib/money.ts'
import { price } from '#src/platform/mail/templates/values.ts'

export const kinds = [
  ...(['placed', 'drafted', 'paid', 'payment_begun', 'payment_failed', 'payment_link', 'corrected', 'edited'] as const),
  ...(['status', 'completed', 'cancelled', 'paper', 'mail', 'comment', 'fulfillment'] as const),
  ...(['return', 'return_updated', 'refund'] as const),
] as const
export type Kind = (typeof kinds)[number]

type Data = Record<string, unknown>

const words = (value: unknown) => String(value ?? '').replaceAll('_', ' ')
const money = (data: Data, currency: string) => price(Number(data['amount']), currency, 'en')
const because = (reason: unknown) => (reason ? `: ${words(reason)}` : '')

const sentences: Record<Kind, (data: Data, currency: string) => string> = {
  placed: ({ source }) => (source === 'staff' ? 'Order placed by staff' : 'Order placed'),
  drafted: () => 'Draft made',
  paid: (data, currency) =>
    data['method'] === 'manual'
      ? `${money(data, currency)} recorded as paid`
      : `${money(data, currency)} paid by ${words(data['method'])}`,
  payment_begun: (data, currency) => `Payment of ${money(data, currency)} begun`,
  payment_failed: (data, currency) => `Payment of ${money(data, currency)} failed${because(data['failure'])}`,
  payment_link: () => 'Payment link made',
  corrected: ({ fields }) => `Order corrected${because(fields)}`,
  edited: () => 'Order edited',
  status: ({ status }) => `Order is ${words(status)}`,
  completed: () => 'Order completed',
  cancelled: ({ reason }) => `Order cancelled${because(reason)}`,
  paper: ({ kind, number }) => `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${number} issued`,
  mail: ({ kind, address, bounced }) => {
    const to = address === null ? '' : ` to ${address}`
    return bounced ? `Mail “${words(kind)}”${to} came back` : `Mail “${words(kind)}” sent${to}`
  },
  comment: ({ text }) => String(text),
  fulfillment: ({ units, carrier, tracking_number }) => {
    const by = [carrier, tracking_number].filter(Boolean).join(' ')
    return `${units} ${units === 1 ? 'unit' : 'units'} sent${by && `: ${by}`}`
  },
  return: ({ kind }) => (kind === 'withdrawal' ? 'Customer withdrew from the contract' : 'Return opened'),
  return_updated: ({ status }) => `Return is ${words(status)}`,
  refund: (data, currency) => `Refund of ${money(data, currency)} ${words(data['status'])}${because(data['reason'])}`,
}

/** What happened as a sentence. */
export function textOf(kind: Kind, data: Data, currency: string): string {
  return sentences[kind](data, currency)
}

/** Amounts in units of the currency; of changes, what is so since then. */
export function dataOf(data: Data, currency: string): Data {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name.endsWith('_minor')) return [name.replace('_minor', ''), toMajor(Number(value), currency)]
      return [name, Array.isArray(value) && value.length === 2 ? value[1] : value]
    }),
  )
}
