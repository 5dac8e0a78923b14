import { Type } from 'typebox'
import { Payment } from '#src/modules/payments/index.ts'
import { body, line, Nullable, named, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { Order, OrderStatus } from './order-schemas.ts'
import { checkoutExample, checkoutFields } from './place/checkout-schemas.ts'
import { maxLines, maxQuantity } from './rules.ts'

const placeOrderFields = {
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
  ...checkoutFields,
}

export const PlaceOrder = Object.assign(body('PlaceOrder', placeOrderFields), {
  examples: [{ items: [{ product_id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11', quantity: 2 }], ...checkoutExample }],
})

export const UpdateOrder = body('UpdateOrder', {
  status: Type.Optional(OrderStatus),
  note: Type.Optional(
    Nullable(
      paragraphs({ min: 1, max: 2_000, description: 'For staff alone; null clears it.', examples: ['Call first'] }),
    ),
  ),
})

export const PayOrder = body('PayOrder', {
  method: line({
    max: 50,
    description:
      'One of `GET /payments/methods`: `stripe`, or of the test provider `test_success`, `test_decline`, ' +
      '`test_slow`, which answers after 2 s, or `test_refund_refused`, which succeeds, and refuses each refund when ' +
      'it is first asked for.',
    examples: ['test_success'],
  }),
  payment_method: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^pm_[A-Za-z0-9_]+$',
      description: 'Of `stripe`: the card that Stripe.js has taken. Without it Stripe.js confirms the payment.',
    }),
  ),
  return_url: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: '^https?://[\\x21-\\x7e]+$',
      description: 'Of `stripe`, with a `payment_method`: 3-D Secure is a page of the bank, which leads back here.',
    }),
  ),
})

export const RecordPayment = body('RecordPayment', {
  method: line({ max: 50, description: '`manual`', examples: ['manual'] }),
  reference: Type.Optional(Nullable(line({ max: 200, examples: ['Bank transfer of 21 November'] }))),
})

export const PaidOrder = named('PaidOrder', Type.Object({ payment: Payment, order: Order }))
