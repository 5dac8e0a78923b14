import {
  beginRefund,
  finishRefund,
  planAdjusted,
  type RefundFor,
  type RefundServices,
  type StoredRefund,
} from '#src/modules/settlement/index.ts'
import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, cannotBeRead, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { toMajor, toMinor } from '#src/platform/lib/money.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { type LockedReturn, lockReturn, moveReturn } from './end-return.ts'
import { beginExchange, type ExchangeServices, exchangeDue, payExchange } from './exchange.ts'
import type { AskedExchange } from './exchange-rules.ts'
import {
  type ReturnFields,
  type ReturnKey,
  type ReturnRow,
  selectReturn,
  updateFields,
  updateReceived,
} from './queries.ts'
import { type ReceivedInput, readReceived, refundedUnits } from './received-rules.ts'
import { refuseTransition } from './rules.ts'
import { mailReturn } from './send-return-mail.ts'
import { shippingOf } from './withdraw.ts'

export interface ReturnChange
  extends Partial<Pick<ReturnFields, 'message' | 'label_url' | 'carrier' | 'tracking_number' | 'tracking_url'>> {
  status?: 'approved' | 'declined' | 'received' | 'closed'
  items?: readonly ReceivedInput[]
  refund?: 'full' | 'amount' | 'store_credit' | 'none'
  /** In major units, with `refund: 'amount'`. */
  amount?: number
  deduction?: { amount: number; reason: string } | null
  exchange?: readonly AskedExchange[]
}

/** A return that staff has changed; `refunds` are still to be requested from the provider. */
export interface ChangedReturn {
  merchant_id: string
  return_id: string
  refunds: StoredRefund[]
}

/**
 * Staff decides on a return, notes what came, and refunds it: `full` and `store_credit` are what the units cost, less
 * the deduction, at most what is left of what was paid.
 * @throws AppError INSUFFICIENT_PERMISSIONS, NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, REFUND_TOO_LARGE
 */
export function beginChange(
  services: ExchangeServices & { db: Executor },
  staff: Staff,
  returnId: string,
  change: ReturnChange,
): Promise<ChangedReturn> {
  const gives = givesBack(change.refund)
  const key = { merchantId: staff.merchantId, returnId }
  return inTransaction(services.db, async (transaction) => {
    const before = await lockReturn(transaction, key)
    if (gives && !staff.permissions.has('orders.refund')) throw lacksPermission('orders.refund')
    if (change.refund === 'store_credit' && !staff.permissions.has('gift_cards.write'))
      throw lacksPermission('gift_cards.write')
    refuseMismatch(change)
    refuseEnded(before.row)
    refuseUnchosen(before.row, change)
    const status = change.status ?? (change.refund === 'none' ? 'closed' : undefined)
    const hadLabel = before.row.label_url
    await setFields(transaction, before, change)
    if (status !== undefined) await step(transaction, before, status, { ...change, isLast: !gives })
    if (change.exchange !== undefined)
      await beginExchange(transaction, services, staff, await lockReturn(transaction, key), change.exchange)
    const refunds = gives ? await giveBack(transaction, services, staff, key, change) : []
    const { row } = await lockReturn(transaction, key)
    if (row.status === before.row.status && row.label_url !== null && row.label_url !== hadLabel)
      await mailReturn(transaction, { ...key, kind: 'label' })
    await recordAudit(transaction, staff, entriesOf(before.row, row, refunds))
    return { merchant_id: staff.merchantId, return_id: returnId, refunds }
  })
}

/** Requests the refund, and reads the return. */
export async function finishChange(services: RefundServices, changed: ChangedReturn): Promise<ReturnRow> {
  for (const refund of changed.refunds) await finishRefund(services, refund)
  return readChange(services.db, changed)
}

/** @throws AppError SERVICE_UNAVAILABLE */
export async function readChange(db: Executor, changed: Omit<ChangedReturn, 'refunds'>): Promise<ReturnRow> {
  const row = await selectReturn(db, { merchantId: changed.merchant_id, returnId: changed.return_id })
  if (row === undefined) throw cannotBeRead('return')
  return row
}

