import { finishRefund, type RefundServices, type StoredRefund } from '#src/modules/settlement/index.ts'
import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, cannotBeRead, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { type Closing, closeReturn, deductedMinor } from './close-return.ts'
import { decideReturn } from './decide-return.ts'
import { type LockedReturn, lockReturn, readLocked } from './end-return.ts'
import { type ExchangeServices, exchangeReturn } from './exchange.ts'
import type { RequestedExchange } from './exchange-rules.ts'
import { readLabelFile } from './label-file.ts'
import { updateLabelFile } from './label-queries.ts'
import { type ReturnFields, type ReturnRow, selectReturn, updateFields } from './queries.ts'
import { receiveReturn } from './receive-return.ts'
import type { ReceivedInput } from './received-rules.ts'
import { mailReturn } from './send-return-mail.ts'

export interface ReturnChange
  extends Partial<Pick<ReturnFields, 'message' | 'label_url' | 'carrier' | 'tracking_number' | 'tracking_url'>> {
  status?: 'approved' | 'declined' | 'received' | 'closed'
  items?: readonly ReceivedInput[]
  refund?: Closing['how']
  /** In major units, with `refund: 'amount'`. */
  amount?: number
  deduction?: Closing['deduction']
  exchange?: readonly RequestedExchange[]
  label?: Label
}

/** A label to send the goods with, as it was sent. */
export interface Label extends Partial<Pick<ReturnFields, 'carrier' | 'tracking_number' | 'tracking_url'>> {
  /** A PDF or a PNG, in Base64. */
  file?: string
  url?: string | null
}

/** Fields of the return that a label names, and its file. @throws AppError VALIDATION_ERROR */
export function labelFieldsOf({ file, url, ...fields }: Label = {}) {
  return {
    ...fields,
    ...(url !== undefined && { label_url: url }),
    file: file === undefined ? null : readLabelFile(file),
  }
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
  const gives = isRefunding(change.refund)
  const key = { merchantId: staff.merchantId, returnId }
  return inTransaction(services.db, async (transaction) => {
    const before = await lockReturn(transaction, key)
    if (gives && !staff.permissions.has('orders.refund')) throw lacksPermission('orders.refund')
    if (change.refund === 'store_credit' && !staff.permissions.has('gift_cards.write'))
      throw lacksPermission('gift_cards.write')
    refuseMismatch(change)
    refuseEnded(before.row)
    refuseUnchosen(before.row, change)
    const { locked, refunds } = await applySteps(
      transaction,
      services,
      staff,
      await setFields(transaction, before, change),
      change,
    )
    const { row } = locked
    const isLabelled = change.label !== undefined || (row.label_url !== null && row.label_url !== before.row.label_url)
    if (row.status === before.row.status && isLabelled) await mailReturn(transaction, { ...key, kind: 'label' })
    await recordAudit(transaction, staff, entriesOf(before.row, row, refunds))
    return { merchant_id: staff.merchantId, return_id: returnId, refunds }
  })
}

/** One request may take several steps, in this order; the customer is mailed of the last one. */
async function applySteps(
  transaction: Transaction,
  services: ExchangeServices,
  staff: Staff,
  before: LockedReturn,
  { status, items, exchange, refund, amount, deduction }: ReturnChange,
): Promise<{ locked: LockedReturn; refunds: StoredRefund[] }> {
  const isLast = !isRefunding(refund)
  let locked = before
  if (status === 'approved' || status === 'declined') locked = await decideReturn(transaction, locked, status, isLast)
  if (status === 'received') locked = await receiveReturn(transaction, locked, items, isLast)
  if (exchange !== undefined)
    locked = { ...locked, row: await exchangeReturn(transaction, services, staff, locked, exchange) }
  if (status === 'closed' || refund !== undefined)
    return closeReturn(transaction, services, staff, locked, { how: refund ?? 'none', amount, deduction })
  return { locked, refunds: [] }
}

/** Requests the refund, and reads the return. */
export async function finishChange(services: RefundServices, changed: ChangedReturn): Promise<ReturnRow> {
  for (const refund of changed.refunds) await finishRefund(services, refund)
  return readChange(services.db, changed)
}

/** @throws AppError SERVICE_UNAVAILABLE */
async function readChange(db: Executor, changed: Omit<ChangedReturn, 'refunds'>): Promise<ReturnRow> {
  const row = await selectReturn(db, { merchantId: changed.merchant_id, returnId: changed.return_id })
  if (row === undefined) throw cannotBeRead('return')
  return row
}

