import { Type } from 'typebox'
import { Order } from '#src/modules/orders/index.ts'
import { Payment } from '#src/modules/payments/index.ts'
import { body, line, Nullable, named, pastedCode } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'

export const PayOrder = body('PayOrder', {
  method: line({
    max: 50,
    description:
      'One of `GET /payments/methods`: `stripe`, or of the test provider `test_success`, `test_decline`, ' +
      '`test_slow`, which answers after 2 s, or `test_refund_refused`, which succeeds, and refuses each refund when ' +
      'it is first asked for; `gift_card` with a `code`, or `store_credit`.',
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
  code: Type.Optional(pastedCode({ max: 100, description: 'Of a `gift_card`.' })),
})

export const RecordPayment = body('RecordPayment', {
  method: line({ max: 50, description: '`manual`', examples: ['manual'] }),
  reference: Type.Optional(Nullable(line({ max: 200, examples: ['Bank transfer of 21 November'] }))),
  amount: Type.Optional(
    Type.Number({ minimum: 0, maximum: maxAmount, description: 'Default: all that is due.', examples: [12.75] }),
  ),
})

export const PaidOrder = named('PaidOrder', Type.Object({ payment: Payment, order: Order }))