/** Fields that do not go together. */
function refuseMismatch({ status, items, refund, amount, deduction, exchange, ...fields }: ReturnChange): void {
  const faults: FieldFault[] = []
  const given = [status, items, refund, amount, deduction, exchange, ...Object.values(fields)]
  if (given.every((value) => value === undefined))
    faults.push({ field: 'status', message: 'or another field is required' })
  if (items !== undefined && status !== 'received')
    faults.push({ field: 'items', message: 'says what came, with the status received' })
  if ((amount !== undefined) !== (refund === 'amount'))
    faults.push({ field: 'amount', message: 'goes with the refund amount, which needs it' })
  if (deduction && refund !== 'full' && refund !== 'store_credit')
    faults.push({ field: 'deduction', message: 'goes with a full refund' })
  if (exchange !== undefined && (status === 'declined' || status === 'closed' || refund === 'none'))
    faults.push({ field: 'exchange', message: 'goes with a return that is approved' })
  if (refund === 'none' && status !== undefined && status !== 'closed')
    faults.push({ field: 'refund', message: 'none goes with the status closed' })
  if (givesBack(refund) && (status === 'declined' || status === 'closed'))
    faults.push({ field: 'refund', message: `does not go with the status ${status}` })
  if (faults.length > 0) throw invalid(...faults)
}

function givesBack(refund: ReturnChange['refund']): boolean {
  return refund !== undefined && refund !== 'none'
}

/** Money goes back the way it came, unless the customer wants it otherwise (Directive 2011/83/EU, article 13(1)). */
function refuseUnchosen({ status, refund_to }: ReturnRow, { refund }: ReturnChange): void {
  if (refund !== 'store_credit' || refund_to === 'store_credit') return
  const details = { status, reason: 'not_chosen' }
  throw new AppError('INVALID_TRANSITION', 'the customer has not chosen store credit', { details })
}

/** What has ended stays as it was told. @throws AppError INVALID_TRANSITION */
function refuseEnded({ status, ended_at }: ReturnRow): void {
  if (ended_at === null) return
  const details = { status, allowed_transitions: [] }
  throw new AppError('INVALID_TRANSITION', `a return that is ${status} has ended`, { details })
}

async function step(
  transaction: Transaction,
  locked: LockedReturn,
  status: NonNullable<ReturnChange['status']>,
  { items, isLast }: Pick<ReturnChange, 'items'> & { isLast: boolean },
): Promise<void> {
  const { row } = locked
  if (status === 'closed' && row.kind === 'withdrawal' && row.items.some((item) => (item.quantity_received ?? 0) > 0)) {
    const details = { status: row.status, reason: 'withdrawal' }
    throw new AppError('INVALID_TRANSITION', 'what came back by a withdrawal is refunded', { details })
  }
  if (status === 'received') {
    refuseTransition(row.status, status, 'staff')
    const units = row.items.filter(({ quantity }) => quantity > 0)
    const key = { merchantId: row.merchant_id, returnId: row.id }
    await updateReceived(transaction, key, readReceived(units, items))
  }
  await moveReturn(transaction, locked, status, 'staff', { isLast })
}

/** Writes the refund, `pending`. The units are released first: the refund counts them as returned. */
async function giveBack(
  transaction: Transaction,
  { paymentProviders }: ExchangeServices,
  staff: Staff,
  key: ReturnKey,
  { refund, amount, deduction }: ReturnChange,
): Promise<StoredRefund[]> {
  const locked = await lockReturn(transaction, key)
  const { row, order } = locked
  const items = refundedUnits(row.items, row.status === 'received')
  if (items.length === 0 && refund !== 'amount') {
    const details = { status: row.status, reason: 'nothing_received' }
    throw new AppError('INVALID_TRANSITION', 'nothing of this return came back', { details })
  }
  await moveReturn(transaction, locked, 'refunded', 'staff')
  const by = { merchantId: staff.merchantId, userId: staff.userId, cause: staff.cause }
  const deductionMinor = deduction ? minorOf(deduction.amount, row.currency) : 0
  const asked = {
    ...(items.length > 0 && { items }),
    ...(refund === 'amount' ? { ...(amount !== undefined && { amount }) } : shippingOf(order, row.shipping_minor)),
    ...{ deductionMinor, returnId: row.id, reason: null, isAtMostLeft: refund !== 'amount' },
  }
  const give = (what: RefundFor, toStoreCredit: boolean) =>
    beginRefund(transaction, paymentProviders, by, order.id, { ...what, toStoreCredit })
  const dueMinor = await exchangeDue(transaction, row)
  if (dueMinor === 0) return [await give(asked, refund === 'store_credit')]
  return payByReturn(transaction, { paymentProviders, give }, row, {
    asked,
    dueMinor,
    isCredit: refund === 'store_credit',
  })
}

