import { Type } from 'typebox'
import { body, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Skipped } from './bank-credit.ts'
import { maxCredits } from './bank-credit.ts'
import { reasons } from './match.ts'
import type { CreditRow } from './queries.ts'

const Count = Type.Integer({ minimum: 0 })

const BankCredit = named(
  'BankCredit',
  Type.Object({
    id: Uuid,
    booked_on: Nullable(Type.String({ format: 'date', examples: ['2026-11-30'] })),
    amount: Type.Number({ examples: [25.5] }),
    currency: Type.String({ examples: ['EUR'] }),
    name: Nullable(Type.String({ description: 'Null once the customer is erased.', examples: ['Ada Lovelace'] })),
    text: Nullable(Type.String({ examples: ['Order 261130-7K3M9Q'] })),
    state: Type.String({
      enum: ['recorded', 'proposed', 'unmatched', 'known'],
      description:
        '`recorded`: it pays the order. `proposed`: staff decides. `unmatched`: no order can be paid with it. ' +
        '`known`: another file had it before; `recorded_at` says whether it is recorded.',
    }),
    reason: Nullable(
      Type.String({
        enum: [...reasons],
        description: 'Why it was not recorded. Null if it was, or without a reason.',
      }),
    ),
    order_id: Nullable(Uuid),
    order_number: Nullable(Type.String({ examples: ['261130-7K3M9Q'] })),
    recorded_at: Nullable(Timestamp),
  }),
)

export const BankStatement = named(
  'BankStatement',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    skipped: Type.Object(
      { debits: Count, pending: Count, returned: Count },
      { description: 'Entries that are not payments of customers: they are not stored.' },
    ),
    credits: Type.Array(BankCredit),
  }),
)

export const ConfirmCredits = body('ConfirmCredits', {
  credits: Type.Array(
    Type.Union([
      Uuid,
      Type.Object(
        { id: Uuid, order_id: Type.Optional({ ...Uuid, description: 'Default: the proposed order.' }) },
        { additionalProperties: false },
      ),
    ]),
    { minItems: 1, maxItems: maxCredits, description: 'Credits of this statement, or their ids alone.' },
  ),
})

export function presentStatement(
  id: string,
  { skipped, created_at }: { skipped: Skipped; created_at: Date },
  credits: readonly CreditRow[],
) {
  return { id, created_at: created_at.toISOString(), skipped, credits: credits.map(presentCredit) }
}

function presentCredit({ known, amount_minor, recorded_at, ...credit }: CreditRow) {
  const { id, booked_on, currency, name, text, state, reason, order_id, order_number } = credit
  return {
    id,
    booked_on,
    amount: toMajor(amount_minor, currency),
    currency,
    name,
    text,
    state: known ? 'known' : state,
    reason,
    order_id,
    order_number,
    recorded_at: recorded_at?.toISOString() ?? null,
  }
}
