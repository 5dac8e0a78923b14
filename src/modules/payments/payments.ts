import type { AuditChanges } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { manualProvider } from './manual-provider.ts'
import type { ChargeResult, PaymentProvider, PaymentProviders, Refund, RefundResult } from './provider.ts'
import {
  countLookUp,
  type DuePayment,
  endLookUps,
  leaseLookUps,
  leaseUnsettled,
  type NewPayment,
  type PaymentRow,
  updateRefunded,
} from './queries.ts'
import { lookUpPausesSeconds, unknownAfterSeconds } from './rules.ts'
import { createTestProvider } from './test-provider.ts'

/** How long a provider's answer is waited for. */
const providerTimeoutMs = 20_000
/** No charge begins later than this after its payment was inserted, so that none can begin after its look-up. */
const chargeStartMs = 5_000
/** When the sweep looks up a charge without an outcome: by then its process has given up or is dead. */
const lookUpAfterSeconds = 40
/** A provider that does not answer is asked again after as long as it was asked for, from 1 to 15 minutes. */
const lease = { limit: 100, seconds: 60, longestSeconds: 900 }

export function createPaymentProviders(db: Database, config: { TEST_PAYMENTS: boolean }): PaymentProviders {
  return config.TEST_PAYMENTS ? [manualProvider, createTestProvider(db)] : [manualProvider]
}

export function providerOf(
  providers: PaymentProviders,
  usedBy: PaymentProvider['usedBy'],
  method: string,
): PaymentProvider | undefined {
  return providers.find((provider) => provider.usedBy === usedBy && provider.methods.includes(method))
}

/** Who pays, and how. */
export interface PaymentInput {
  actorId: string
  provider: PaymentProvider
  method: string
  reference: string | null
}

/** A payment that this process may charge now. */
export interface OpenPayment extends PaymentRow {
  /** Before it was inserted, by the clock of this process that only runs forward. */
  openedAtMs: number
}

/** A payment to be inserted: `succeeded` if its provider settles at once, else `pending`, before it is charged. */
export function newPayment({ actorId, provider, method, reference }: PaymentInput): NewPayment {
  const status = provider.settlesAtOnce ? 'succeeded' : 'pending'
  return {
    ...{ id: newId(), provider: provider.name, method, status, reference, actor_id: actorId },
    look_up_after_seconds: lookUpAfterSeconds,
  }
}

/** Charges a pending payment; an amount of 0 without its provider. @throws when the outcome is not known */
export async function charge(providers: PaymentProviders, payment: OpenPayment): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  if (performance.now() - payment.openedAtMs > chargeStartMs) throw new Error('too late to begin a charge')
  const { method } = payment
  return ask(providers, payment, (provider, signal) => provider.charge({ ...amountOf(payment), method }, signal))
}

/**
 * Asks for the outcome of a charge that was not recorded. A charge that the provider does not know has failed, and so
 * has, after a time, one whose provider does not answer or is not set up any more; both are looked up again
 * (`findLateCharge`).
 * @throws when the outcome is not known yet
 */
export async function findOutcome(providers: PaymentProviders, payment: DuePayment): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  try {
    return (await find(providers, payment)) ?? { status: 'failed', failure: 'not_charged' }
  } catch (error) {
    const isSetUp = providers.some(({ name }) => name === payment.provider)
    if (payment.age_seconds < unknownAfterSeconds(isSetUp)) throw error
    return { status: 'failed', failure: 'outcome_unknown' }
  }
}

/**
 * Asks again for the charge of a payment that was recorded as failed: a bank may book one long after it was asked for.
 * Undefined if there is none, which is asked again some times.
 * @throws when the provider does not answer
 */
export async function findLateCharge(
  db: Executor,
  providers: PaymentProviders,
  payment: DuePayment,
): Promise<ChargeResult | undefined> {
  const found = await find(providers, payment)
  if (found?.status === 'succeeded') return found
  if (found === undefined) await countLookUp(db, payment, lookUpPausesSeconds)
  else await endLookUps(db, payment, found.failure)
  return undefined
}

function find(providers: PaymentProviders, payment: PaymentRow): Promise<ChargeResult | undefined> {
  return ask(providers, payment, (provider, signal) => provider.find(payment.id, signal))
}

/** What is given back of a payment. */
export type WantedRefund = Pick<Refund, 'refundId' | 'attempt' | 'amountMinor'>

/** How long an answer is waited for while the client waits too. */
export const promptTimeoutMs = 5_000

/** Asks the payment's provider to give money back; not for an amount of 0. @throws when the outcome is not known */
export async function refund(
  providers: PaymentProviders,
  payment: PaymentRow,
  wanted: WantedRefund,
  timeoutMs = providerTimeoutMs,
): Promise<RefundResult> {
  if (wanted.amountMinor === 0) return { status: 'succeeded', reference: null }
  const { id: paymentId, currency, reference } = payment
  const question = { ...wanted, paymentId, currency, reference }
  return ask(providers, payment, (provider, signal) => provider.refund(question, signal), timeoutMs)
}

/** Gives back a whole charge that no order waits for. @throws unless the provider confirms it */
export async function refundCharge(providers: PaymentProviders, payment: PaymentRow): Promise<void> {
  const { id, amount_minor } = payment
  const result = await refund(providers, payment, { refundId: id, attempt: 1, amountMinor: amount_minor })
  if (result.status !== 'succeeded') throw new Error(`payment ${id}: its refund is ${result.status}`)
}

export function recordRefund(transaction: Transaction, payment: PaymentRow): Promise<PaymentRow | undefined> {
  return updateRefunded(transaction, payment.merchant_id, payment.id)
}

/** What the audit log says of a payment that had the status `from`. */
export function paymentChanges(payment: PaymentRow, from: PaymentRow['status'] | null): AuditChanges {
  const { status, amount_minor, currency, method } = payment
  const amount = toMajor(amount_minor, currency)
  if (from === null) return { status: [null, status], amount: [null, amount], method: [null, method] }
  return { status: [from, status], amount: [amount, amount] }
}

/** Leases some payments that are due: charges without an outcome, and refunds. */
export function takeDuePayments(db: Executor): Promise<DuePayment[]> {
  return leaseUnsettled(db, lease)
}

/** Leases some failed payments whose charge is to be looked up again; not those of providers that are not set up. */
export function takeLookUps(db: Executor, providers: PaymentProviders): Promise<DuePayment[]> {
  return leaseLookUps(
    db,
    providers.map(({ name }) => name),
    lease,
  )
}

function amountOf(payment: PaymentRow) {
  return { paymentId: payment.id, amountMinor: payment.amount_minor, currency: payment.currency }
}

/** Asks the payment's provider, and does not rely on it to heed the signal. */
async function ask<T>(
  providers: PaymentProviders,
  payment: PaymentRow,
  question: (provider: PaymentProvider, signal: AbortSignal) => Promise<T>,
  timeoutMs = providerTimeoutMs,
): Promise<T> {
  const provider = providers.find(({ name }) => name === payment.provider)
  if (provider === undefined) throw new Error(`payment ${payment.id}: provider ${payment.provider} is not set up`)
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([question(provider, signal), late])
}
