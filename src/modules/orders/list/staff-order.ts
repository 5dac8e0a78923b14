import { type Static, Type } from 'typebox'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { Order } from '../order-schemas.ts'
import { presentOrder } from '../present-order.ts'
import { type OrderStatus, orderStatuses } from '../rules.ts'
import type { StaffOrderRow } from './queries.ts'

export const StaffOrder = named(
  'StaffOrder',
  Type.Object({
    ...Order.properties,
    status: Type.Unsafe<OrderStatus | 'draft'>(
      Type.String({ enum: [...orderStatuses, 'draft'], description: '`draft`: it is not placed yet.' }),
    ),
    customer: Type.Object(
      {
        id: Uuid,
        name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
        email: Nullable(
          Type.String({
            description: 'E-mail of the account; for a guest, of the order.',
            examples: ['ada@example.com'],
          }),
        ),
      },
      { description: 'As the shop knows them now; without name and e-mail once the account is erased.' },
    ),
    note: Nullable(Type.String({ description: 'Note by staff; shoppers and receivers of events never see it.' })),
    tags: Type.Array(Type.String({ examples: ['urgent'] }), {
      description: 'Of staff; shoppers and receivers of events never see them.',
    }),
    assignee_id: Nullable({ ...Uuid, description: 'The member of the staff who takes care of the order.' }),
    send_before_paid: Type.Optional(
      Type.Boolean({
        description:
          'Present only if true: it is not paid and may be sent all the same, by its payment method or its customer.',
      }),
    ),
    valid_until: Type.Optional(
      Nullable({ ...Timestamp, description: 'Of a draft: until when its quote is open; null: no end.' }),
    ),
    quote_url: Type.Optional(
      Type.String({ description: 'Of a draft: a page for the customer. Anyone with the address can see it.' }),
    ),
    draft: Type.Optional(
      Type.Unsafe<object>(
        Type.Object({}, { additionalProperties: true, description: 'Of a draft: its fields, as they were given.' }),
      ),
    ),
    assignee: Nullable(
      Type.Object(
        { id: Uuid, name: Nullable(Type.String({ examples: ['Grace Hopper'] })) },
        { description: 'By name.' },
      ),
    ),
  }),
)

export function presentForStaff(order: StaffOrderRow): Static<typeof StaffOrder> {
  const { note, tags, assignee_id, assignee } = order
  const isSent = order.paid_at === null && order.status !== 'cancelled' && sendsBeforePaid(order)
  return {
    ...presentOrder(order, 'staff'),
    customer: customerOf(order),
    note,
    tags,
    assignee_id,
    assignee,
    ...(isSent && { send_before_paid: true }),
  }
}

/** Whether an order may be sent before it is paid. */
export function sendsBeforePaid({ payment_terms, customer }: StaffOrderRow): boolean {
  return payment_terms?.send_before_paid === true || customer?.send_before_paid === true
}

export function customerOf({ user_id, email, customer }: StaffOrderRow): Static<typeof StaffOrder>['customer'] {
  // Accounts are not deleted.
  if (customer === null) throw cannotBeRead('account')
  return { id: user_id, name: customer.name, email: customer.email ?? email }
}
