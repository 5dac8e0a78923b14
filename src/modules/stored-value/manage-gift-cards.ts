import { countMailOfStaff, type MailLimits } from '#src/modules/identity/index.ts'
import { isCustomer } from '#src/modules/merchants/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor, toMinor } from '#src/platform/lib/money.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import {
  type AccountRow,
  type Holder,
  insertGiftCard,
  insertStoreCredit,
  lockAccount,
  selectAccount,
  selectShopCountry,
  updateDisabled,
} from './account-queries.ts'
import { updateCode } from './bought-queries.ts'
import { insertEntry, selectPools } from './entry-queries.ts'
import { mailGiftCard, sealCode } from './mail-gift-card.ts'
import { earliestEnd, hashed, newCode, spend } from './rules.ts'

export interface GiftCardInput {
  amount: number
  email?: string | null
  note?: string | null
  expires_at?: string | null
  origin?: 'granted' | 'sold'
}

interface Where {
  db: Executor
  seal: Seal
  config: MailLimits
  shop: Pick<Merchant, 'id' | 'currency'>
}

/**
 * Makes a gift card; its code is in the answer and in the mail, and nowhere else.
 * @throws AppError VALIDATION_ERROR, RATE_LIMITED (no more mails this hour)
 */
export async function createGiftCard(
  { db, seal, config, shop }: Where,
  staff: Staff,
  { amount, email = null, note = null, expires_at = null, origin = 'granted' }: GiftCardInput,
): Promise<{ card: AccountRow; code: string }> {
  const amountMinor = readAmount(amount, shop.currency)
  if (amountMinor <= 0) throw invalid({ field: 'amount', message: 'must be more than 0' })
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  return inTransaction(db, async (transaction) => {
    if (expiresAt !== null) await checkEnd(transaction, staff.merchantId, expiresAt, origin)
    const id = newId()
    const code = newCode()
    await insertGiftCard(transaction, staff.merchantId, {
      id,
      currency: shop.currency,
      ...hashed(staff.merchantId, code),
      email,
      note,
      expires_at: expiresAt,
      sealed_code: email === null ? null : sealCode(seal, id, code),
    })
    await insertEntry(transaction, staff.merchantId, id, {
      kind: 'issued',
      origin,
      amount_minor: amountMinor,
      cause_id: id,
      payment_id: null,
      order_id: null,
      reason: null,
      actor_id: staff.userId,
    })
    if (email !== null) {
      await countMailOfStaff(transaction, config, staff.merchantId)
      await enqueue(transaction, mailGiftCard, { merchant_id: staff.merchantId, id })
    }
    const changes = { amount: [null, amount], origin: [null, origin], is_mailed: [null, email !== null] } as const
    await recordAudit(transaction, staff, [{ action: 'gift_card.created', targetId: id, changes }])
    return { card: await readCard(transaction, staff.merchantId, id), code }
  })
}

/** Adds to the balance of a card, or takes from it. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function adjustGiftCard(
  db: Executor,
  staff: Staff,
  id: string,
  change: { amount: number; reason: string },
): Promise<AccountRow> {
  return inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, staff.merchantId, { id })
    if (account === undefined) throw notFound('gift card')
    await adjust(transaction, staff, account, change)
    const changes = { amount: [null, change.amount] } as const
    await recordAudit(transaction, staff, [{ action: 'gift_card.adjusted', targetId: id, changes }])
    return readCard(transaction, staff.merchantId, id)
  })
}

/** Ends a card with what is left on it. @throws AppError NOT_FOUND */
export function disableGiftCard(db: Executor, staff: Staff, id: string): Promise<AccountRow> {
  return inTransaction(db, async (transaction) => {
    if ((await lockAccount(transaction, staff.merchantId, { id })) === undefined) throw notFound('gift card')
    if (await updateDisabled(transaction, staff.merchantId, id))
      await recordAudit(transaction, staff, [{ action: 'gift_card.disabled', targetId: id }])
    return readCard(transaction, staff.merchantId, id)
  })
}

/**
 * Mails a card again, perhaps to another address. It gets a new code, and the old one is void: the codes of cards are
 * not known here.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (it has no address), INVALID_TRANSITION, RATE_LIMITED
 */
