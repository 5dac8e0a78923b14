import { type Static, Type } from 'typebox'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { manualProvider } from './manual-provider.ts'
import type { NextAction as Action } from './provider.ts'
import type { PaymentRow } from './queries.ts'
import { paymentStatuses } from './rules.ts'

const kind = <T extends string>(name: T) => Type.Unsafe<T>({ type: 'string', enum: [name] })
const secret = Type.String({ description: 'For Stripe.js.', examples: ['pi_3Q_secret_9F'] })

const NextAction = named(
  'NextAction',
  Type.Union(
    [
      Type.Object({ type: kind('confirm'), client_secret: secret }),
      Type.Object({ type: kind('authenticate'), client_secret: secret }),
      Type.Object({ type: kind('redirect'), url: Type.String({ examples: ['https://bank.example/3ds/9F'] }) }),
    ],
    {
      description:
        '`confirm`: take a card and confirm with it. `authenticate`: show 3-D Secure in the page. `redirect`: send ' +
        'the shopper to this page. For the shopper only.',
    },
  ),
)

export const Payment = named(
  'Payment',
  Type.Object({
    id: Uuid,
    order_id: Uuid,
    provider: Type.String({ examples: ['test'] }),
    method: Type.String({ examples: ['test_success'] }),
    status: Type.String({
      enum: [...paymentStatuses],
      description:
        '`pending`: the provider has not answered yet; the service keeps asking. `requires_action`: ' +
        'the shopper has to do `next_action`; a new payment replaces this one.',
    }),
    amount: Type.Number({ examples: [25.5] }),
    currency: Type.String({ examples: ['GBP'] }),
    reference: Nullable(
      Type.String({
        description: 'The provider’s id of the charge; or a note of staff, which only staff sees.',
      }),
    ),
    failure: Nullable(Type.String({ examples: ['card_declined'] })),
    created_at: Timestamp,
    settled_at: Nullable(Timestamp),
    refunded_at: Nullable(Timestamp),
    refund_failure: Type.Optional(
      Type.String({
        description:
          'Staff only, of a payment that is `refunding`: the provider refused to give it back. Retry that, or mark ' +
          'it as paid back, at `/admin/orders/{id}/refunds/{refund_id}` with the id of the payment.',
        examples: ['refund_refused'],
      }),
    ),
    refunded_by_hand: Type.Optional(
      Type.Boolean({ description: 'Present only if true: staff paid it back by another way.' }),
    ),
    next_action: Nullable(NextAction),
  }),
)

/**
 * A payment in answers and events. Events go to the merchant's receivers, so they show it as staff sees it. `action` is
 * the next action, for the shopper who asks.
 */
export function presentPayment(
  row: PaymentRow,
  viewer: 'owner' | 'staff',
  action: Action | null = null,
): Static<typeof Payment> {
  const isNoteOfStaff = row.provider === manualProvider.name
  return {
    id: row.id,
    order_id: row.order_id,
    provider: row.provider,
    method: row.method,
    status: row.status,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    reference: viewer === 'owner' && isNoteOfStaff ? null : row.reference,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    ...(viewer === 'staff' && row.refund_failure !== null && { refund_failure: row.refund_failure }),
    ...(row.refunded_by_hand && { refunded_by_hand: true }),
    next_action: action,
  }
}
