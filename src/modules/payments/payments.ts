import type { AuditChanges } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { askProvider, providerTimeoutMs } from './ask-provider.ts'
import { countLookUp, type DuePayment, endLookUps, leaseLookUps, leaseUnsettled } from './due-queries.ts'
import { manualProvider } from './manual-provider.ts'
import { openAction, sealAction } from './next-actions.ts'
import type {
  ChargeOutcome,
  ChargeResult,
  CheckedCharge,
  PaymentDetails,
  PaymentProvider,
  PaymentProviders,
  Refund,
  RefundResult,
} from './provider.ts'
import { type NewPayment, type PaymentRow, updateAction } from './queries.ts'
import { lookUpAfterSeconds, lookUpPausesSeconds, unknownAfterSeconds } from './rules.ts'
import type { StripeConfig } from './stripe/stripe-provider.ts'
import { createTestProvider } from './test-provider.ts'

/** A charge must begin within this time after its payment was inserted, so that none begins after its look-up. */
const chargeStartMs = 5_000
/** Backoff for a provider without an answer: as long as it has been asked so far, from 1 to 15 minutes. */
const lease = { limit: 100, seconds: 60, longestSeconds: 900 }

export async function createPaymentProviders(
  db: Database,
  config: { TEST_PAYMENTS: boolean } & StripeConfig,
): Promise<PaymentProviders> {
  const providers = [manualProvider]
  if (config.STRIPE_SECRET_KEY !== undefined) {
    // Loaded on demand: the package takes a while to load.
    const { createStripeProvider } = await import('./stripe/stripe-provider.ts')
    providers.push(createStripeProvider(config))
  }
  if (config.TEST_PAYMENTS) providers.push(createTestProvider(db))
  return providers
}

/**
 * Prices and totals of orders must be multiples of this many minor units of a currency, so that every provider that
 * shoppers pay with can charge them.
 */
export function chargeUnit(providers: PaymentProviders, currency: string): number {
  const units = providers.filter(({ usedBy }) => usedBy === 'shopper').map(({ unitOf }) => unitOf?.(currency) ?? 1)
  return Math.max(1, ...units)
}

/** A payment must leave no less than this many minor units to the providers that shoppers pay with. */
export function chargeMinimum(providers: PaymentProviders, currency: string): number {
  const least = providers
    .filter(({ usedBy }) => usedBy === 'shopper')
    .map(({ minimumOf }) => minimumOf?.(currency) ?? 1)
  return Math.max(1, ...least)
}

/** Refunds of a payment must be multiples of this many minor units. */
export function refundUnit(
  providers: PaymentProviders,
  { provider, currency }: Pick<PaymentRow, 'provider' | 'currency'>,
): number {
  return providers.find(({ name }) => name === provider)?.unitOf?.(currency) ?? 1
}

export function providerOf(
  providers: PaymentProviders,
  usedBy: PaymentProvider['usedBy'],
  method: string,
): PaymentProvider | undefined {
  return providers.find((provider) => provider.usedBy === usedBy && provider.methods.includes(method))
}

/** Payer and method. */
export interface PaymentInput {
  actorId: string
  provider: PaymentProvider
  method: string
  reference: string | null
}

/** A payment that this process may charge now. */
export interface OpenPayment extends PaymentRow {
  /** A moment before it was inserted, by the monotonic clock of this process. */
  openedAtMs: number
}

/** A payment to be inserted: `succeeded` if its provider settles at once, else `pending`, before it is charged. */
export function newPayment({ actorId, provider, method, reference }: PaymentInput): NewPayment {
  const status = provider.settlesAtOnce ? 'succeeded' : 'pending'
  return {
    id: newId(),
    provider: provider.name,
    method,
    status,
    reference,
    actor_id: actorId,
    look_up_after_seconds: lookUpAfterSeconds,
    to_account: provider.card !== undefined,
  }
}

/** Dependencies of the steps of a payment. */
export interface Charging {
  db: Executor
  seal: Seal
  paymentProviders: PaymentProviders
}

/** Charges a pending payment; an amount of 0 does not involve its provider. @throws when the outcome is unknown */
export async function charge(
  providers: PaymentProviders,
  payment: OpenPayment,
  details: PaymentDetails = {},
): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  if (performance.now() - payment.openedAtMs > chargeStartMs) throw new Error('the time to begin the charge has passed')
  return ask(providers, payment, (provider, signal) => provider.charge({ ...chargeOf(payment), ...details }, signal))
}

/** Records the next action, and the latest time at which the provider is asked again. */
export function recordAction(
  { db, seal }: Charging,
  payment: PaymentRow,
  { reference, action }: Extract<ChargeResult, { status: 'requires_action' }>,
  secondsLeft: number | null = null,
): Promise<void> {
  return updateAction(db, payment, { reference, sealed: sealAction(seal, payment.id, action), secondsLeft })
}

/**
 * Asks the provider for the outcome of a charge. An unconfirmed charge is given up and fails. After a time a charge
 * also fails if its provider does not answer or is not configured any more. Both are looked up again
 * (`findLateCharge`).
 * @throws when the provider does not answer
 */
export async function findOutcome(charging: Charging, payment: DuePayment): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  const provider = charging.paymentProviders.find(({ name }) => name === payment.provider)
  try {
    const found = await find(charging, payment)
    if (found === undefined) {
      // Woken early: the process that made it may be about to confirm it.
      if (provider?.cancel !== undefined && payment.age_seconds < lookUpAfterSeconds) return { status: 'pending' }
      return await giveUp(charging, payment, 'not_charged')
    }
    // The shopper may still try: a charge that failed here must not succeed there.
    const canSucceed = found.status === 'failed' && payment.status === 'requires_action'
    return canSucceed ? await giveUp(charging, payment, found.failure) : found
  } catch (error) {
    if (payment.age_seconds < unknownAfterSeconds(provider !== undefined)) throw error
    return { status: 'failed', failure: 'outcome_unknown' }
  }
}