/** Fields that do not go together. */
function refuseMismatch({ status, items, refund, amount, deduction, exchange, ...fields }: ReturnChange): void {
  const faults: FieldFault[] = []
  const given = [status, items, refund, amount, deduction, exchange, ...Object.values(fields)]
  if (given.every((value) => value === undefined))
    faults.push({ field: 'status', message: 'is required, or another field that changes the return' })
  if (items !== undefined && status !== 'received')
    faults.push({ field: 'items', message: 'may be sent only with status received' })
  if (refund === 'amount' && amount === undefined)
    faults.push({ field: 'amount', message: 'is required with refund amount, such as 5.50' })
  if (refund !== 'amount' && amount !== undefined)
    faults.push({ field: 'amount', message: 'may be sent only with refund amount' })
  if (deduction && refund !== 'full' && refund !== 'store_credit')
    faults.push({ field: 'deduction', message: 'may be sent only with refund full or store_credit' })
  if (exchange !== undefined && (status === 'declined' || status === 'closed' || refund === 'none'))
    faults.push({
      field: 'exchange',
      message: 'may not be sent for a return that is declined or ends without a refund',
    })
  if (refund === 'none' && status !== undefined && status !== 'closed')
    faults.push({ field: 'refund', message: 'may be none only with status closed' })
  if (isRefunding(refund) && status === 'closed')
    faults.push({ field: 'refund', message: 'must be none with status closed' })
  if (isRefunding(refund) && status === 'declined')
    faults.push({ field: 'refund', message: 'may not be sent with status declined' })
  if (faults.length > 0) throw invalid(...faults)
}

function isRefunding(refund: ReturnChange['refund']): boolean {
  return refund !== undefined && refund !== 'none'
}

/** Money goes back the way it came, unless the customer wants it otherwise (Directive 2011/83/EU, article 13(1)). */
function refuseUnchosen({ status, refund_to }: ReturnRow, { refund }: ReturnChange): void {
  if (refund !== 'store_credit' || refund_to === 'store_credit') return
  const details = { status, reason: 'not_chosen' }
  throw new AppError('INVALID_TRANSITION', 'the customer has not chosen store credit; refund full instead', { details })
}

/** What has ended stays as it was told. @throws AppError INVALID_TRANSITION */
function refuseEnded({ status, ended_at }: ReturnRow): void {
  if (ended_at === null) return
  const details = { status, allowed_transitions: [] }
  throw new AppError('INVALID_TRANSITION', `a return that is ${status} has ended`, { details })
}

async function setFields(transaction: Transaction, locked: LockedReturn, change: ReturnChange): Promise<LockedReturn> {
  const { row } = locked
  const { file, ...label } = labelFieldsOf(change.label)
  const { message, deduction, label_url, carrier, tracking_number, tracking_url } = { ...change, ...label }
  const given = { message, label_url, carrier, tracking_number, tracking_url }
  const key = { merchantId: row.merchant_id, returnId: row.id }
  if (file !== null) await updateLabelFile(transaction, key, file)
  if (file === null && deduction === undefined && Object.values(given).every((value) => value === undefined))
    return locked
  const before = { deduction_minor: row.deduction_minor, deduction_reason: row.deduction_reason }
  const deducted = {
    deduction_minor: deduction ? deductedMinor(deduction, row.currency) : 0,
    deduction_reason: deduction?.reason ?? null,
  }
  await updateFields(transaction, key, {
    message: message === undefined ? row.message : message,
    label_url: label_url === undefined ? row.label_url : label_url,
    carrier: carrier === undefined ? row.carrier : carrier,
    tracking_number: tracking_number === undefined ? row.tracking_number : tracking_number,
    tracking_url: tracking_url === undefined ? row.tracking_url : tracking_url,
    ...(deduction === undefined ? before : deducted),
  })
  return readLocked(transaction, locked)
}

/** Without messages: they may name a person, and entries cannot be changed when a user is erased. */
function entriesOf(before: ReturnRow, after: ReturnRow, refunds: readonly StoredRefund[]): AuditEntry[] {
  const audited = ({
    status,
    label_url,
    label_size,
    tracking_number,
    deduction_minor,
    currency,
    ...row
  }: ReturnRow) => ({
    status,
    label_url,
    label_size,
    tracking_number,
    exchange_order_id: row.exchange_order_id,
    deduction: toMajor(deduction_minor, currency),
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
