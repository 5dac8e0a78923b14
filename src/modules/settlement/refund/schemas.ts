import { Type } from 'typebox'
import { itemOf, Order, Refund } from '#src/modules/orders/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, line, Nullable, named } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'

export const CreateRefund = body('CreateRefund', {
  items: Type.Optional(
    Type.Array(
      named(
        'RefundedItem',
        Type.Object(
          {
            ...itemOf,
            quantity: Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [1] }),
            restock: Type.Optional(
              Type.Boolean({ description: 'Whether sent units are put back on hand. Default: true.' }),
            ),
          },
          { additionalProperties: false },
        ),
      ),
      { minItems: 1, maxItems: maxLines, description: 'Lines of one item are summed.' },
    ),
  ),
  amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxAmount,
      description:
        'The whole refund. Default: the price of the items with their tax. Without items: a goodwill refund.',
      examples: [12.75],
    }),
  ),
  shipping: Type.Optional(
    Type.Boolean({ description: 'Also refunds shipping, with its tax; once, and not with `amount`.' }),
  ),
  reason: Type.Optional(Nullable(line({ max: 500, description: 'A note.', examples: ['Arrived broken'] }))),
})

export const RefundedOrder = named('RefundedOrder', Type.Object({ refund: Refund, order: Order }))