/**
 * Cancels a charge that has not happened, and returns how it ended: it may have happened. @throws when the provider
 * does not answer
 */
export async function giveUp(charging: Charging, payment: DuePayment, failure: string): Promise<ChargeOutcome> {
  const ended = await ask(charging.paymentProviders, payment, async (provider, signal) =>
    provider.cancel?.(checkedCharge(charging.seal, payment), signal),
  )
  return ended?.status === 'succeeded' ? ended : { ...ended, status: 'failed', failure }
}

/**
 * Looks up the charge of a payment that was recorded as failed: a bank may book one late. Undefined if there is none;
 * the look-up is repeated a few times.
 * @throws when the provider does not answer
 */
export async function findLateCharge(charging: Charging, payment: DuePayment): Promise<ChargeOutcome | undefined> {
  const found = await find(charging, payment)
  if (found?.status === 'succeeded') return found
  if (found?.status === 'requires_action') {
    const ended = await giveUp(charging, payment, payment.failure ?? 'not_completed')
    if (ended.status === 'succeeded') return ended
    await endLookUps(charging.db, payment, ended.failure)
  } else if (found?.status === 'failed') await endLookUps(charging.db, payment, found.failure)
  else await countLookUp(charging.db, payment, lookUpPausesSeconds)
  return undefined
}

function find({ paymentProviders, seal }: Charging, payment: DuePayment): Promise<ChargeResult | undefined> {
  const checked = checkedCharge(seal, payment)
  return ask(paymentProviders, payment, (provider, signal) => provider.find(checked, signal))
}

/** A refund of a payment, in part or whole. */
export type RequestedRefund = Pick<Refund, 'refundId' | 'attempt' | 'amountMinor'>

/** Timeout of an answer while the client waits, too. */
export const promptTimeoutMs = 5_000

/** Asks the payment's provider for a refund; an amount of 0 needs no request. @throws when the outcome is unknown */
export async function refund(
  providers: PaymentProviders,
  payment: PaymentRow,
  requested: RequestedRefund,
  timeoutMs = providerTimeoutMs,
): Promise<RefundResult> {
  if (requested.amountMinor === 0) return { status: 'succeeded', reference: null }
  // Nobody would ever answer: staff decide.
  if (!providers.some(({ name }) => name === payment.provider))
    return { status: 'failed', failure: 'provider_not_configured' }
  return ask(providers, payment, (provider, signal) => provider.refund(refundOf(payment, requested), signal), timeoutMs)
}

/**
 * Asks for the status of a refund, without refunding; undefined if the provider was not asked for it, or has no answer.
 * @throws when the provider does not answer
 */
export function findRefund(
  providers: PaymentProviders,
  payment: PaymentRow,
  requested: RequestedRefund,
): Promise<RefundResult | undefined> {
  return ask(providers, payment, async (provider, signal) =>
    provider.findRefund?.(refundOf(payment, requested), signal),
  )
}

/** Refunds a whole charge that no order waits for. @throws when the provider does not answer, or has not paid it yet */
export async function refundCharge(
  providers: PaymentProviders,
  payment: PaymentRow,
  timeoutMs?: number,
): Promise<Exclude<RefundResult, { status: 'pending' }>> {
  const { id, amount_minor: amountMinor, refund_attempt: attempt } = payment
  const result = await refund(providers, payment, { refundId: id, attempt, amountMinor }, timeoutMs)
  if (result.status === 'pending') throw new Error(`payment ${id}: its refund is ${result.status}`)
  return result
}

/** The audit entry of a payment that had the status `from`. */
export function paymentChanges(payment: PaymentRow, from: PaymentRow['status'] | null): AuditChanges {
  const { status, amount_minor, currency, method } = payment
  const amount = toMajor(amount_minor, currency)
  if (from === null) return { status: [null, status], amount: [null, amount], method: [null, method] }
  return { status: [from, status], amount: [amount, amount] }
}

/** Leases some due payments: charges without an outcome, and refunds. */
export function leaseDuePayments(db: Executor): Promise<DuePayment[]> {
  return leaseUnsettled(db, lease)
}

/** Leases some failed payments with a due look-up, of configured providers only. */
export function leaseDueLookUps(db: Executor, providers: PaymentProviders): Promise<DuePayment[]> {
  return leaseLookUps(
    db,
    providers.map(({ name }) => name),
    lease,
  )
}

function chargeOf(payment: PaymentRow) {
  return {
    paymentId: payment.id,
    merchantId: payment.merchant_id,
    orderId: payment.order_id,
    method: payment.method,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    account: payment.account,
  }
}

function refundOf(payment: PaymentRow, requested: RequestedRefund): Refund {
  return { ...chargeOf(payment), ...requested, reference: payment.reference }
}

function checkedCharge(seal: Seal, payment: DuePayment): CheckedCharge {
  const action = openAction(seal, payment)?.type ?? null
  return { ...chargeOf(payment), reference: payment.reference, action, ageSeconds: payment.age_seconds }
}

function ask<T>(
  providers: PaymentProviders,
  payment: PaymentRow,
  question: (provider: PaymentProvider, signal: AbortSignal) => Promise<T>,
  timeoutMs = providerTimeoutMs,
): Promise<T> {
  return askProvider(providers, payment.provider, question, timeoutMs)
}
