import { Type } from 'typebox'
import { itemOf, Order } from '#src/modules/orders/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, Nullable, named, optionalBody, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import {
  type Condition,
  conditions,
  type ReturnReason,
  returnReasons,
  returnStatuses,
  type ReturnStatus as Status,
} from './rules.ts'

export const ReturnStatus = Type.Unsafe<Status>(Type.String({ enum: [...returnStatuses] }))
export const Reason = Type.Unsafe<ReturnReason>(Type.String({ enum: [...returnReasons] }))
export const ConditionOf = Type.Unsafe<Condition>(Type.String({ enum: [...conditions] }))

const ReturnItem = named(
  'ReturnItem',
  Type.Object({
    line: Type.Integer({ description: 'Of the order’s item.', examples: [1] }),
    product_id: Uuid,
    sku: Type.String({ examples: ['22423'] }),
    name: Type.String({ examples: ['Regency cakestand, 3 tier'] }),
    quantity: Type.Integer({ description: 'Sent units, which come back.', examples: [1] }),
    quantity_cancelled: Type.Integer({
      description: 'Unsent units of a withdrawal, which were cancelled; their refund began at once.',
      examples: [0],
    }),
    reason: Nullable(Reason),
    note: Nullable(Type.String({ description: 'The customer’s words.' })),
    quantity_received: Nullable(Type.Integer({ examples: [1] })),
    condition: Nullable(ConditionOf),
    restock: Nullable(Type.Boolean({ description: 'Whether the refund puts the received units back on hand.' })),
  }),
)

export const Return = named(
  'Return',
  Type.Object({
    id: Uuid,
    order_id: Uuid,
    order_number: Type.String({ examples: ['261121-7K3M9Q'] }),
    user_id: Uuid,
    email: Nullable(Type.String({ description: 'Of the order.', examples: ['ada@example.com'] })),
    customer_name: Nullable(
      Type.String({ description: 'Of the account; of a guest, whom the order goes to.', examples: ['Ada Lovelace'] }),
    ),
    kind: Type.String({ enum: ['return', 'withdrawal'] }),
    status: ReturnStatus,
    allowed_transitions: Type.Array(ReturnStatus, { description: 'Statuses that the caller can change it to.' }),
    items: Type.Array(ReturnItem),
    message: Nullable(Type.String({ description: 'The shop’s words to the customer.' })),
    deduction: Nullable(
      Type.Object(
        { amount: Type.Number({ examples: [5] }), reason: Type.String({ examples: ['The box was missing'] }) },
        { description: 'Deducted from the refund for wear.' },
      ),
    ),
    refunds: Type.Array(
      Type.Object({
        id: Uuid,
        amount: Type.Number({ examples: [12.75] }),
        status: Type.String({ enum: ['pending', 'succeeded', 'failed'] }),
        store_credit: Type.Boolean({ description: 'Given as store credit.' }),
        created_at: Timestamp,
      }),
    ),
    currency: Type.String({ examples: ['GBP'] }),
    refund_due_at: Nullable({
      ...Timestamp,
      description: 'Of a withdrawal: 14 days after it was declared. The refund may wait for the goods.',
    }),
    refund_to: Type.String({ enum: ['payment', 'store_credit'], description: 'What the customer has chosen.' }),
    exchange_order_id: Nullable({ ...Uuid, description: 'The order of what the customer gets instead.' }),
    label_url: Nullable(Type.String({ description: 'A label to send the goods with.' })),
    label: Nullable(
      Type.Object(
        { content_type: Type.String({ examples: ['application/pdf'] }), size: Type.Integer({ examples: [84_210] }) },
        { description: 'The file of a label that staff uploaded: the mail to the customer has it attached.' },
      ),
    ),
    carrier: Nullable(Type.String({ examples: ['Royal Mail'] })),
    tracking_number: Nullable(Type.String({ examples: ['RM123456785GB'] })),
    tracking_url: Nullable(Type.String()),
    version: Type.Integer({ examples: [1] }),
    created_at: Timestamp,
    updated_at: Timestamp,
    approved_at: Nullable(Timestamp),
    received_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  }),
)

export const WithdrawnOrder = named('WithdrawnOrder', Type.Object({ return: Return, order: Order }))

/** Whether and until when somebody can withdraw from an order. */
const Withdrawal = named(
  'Withdrawal',
  Type.Object({
    available: Type.Boolean(),
    until: Nullable({ ...Timestamp, description: 'Null while something is still to be sent, or without the right.' }),
    items: Type.Array(
      Type.Object({
        line: Type.Integer({ examples: [1] }),
        product_id: Uuid,
        quantity: Type.Integer({ examples: [1] }),
      }),
      {
        description: 'Units that can be withdrawn from.',
      },
    ),
  }),
)

/** An order as a link to it shows it. */
export const LinkedOrder = named(
  'LinkedOrder',
  Type.Object({ ...Order.properties, withdrawal: Withdrawal, returns: Type.Array(Return) }),
)

export const quantity = Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [1] })

export const WithdrawFromOrder = optionalBody('WithdrawFromOrder', {
  items: Type.Optional(
    Type.Array(named('WithdrawnItem', Type.Object({ ...itemOf, quantity }, { additionalProperties: false })), {
      minItems: 1,
      maxItems: maxLines,
      description: 'Default: everything that can be withdrawn from. Lines of one item are summed.',
    }),
  ),
})

export const RequestReturn = body('RequestReturn', {
  items: Type.Array(
    named(
      'RequestedReturnItem',
      Type.Object(
        {
          ...itemOf,
          quantity,
          reason: Reason,
          note: Type.Optional(Nullable(paragraphs({ max: 1_000, examples: ['The handle is cracked'] }))),
        },
        { additionalProperties: false },
      ),
    ),
    { minItems: 1, maxItems: maxLines },
  ),
  refund_to: Type.Optional(
    Type.Unsafe<'payment' | 'store_credit'>(
      Type.String({
        enum: ['payment', 'store_credit'],
        description:
          'Where the customer wants the refund: the payment if left out. The shop may use the payment anyway.',
      }),
    ),
  ),
})
