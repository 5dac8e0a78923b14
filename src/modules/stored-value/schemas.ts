import { type Static, Type } from 'typebox'
import { Email } from '#src/modules/identity/index.ts'
import { body, line, Nullable, named, pastedCode, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxStoredValue, toMajor } from '#src/platform/lib/money.ts'
import type { AccountRow } from './account-queries.ts'
import type { EntryRow, Outstanding } from './entry-queries.ts'
import { type AccountKind, entryKinds, giftCardStatuses, origins } from './rules.ts'

const amount = (description?: string) =>
  Type.Number({ minimum: 0, maximum: maxStoredValue, ...(description && { description }), examples: [50] })

export const LedgerEntry = named(
  'LedgerEntry',
  Type.Object({
    number: Type.Integer({ description: 'From 1, without a gap.', examples: [1] }),
    kind: Type.String({ enum: [...entryKinds] }),
    origin: Type.String({
      enum: [...origins],
      description: '`granted`: nobody paid for it; it is spent first. `returned`: given back by an order.',
    }),
    amount: Type.Number({ examples: [-12.5] }),
    balance: Type.Number({ description: 'After it.', examples: [37.5] }),
    order_id: Nullable(Uuid),
    reason: Nullable(Type.String()),
    created_at: Timestamp,
  }),
)

const giftCardFields = {
  id: Uuid,
  last_four: Type.String({ examples: ['9F3A'] }),
  status: Type.String({ enum: [...giftCardStatuses] }),
  balance: Type.Number({ examples: [37.5] }),
  initial_balance: Type.Number({ examples: [50] }),
  currency: Type.String({ examples: ['GBP'] }),
  origin: Type.String({ enum: [...origins], description: 'Of its first value: `sold`, or `granted` by the shop.' }),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  note: Nullable(Type.String()),
  expires_at: Nullable(Timestamp),
  disabled_at: Nullable(Timestamp),
  order_id: Nullable({ ...Uuid, description: 'The order that bought it.' }),
  created_at: Timestamp,
}

export const GiftCard = named('GiftCard', Type.Object(giftCardFields))

export const NewGiftCard = named(
  'NewGiftCard',
  Type.Object({
    ...giftCardFields,
    code: Type.String({ description: 'Shown in this answer only.', examples: ['7K3M-9QAB-4TXZ-0HJN'] }),
  }),
)

export const GiftCardLedger = named(
  'GiftCardLedger',
  Type.Object({
    ...giftCardFields,
    ledger: Type.Array(LedgerEntry, { description: 'The newest first, up to 1,000.' }),
  }),
)

export const CreateGiftCard = body('CreateGiftCard', {
  amount: amount('More than 0, in the currency of the shop.'),
  email: Type.Optional(Nullable({ ...Email, description: 'The code is mailed to it.' })),
  note: Type.Optional(Nullable(line({ max: 500, description: 'For staff.', examples: ['Birthday of a customer'] }))),
  expires_at: Type.Optional(
    Nullable({
      ...Timestamp,
      description: 'Value that is sold may not end before the law of the shop’s country allows.',
    }),
  ),
  origin: Type.Optional(
    Type.Unsafe<'granted' | 'sold'>(
      Type.String({
        enum: ['granted', 'sold'],
        description: '`granted`, the default: nobody paid for it. `sold`: somebody paid for it elsewhere.',
      }),
    ),
  ),
})

export const AdjustValue = body('AdjustValue', {
  amount: Type.Number({
    minimum: -maxStoredValue,
    maximum: maxStoredValue,
    description: 'Added to the balance; below 0 taken from it. Not 0.',
    examples: [-5],
  }),
  reason: line({ max: 500, examples: ['Goodwill for a late parcel'] }),
})

export const ResendGiftCard = body('ResendGiftCard', {
  email: Type.Optional({ ...Email, description: 'Default: the address of the card.' }),
})

export const GiftCardCode = body('GiftCardCode', {
  code: pastedCode({ max: 100, examples: ['7K3M-9QAB-4TXZ-0HJN'] }),
})

export const GiftCardBalance = named(
  'GiftCardBalance',
  Type.Object({
    last_four: giftCardFields.last_four,
    balance: giftCardFields.balance,
    currency: giftCardFields.currency,
    expires_at: giftCardFields.expires_at,
  }),
)

const owed = Type.Object({
  count: Type.Integer({ description: 'Those that have something left.', examples: [12] }),
  balance: Type.Number({ examples: [310.5] }),
})

export const OutstandingValue = named(
  'OutstandingValue',
  Type.Object({
    gift_cards: owed,
    store_credit: owed,
    currency: Type.String({ description: 'The shop’s own.', examples: ['GBP'] }),
    other_currencies: Type.Array(
      Type.Object({ gift_cards: owed, store_credit: owed, currency: Type.String({ examples: ['EUR'] }) }),
      { description: 'The same in each other currency in which something is left.' },
    ),
  }),
)

export function presentOutstanding(rows: readonly Outstanding[], own: string): Static<typeof OutstandingValue> {
  const owedIn = (currency: string) => {
    const of = (kind: AccountKind) => {
      const found = rows.find((row) => row.kind === kind && row.currency === currency)
      return { count: found?.accounts ?? 0, balance: toMajor(found?.minor ?? 0, currency) }
    }
    return { gift_cards: of('gift_card'), store_credit: of('store_credit'), currency }
  }
  const others = new Set(rows.map(({ currency }) => currency).filter((currency) => currency !== own))
  return { ...owedIn(own), other_currencies: [...others].toSorted().map(owedIn) }
}

export const StoreCredit = named(
  'StoreCredit',
  Type.Object({
    balance: Type.Number({ examples: [15] }),
    currency: Type.String({ examples: ['GBP'] }),
    ledger: Type.Array(LedgerEntry, { description: 'The newest first, up to 1,000.' }),
  }),
)

export function presentGiftCard(row: AccountRow): Static<typeof GiftCard> {
  return {
    id: row.id,
    last_four: row.last_four ?? '',
    status: row.status,
    balance: toMajor(row.balance_minor, row.currency),
    initial_balance: toMajor(row.issued_minor, row.currency),
    currency: row.currency,
    origin: row.origin,
    email: row.email,
    note: row.note,
    expires_at: row.expires_at?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    order_id: row.order_id,
    created_at: row.created_at.toISOString(),
  }
}

/** The reason is a note of staff. */
export function presentEntry(row: EntryRow, currency: string, viewer: 'owner' | 'staff'): Static<typeof LedgerEntry> {
  return {
    number: row.number,
    kind: row.kind,
    origin: row.origin,
    amount: toMajor(row.amount_minor, currency),
    balance: toMajor(row.balance_after, currency),
    order_id: row.order_id,
    reason: viewer === 'staff' ? row.reason : null,
    created_at: row.created_at.toISOString(),
  }
}
