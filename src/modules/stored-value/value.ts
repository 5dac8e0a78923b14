import { limitGuesses } from '#src/modules/identity/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { type AccountRow, extendExpiry, type Holder, lockAccount, lockById, selectAccount } from './account-queries.ts'
import { insertEntry, selectDrawn, selectPools } from './entry-queries.ts'
import { hashCode, type Pools, spend, splitReturned } from './rules.ts'

/** One answer for all cards that do not pay, so that it tells nothing about a code. */
function unavailable(): AppError {
  return new AppError('GIFT_CARD_UNAVAILABLE', 'the gift card is unknown, spent, expired or disabled')
}

/** Limits wrong codes like wrong passwords. @throws AppError RATE_LIMITED, and what the work throws */
export function guessingCards<T>(limits: CodeLimits, address: string, work: () => Promise<T>): Promise<T> {
  const isWrong = (error: unknown) => error instanceof AppError && error.code === 'GIFT_CARD_UNAVAILABLE'
  const wrongIn = (outcome: { result: T } | { error: unknown }) => Number('error' in outcome && isWrong(outcome.error))
  return limitGuesses(limits, { of: 'gift cards', address, wrongIn }, work)
}

type CodeLimits = Parameters<typeof limitGuesses>[0]

/** The holder of a typed code. @throws AppError GIFT_CARD_UNAVAILABLE */
export function holderOf(merchantId: string, code: string): Holder {
  const codeHash = hashCode(merchantId, code)
  if (codeHash === undefined) throw unavailable()
  return { codeHash }
}

/** Value is never converted. */
export function otherCurrency(ofValue: string, ofOrder: string): AppError {
  return new AppError('CURRENCY_MISMATCH', `the value is in ${ofValue}, and the order in ${ofOrder}`, {
    details: { currency: ofValue, order_currency: ofOrder },
  })
}

/** A card or credit that can pay. @throws AppError GIFT_CARD_UNAVAILABLE, CURRENCY_MISMATCH */
function usable(account: AccountRow | undefined, currency: string): AccountRow {
  if (account?.status !== 'active') throw unavailable()
  if (account.currency !== currency) throw otherCurrency(account.currency, currency)
  return account
}

/** The card or credit, if it can pay in this currency. @throws AppError GIFT_CARD_UNAVAILABLE, CURRENCY_MISMATCH */
export async function readValue(
  db: Executor,
  merchantId: string,
  holder: Holder,
  currency: string,
): Promise<AccountRow> {
  return usable(await selectAccount(db, merchantId, holder), currency)
}

export interface RequestedValue {
  merchantId: string
  holder: Holder
  currency: string
  paymentId: string
  orderId: string
  actorId: string
}

/** What is there to pay with. */
export interface Value {
  minor: number
  /** The part that lowers the tax of what it pays; it is spent first. */
  untaxedMinor: number
  /** Of a single-purpose voucher, which was taxed when it was sold. */
  isTaxed: boolean
}

/**
 * Takes value for a payment, in the transaction that records it. `amountOf` decides how much of what is there; says how
 * much of it lowers the tax of what it pays.
 * @throws AppError GIFT_CARD_UNAVAILABLE, CURRENCY_MISMATCH
 */
export async function drawValue(
  transaction: Transaction,
  { merchantId, holder, currency, paymentId, orderId, actorId }: RequestedValue,
  amountOf: (value: Value) => number,
): Promise<{ account: AccountRow; amountMinor: number; untaxedMinor: number }> {
  const account = usable(await lockAccount(transaction, merchantId, holder), currency)
  const pools = await selectPools(transaction, merchantId, account.id)
  const amountMinor = amountOf(offeredBy(account, pools))
  const parts = spend(pools, amountMinor)
  for (const part of parts)
    await insertEntry(transaction, merchantId, account.id, {
      kind: 'paid',
      origin: part.origin,
      amount_minor: -part.amountMinor,
      cause_id: paymentId,
      payment_id: paymentId,
      order_id: orderId,
      reason: null,
      actor_id: actorId,
    })
  const granted = parts.find(({ origin }) => origin === 'granted')?.amountMinor ?? 0
  return { account, amountMinor, untaxedMinor: account.is_taxed ? amountMinor : granted }
}

function offeredBy({ balance_minor: minor, is_taxed: isTaxed }: AccountRow, { granted }: Pools): Value {
  return { minor, untaxedMinor: isTaxed ? minor : granted, isTaxed }
}

/** What a card could pay with. @throws AppError GIFT_CARD_UNAVAILABLE */
export async function readOffered(
  db: Executor,
  merchantId: string,
  holder: Holder,
  currency: string,
): Promise<AccountRow & { value: Value }> {
  const account = await readValue(db, merchantId, holder, currency)
  return { ...account, value: offeredBy(account, await selectPools(db, merchantId, account.id)) }
}

export interface ReturnedValue {
  merchantId: string
  paymentId: string
  /** Refund, or the payment itself: it is given back once. */
  causeId: string
  amountMinor: number
}

/** Gives value back to the account that paid; false if the payment took none, or less than that is left of it. */
export async function returnValue(
  transaction: Transaction,
  { merchantId, paymentId, causeId, amountMinor }: ReturnedValue,
): Promise<boolean> {
  const unlocked = await selectDrawn(transaction, merchantId, paymentId)
  if (unlocked === undefined) return false
  await lockById(transaction, merchantId, unlocked.account_id)
  const drawn = await selectDrawn(transaction, merchantId, paymentId)
  if (drawn === undefined) return false
  if (drawn.causes.includes(causeId)) return true
  const { granted, other, returned_granted, returned_other, account_id, order_id } = drawn
  if (amountMinor > granted + other - returned_granted - returned_other) return false
  const returned = { granted: returned_granted, other: returned_other }
  for (const part of splitReturned({ granted, other }, returned, amountMinor))
    await insertEntry(transaction, merchantId, account_id, {
      kind: 'returned',
      origin: part.origin,
      amount_minor: part.amountMinor,
      cause_id: causeId,
      payment_id: paymentId,
      order_id,
      reason: null,
      actor_id: null,
    })
  await extendExpiry(transaction, merchantId, account_id)
  return true
}
