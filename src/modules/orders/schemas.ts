import { Type } from 'typebox'
import { Payment } from '#src/modules/payments/index.ts'
import { body, line, Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { Order, OrderStatus } from './order-schemas.ts'
import { maxLines, maxQuantity } from './rules.ts'

export const PlaceOrder = body('PlaceOrder', {
  items: Type.Array(
    named(
      'PlaceOrderItem',
      Type.Object(
        { product_id: Uuid, quantity: Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] }) },
        { additionalProperties: false },
      ),
    ),
    { minItems: 1, maxItems: maxLines, description: 'Lines that name one product are summed.' },
  ),
  expected_total: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The total the shopper was shown; another one now is PRICE_CHANGED.',
      examples: [25.5],
    }),
  ),
})

export const UpdateOrder = body('UpdateOrder', { status: OrderStatus })

export const PayOrder = body('PayOrder', {
  method: line({
    max: 50,
    description: 'Of the test provider: `test_success`, `test_decline`, or `test_slow`, which answers after 2 s.',
    examples: ['test_success'],
  }),
})

export const RecordPayment = body('RecordPayment', {
  method: line({ max: 50, description: '`manual`', examples: ['manual'] }),
  reference: Type.Optional(Nullable(line({ max: 200, examples: ['Bank transfer of 21 November'] }))),
})

export const PaidOrder = named('PaidOrder', Type.Object({ payment: Payment, order: Order }))
