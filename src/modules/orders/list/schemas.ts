import { Type } from 'typebox'
import { line, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../rules.ts'

const moment = { maxLength: 40 }

/** Parsed by `readFilter`, which reports its faults. */
const oneOrMore = (states: readonly string[], ...examples: string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      description: `${states.map((state) => `\`${state}\``).join(', ')}, or several separated by commas.`,
      examples,
    }),
  )

const filters = {
  status: oneOrMore(orderStatuses, 'paid,processing'),
  payment_status: oneOrMore(paymentStatuses, 'paid,partially_refunded'),
  fulfillment_status: oneOrMore(fulfillmentStatuses, 'unfulfilled,partially_fulfilled'),
  created_from: Type.Optional(
    Type.String({
      ...moment,
      description: 'From this date (of the shop’s `timezone`) or time on.',
      examples: ['2026-11-01'],
    }),
  ),
  created_to: Type.Optional(
    Type.String({
      ...moment,
      description: 'Up to a date (of the shop’s `timezone`), which is included, or before a time.',
      examples: ['2026-11-30T18:00:00Z'],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      description:
        'Orders in it; `min_total` and `max_total` are in it. Without it these are in the shop’s own, and find ' +
        'orders in that alone.',
      examples: ['GBP'],
    }),
  ),
  min_total: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount, examples: [10] })),
  max_total: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount, examples: [99.5] })),
}

const sorting = {
  sort: Type.Unsafe<'created_at' | 'total'>(
    Type.String({
      enum: ['created_at', 'total'],
      default: 'created_at',
      description: 'What the list is sorted by; totals of several currencies by their number of minor units.',
    }),
  ),
  order: Type.Unsafe<'asc' | 'desc'>(Type.String({ enum: ['asc', 'desc'], default: 'desc' })),
}

/** Filters of staff, in the list and in the export. */
export const staffFilters = {
  ...filters,
  user_id: Type.Optional(Uuid),
  promotion_id: Type.Optional({ ...Uuid, description: 'Orders that have this promotion.' }),
  refund_failed: Type.Optional(
    Type.Unsafe<'true'>(
      Type.String({
        enum: ['true'],
        description:
          'Orders with a refund that failed, which staff can retry or mark as paid back: of the order, or of a ' +
          'payment that it did not wait for.',
      }),
    ),
  ),
  overdue: Type.Optional(
    Type.Unsafe<'true'>(
      Type.String({
        enum: ['true'],
        description: 'Orders whose payment method says that they should have been paid by now.',
      }),
    ),
  ),
  tags: Type.Optional(
    line({
      min: 0,
      max: 1_000,
      description: 'A tag in any case, or several separated by commas: orders with one of them.',
      examples: ['urgent,gift'],
    }),
  ),
  assignee_id: Type.Optional(line({ max: 36, description: 'Of a member of the staff; `none`: orders without one.' })),
  q: Type.Optional(
    line({
      min: 0,
      max: 100,
      description:
        'A part of the number, with or without # and hyphen; an id; words of the names, companies, postal codes, ' +
        'phones and e-mail addresses of the order and its customer, of any case, phones as they are typed. Up to two ' +
        'characters must begin the number or a word.',
      examples: ['261121-7K'],
    }),
  ),
}

export const staffListQuery = { ...staffFilters, ...sorting }

export const shopperListQuery = {
  ...filters,
  q: Type.Optional(
    line({
      min: 0,
      max: 20,
      description: 'A part of the number, of any case; up to two characters must begin it.',
      examples: ['261121-7K'],
    }),
  ),
  ...sorting,
}
