import type { RawBuilder } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { manualProvider } from './manual-provider.ts'
import type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
import { claimDuePayments, insertPayment, type PaymentRow, recordPayment, updatePayment } from './queries.ts'
import { createTestProvider } from './test-provider.ts'

/** A provider that has not answered by then has not answered: the outcome is asked for later. */
const providerTimeoutMs = 20_000
/** A charge that was not begun by then is not begun any more, so that what is looked up later cannot still happen. */
const chargeStartMs = 5_000
/** When a charge without an outcome is looked up: its process has given up by then, or is dead. */
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

/** How somebody pays. */
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

/** Writes down that a payment is under way, before anybody is charged; undefined if the order has one already. */
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
    amount_minor: order.total_minor,
    currency: order.currency,
    reference,
    actor_id: actorId,
    created_at: now,
    due_at: new Date(now.getTime() + lookUpAfterMs),
  })
}

/** A payment that has succeeded once it is recorded, for the statement that pays its order. */
export interface PaymentHere {
  at: Date
  /** See `recordPayment`. */
  recordFor(order: RawBuilder<unknown>): RawBuilder<unknown>
  /** The row that was written for this order. */
  rowFor(order: PayableOrder): PaymentRow
}

/** Undefined if the provider has to be asked over the network. */
export function paymentHere({ actorId, provider, method, reference }: PaymentInput): PaymentHere | undefined {
  const id = newId()
  const charge = provider.chargeHere?.({ paymentId: id, method, reference })
  if (charge === undefined) return undefined
  const at = new Date()
  const payment = { id, provider: provider.name, method, reference, actor_id: actorId, created_at: at }
  return {
    at,
    recordFor: (order) => recordPayment(order, payment, charge),
    rowFor: ({ merchant_id, id: order_id, total_minor, currency }) => ({
      merchant_id,
      id,
      order_id,
      provider: provider.name,
      method,
      status: 'succeeded',
      amount_minor: total_minor,
      currency,
      reference: total_minor === 0 ? reference : charge.reference,
      failure: null,
      created_at: at,
      settled_at: at,
      refunded_at: null,
    }),
  }
}

/** Charges an open payment. Nothing to pay needs no provider. @throws when the outcome is not known */
export async function charge(providers: PaymentProviders, payment: PaymentRow): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  if (Date.now() - payment.created_at.getTime() > chargeStartMs) throw new Error('too late to begin a charge')
  const provider = providerNamed(providers, payment)
  return withDeadline((signal) => provider.charge({ ...chargeOf(payment), method: payment.method }, signal))
}

/** The outcome of a charge nobody recorded. What never reached the provider has failed. @throws when it is not known */
export async function findOutcome(providers: PaymentProviders, payment: PaymentRow): Promise<ChargeResult> {
  if (payment.amount_minor === 0) return { status: 'succeeded', reference: payment.reference }
  const provider = providerNamed(providers, payment)
  const found = await withDeadline((signal) => provider.find(payment.id, signal))
  return found ?? { status: 'failed', failure: 'not_charged' }
}

/** Gives a payment back. @throws when the provider did not confirm it */
export async function refund(providers: PaymentProviders, payment: PaymentRow): Promise<void> {
  if (payment.amount_minor === 0) return
  const provider = providerNamed(providers, payment)
  await withDeadline((signal) => provider.refund(chargeOf(payment), signal))
}

/**
 * Records the outcome of a charge, once: undefined if it had been recorded before. Money that came for an order that no
 * longer waits for it (`wanted` is false), or after its payment was given up, goes back.
 */
export async function recordOutcome(
  transaction: Transaction,
  payment: PaymentRow,
  result: ChargeResult,
  wanted: boolean,
): Promise<PaymentRow | undefined> {
  const change = (
    from: PaymentRow['status'],
    to: PaymentRow['status'],
    more: { reference?: string | null; failure?: string },
  ) => updatePayment(transaction, payment.merchant_id, payment.id, { from: [from], to, at: new Date(), ...more })
  if (result.status === 'failed') return change('pending', 'failed', { failure: result.failure })
  const { reference } = result
  const recorded = await change('pending', wanted ? 'succeeded' : 'refunding', { reference })
  return recorded ?? (await change('failed', 'refunding', { reference }))
}

export function recordRefund(transaction: Transaction, payment: PaymentRow): Promise<PaymentRow | undefined> {
  const change = { from: ['refunding'], to: 'refunded', at: new Date() } as const
  return updatePayment(transaction, payment.merchant_id, payment.id, change)
}

/** Takes some payments that are due: charges without an outcome, and refunds. */
export function takeDuePayments(db: Executor, limit: number): Promise<PaymentRow[]> {
  return claimDuePayments(db, leaseSeconds, limit)
}

function providerNamed(providers: PaymentProviders, payment: PaymentRow): PaymentProvider {
  const provider = providers.find(({ name }) => name === payment.provider)
  if (provider === undefined) throw new Error(`payment ${payment.id} is with ${payment.provider}, which is not set up`)
  return provider
}

function chargeOf(payment: PaymentRow) {
  return {
    paymentId: payment.id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    reference: payment.reference,
  }
}

/** Does not rely on the provider to heed the signal. */
async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(providerTimeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), late])
}