export function resendGiftCard(
  { db, seal, config }: Omit<Where, 'shop'>,
  staff: Staff,
  id: string,
  { email }: { email?: string | null },
): Promise<AccountRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const card = await lockAccount(transaction, merchantId, { id })
    if (card === undefined) throw notFound('gift card')
    const to = email ?? card.email
    if (to === null) throw invalid({ field: 'email', message: 'is required, because the card has no address yet' })
    const { status } = card
    if (status !== 'active')
      throw new AppError('INVALID_TRANSITION', `a gift card that is ${status} cannot be mailed`, {
        details: { status },
      })
    await countMailOfStaff(transaction, config, merchantId)
    const code = newCode()
    const coded = { id, ...hashed(merchantId, code), sealed_code: sealCode(seal, id, code) }
    await updateCode(transaction, merchantId, coded, to)
    await enqueue(transaction, mailGiftCard, { merchant_id: merchantId, id })
    await recordAudit(transaction, staff, [{ action: 'gift_card.resent', targetId: id }])
    return readCard(transaction, merchantId, id)
  })
}

/** Adds to the store credit of a customer, or takes from it. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function adjustStoreCredit(
  db: Executor,
  staff: Staff,
  shop: Pick<Merchant, 'id' | 'currency'>,
  userId: string,
  change: { amount: number; reason: string },
): Promise<AccountRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    if (!(await isCustomer(transaction, merchantId, userId))) throw notFound('user')
    await insertStoreCredit(transaction, { merchantId, id: newId(), userId, currency: shop.currency })
    const account = await lockAccount(transaction, merchantId, { userId })
    if (account === undefined) throw new Error(`user ${userId} has no store credit`)
    await adjust(transaction, staff, account, change)
    const changes = { amount: [null, change.amount] } as const
    await recordAudit(transaction, staff, [{ action: 'store_credit.adjusted', targetId: userId, changes }])
    return readAccount(transaction, merchantId, { userId })
  })
}

async function adjust(
  transaction: Transaction,
  { merchantId, userId }: Staff,
  account: AccountRow,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  const minor = readAmount(amount, account.currency)
  if (minor === 0) throw invalid({ field: 'amount', message: 'must not be 0' })
  if (account.balance_minor + minor < 0) {
    const left = toMajor(account.balance_minor, account.currency)
    throw invalid({ field: 'amount', message: `must not take more than the balance of ${left}` })
  }
  const cause = { cause_id: newId(), payment_id: null, order_id: null, reason, actor_id: userId }
  const parts =
    minor > 0
      ? [{ origin: 'granted' as const, amountMinor: minor }]
      : spend(await selectPools(transaction, merchantId, account.id), -minor)
  for (const part of parts) {
    const amount_minor = minor > 0 ? part.amountMinor : -part.amountMinor
    await insertEntry(transaction, merchantId, account.id, {
      kind: 'adjusted',
      origin: part.origin,
      amount_minor,
      ...cause,
    })
  }
}

function readAmount(amount: number, currency: string): number {
  const minor = toMinor(Math.abs(amount), currency)
  if (minor === undefined) throw invalid({ field: 'amount', message: `is not a valid amount in ${currency}` })
  return amount < 0 ? -minor : minor
}

/** @throws AppError VALIDATION_ERROR */
async function checkEnd(
  transaction: Transaction,
  merchantId: string,
  expiresAt: Date,
  origin: 'granted' | 'sold',
): Promise<void> {
  const { now, country } = await selectShopCountry(transaction, merchantId)
  if (expiresAt <= now) throw invalid({ field: 'expires_at', message: 'must be in the future' })
  const earliest = earliestEnd(now, country)
  if (origin === 'sold' && expiresAt < earliest) {
    const message = `must not be before ${earliest.toISOString().slice(0, 10)}: sold value is good for years by law`
    throw invalid({ field: 'expires_at', message })
  }
}

function readCard(transaction: Transaction, merchantId: string, id: string): Promise<AccountRow> {
  return readAccount(transaction, merchantId, { id })
}

async function readAccount(transaction: Transaction, merchantId: string, holder: Holder): Promise<AccountRow> {
  const account = await selectAccount(transaction, merchantId, holder)
  if (account === undefined)
    throw new AppError('SERVICE_UNAVAILABLE', 'the account cannot be read now; try again', { retryAfter: 1 })
  return account
}