interface Exchanged {
  asked: RefundFor
  dueMinor: number
  /** What is more than the exchange costs becomes store credit, too. */
  isCredit: boolean
}

/** What comes back pays the order of the exchange, and the rest of it is refunded. */
async function payByReturn(
  transaction: Transaction,
  { paymentProviders, give }: Pick<ExchangeServices, 'paymentProviders'> & GivesBack,
  row: ReturnRow,
  { asked, dueMinor, isCredit }: Exchanged,
): Promise<StoredRefund[]> {
  const { order } = await lockReturn(transaction, { merchantId: row.merchant_id, returnId: row.id })
  const { shippingMinor = 0, deductionMinor = 0, isAtMostLeft = false, items, amount, shipping } = asked
  const input = { ...(items && { items }), ...(amount !== undefined && { amount }), ...(shipping && { shipping }) }
  const { amountMinor } = planAdjusted(order, input, { shippingMinor, deductionMinor, isAtMostLeft })
  const restMinor = isCredit ? 0 : Math.max(0, amountMinor - dueMinor)
  const { returnId, reason } = asked
  const about = { ...(returnId && { returnId }), reason: reason ?? null }
  const major = (minor: number) => toMajor(minor, row.currency)
  const refunds =
    restMinor === 0
      ? [await give(asked, true)]
      : [
          await give({ ...about, ...(items && { items }), amount: major(amountMinor - restMinor) }, true),
          await give({ ...about, amount: major(restMinor) }, false),
        ]
  await payExchange(transaction, { paymentProviders }, row, Math.min(amountMinor, dueMinor))
  return refunds
}

interface GivesBack {
  give(what: RefundFor, toStoreCredit: boolean): Promise<StoredRefund>
}

function minorOf(amount: number, currency: string): number {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw invalid({ field: 'deduction.amount', message: `is not a valid amount in ${currency}` })
  return minor
}

async function setFields(transaction: Transaction, { row }: LockedReturn, change: ReturnChange): Promise<void> {
  const { message, label_url, carrier, tracking_number, tracking_url, deduction } = change
  const given = { message, label_url, carrier, tracking_number, tracking_url }
  if (deduction === undefined && Object.values(given).every((value) => value === undefined)) return
  const kept = { deduction_minor: row.deduction_minor, deduction_reason: row.deduction_reason }
  const deducted = {
    deduction_minor: deduction ? minorOf(deduction.amount, row.currency) : 0,
    deduction_reason: deduction?.reason ?? null,
  }
  await updateFields(
    transaction,
    { merchantId: row.merchant_id, returnId: row.id },
    {
      message: message === undefined ? row.message : message,
      label_url: label_url === undefined ? row.label_url : label_url,
      carrier: carrier === undefined ? row.carrier : carrier,
      tracking_number: tracking_number === undefined ? row.tracking_number : tracking_number,
      tracking_url: tracking_url === undefined ? row.tracking_url : tracking_url,
      ...(deduction === undefined ? kept : deducted),
    },
  )
}

/** Without messages: they may name a person, and entries cannot be changed when a user is erased. */
function entriesOf(before: ReturnRow, after: ReturnRow, refunds: readonly StoredRefund[]): AuditEntry[] {
  const audited = ({ status, label_url, tracking_number, deduction_minor, currency, ...row }: ReturnRow) => ({
    ...{ status, label_url, tracking_number, exchange_order_id: row.exchange_order_id },
    ...{ deduction: toMajor(deduction_minor, currency) },
  })
  const changes = changesOf(audited(before), audited(after))
  return [
    { action: 'return.updated', targetId: after.id, changes },
    ...refunds.map((refund): AuditEntry => {
      const amount = toMajor(refund.amount_minor, refund.currency)
      return { action: 'return.refunded', targetId: after.id, changes: { amount: [null, amount] } }
    }),
  ]
}
