import { type Static, Type } from 'typebox'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { manualProvider } from './manual-provider.ts'
import type { PaymentRow } from './queries.ts'
import { paymentStatuses } from './rules.ts'

export const Payment = named(
  'Payment',
  Type.Object({
    id: Uuid,
    order_id: Uuid,
    provider: Type.String({ examples: ['test'] }),
    method: Type.String({ examples: ['test_success'] }),
    status: Type.String({
      enum: [...paymentStatuses],
      description: '`pending`: the provider has not answered yet; the outcome is fetched from it by itself.',
    }),
    amount: Type.Number({ examples: [25.5] }),
    currency: Type.String({ examples: ['GBP'] }),
    reference: Nullable(
      Type.String({
        description: 'The provider’s name for the charge, or what staff wrote down, which only staff sees.',
      }),
    ),
    failure: Nullable(Type.String({ examples: ['card_declined'] })),
    created_at: Timestamp,
    settled_at: Nullable(Timestamp),
    refunded_at: Nullable(Timestamp),
  }),
)

/** A payment in answers and events. Events go to the merchant's receivers, so they show it as staff sees it. */
export function presentPayment(row: PaymentRow, viewer: 'owner' | 'staff'): Static<typeof Payment> {
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
  }
}
