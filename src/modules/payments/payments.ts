import type { Database } from '#src/platform/db/pool.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { manualProvider } from './manual-provider.ts'
import type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
import { insertPayment, leaseDuePayments, type PaymentChange, type PaymentRow, updatePayment } from './queries.ts'
import { createTestProvider } from './test-provider.ts'

/** How long a provider's answer is waited for. */
const providerTimeoutMs = 20_000
/** No charge begins later than this after its payment was inserted, so that none can happen after its look-up. */
const chargeStartMs = 5_000
/** When the sweep looks up a charge without an outcome: by then its process has given up or is dead. */
const lookUpAfterMs = 40_000
/** How long one process has for a due payment before another may take it. */
const leaseSeconds = 60

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

/** What is paid: an order. */
export interface PayableOrder {
  merchant_id: string
  id: string
  total_minor: number
  currency: string
}

/**
 * Inserts a payment of an order: `succeeded` if its provider settles at once, else `pending`, before it is charged.
 * Undefined if the order has another one that is pending or succeeded.
 */
export function openPayment(
  transaction: Transaction,
  order: PayableOrder,
  { actorId, provider, method, reference }: PaymentInput,
): Promise<PaymentRow | undefined> {
  const now = new Date()
  return insertPayment(transaction, {
    merchant_id: order.merchant_id,
    id: newId(),
    order_id: order.id,
    provider: provider.name,
    method,
    status: provider.settlesAtOnce ? 'succeeded' : 'pending',
    amount_minor: order.total_minor,
    currency: order.currency,
    reference,
    actor_id: actorId,
    created_at: now,
    settled_at: provider.settlesAtOnce ? now : null,
    due_at: new Date(now.getTime() + lookUpAfterMs),
  })
}

/** Charges a pending payment; an amount of 0 without its provider. @throws when the outcome is not known */
export async function charge(providers: PaymentProviders, payment: PaymentRow): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  if (Date.now() - payment.created_at.getTime() > chargeStartMs) throw new Error('too late to begin a charge')
  const { method } = payment
  return ask(providers, payment, (provider, signal) => provider.charge({ ...amountOf(payment), method }, signal))
}

/**
 * Asks for the outcome of a charge that was not recorded; a charge that never reached the provider has failed.
 * @throws when the outcome is not known
 */
export async function findOutcome(providers: PaymentProviders, payment: PaymentRow): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  const found = await ask(providers, payment, (provider, signal) => provider.find(payment.id, signal))
  return found ?? { status: 'failed', failure: 'not_charged' }
}

/** Gives a payment back. @throws when the provider did not confirm it */
export async function refund(providers: PaymentProviders, payment: PaymentRow): Promise<void> {
  if (payment.amount_minor === 0) return
  const { reference } = payment
  await ask(providers, payment, (provider, signal) => provider.refund({ ...amountOf(payment), reference }, signal))
}

/**
 * Records the outcome of a charge, once: undefined if it was recorded before. A charge that succeeded is refunded if
 * the order does not wait for it any more (`wanted` is false) or the payment was recorded as failed in the meantime.
 */
export async function recordOutcome(
  transaction: Transaction,
  payment: PaymentRow,
  result: ChargeResult,
  wanted: boolean,
): Promise<PaymentRow | undefined> {
  const change = (what: Omit<PaymentChange, 'at'>) => changePayment(transaction, payment, what)
  if (result.status === 'failed') return change({ from: 'pending', to: 'failed', failure: result.failure })
  const { reference } = result
  const recorded = await change({ from: 'pending', to: wanted ? 'succeeded' : 'refunding', reference })
  return recorded ?? (await change({ from: 'failed', to: 'refunding', reference }))
}

export function recordRefund(transaction: Transaction, payment: PaymentRow): Promise<PaymentRow | undefined> {
  return changePayment(transaction, payment, { from: 'refunding', to: 'refunded' })
}

/** Leases some payments that are due: charges without an outcome, and refunds. */
export function takeDuePayments(db: Executor, limit: number): Promise<PaymentRow[]> {
  return leaseDuePayments(db, leaseSeconds, limit)
}

function changePayment(transaction: Transaction, { merchant_id, id }: PaymentRow, change: Omit<PaymentChange, 'at'>) {
  return updatePayment(transaction, merchant_id, id, { ...change, at: new Date() })
}

function amountOf(payment: PaymentRow) {
  return { paymentId: payment.id, amountMinor: payment.amount_minor, currency: payment.currency }
}

/** Asks the payment's provider, and does not rely on it to heed the signal. */
async function ask<T>(
  providers: PaymentProviders,
  payment: PaymentRow,
  question: (provider: PaymentProvider, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const provider = providers.find(({ name }) => name === payment.provider)
  if (provider === undefined) throw new Error(`payment ${payment.id}: provider ${payment.provider} is not set up`)
  const signal = AbortSignal.timeout(providerTimeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([question(provider, signal), late])
}
