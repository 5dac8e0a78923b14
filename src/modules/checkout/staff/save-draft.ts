import { findCustomer } from '#src/modules/merchants/index.ts'
import {
  type DraftRow,
  deleteDraft,
  insertDraft,
  lockDraft,
  selectDraft,
  updateDraft,
} from '#src/modules/orders/index.ts'
import { newPayToken } from '#src/modules/settlement/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId, newOrderSuffix } from '#src/platform/lib/ids.ts'
import { priceToPlace } from '../place/price-to-place.ts'
import type { DraftChange, DraftInput } from './schemas.ts'
import { type ReadStaffOrder, readStaffOrder, type StaffOrderServices } from './staff-order.ts'

/** A read draft: nothing of it is written yet. */
export interface ReadDraft {
  order: ReadStaffOrder
  body: DraftInput
  validUntil: Date | null
}

/** @throws AppError VALIDATION_ERROR */
export async function readDraft(deps: StaffOrderServices, staff: Staff, given: DraftInput): Promise<ReadDraft> {
  // A draft says what it costs, so that it expects nothing.
  const { expected_total: _, ...body } = given
  const order = await readStaffOrder(deps, staff, body)
  const validUntil = body.valid_until == null ? null : new Date(body.valid_until)
  if (validUntil !== null && validUntil <= new Date())
    throw invalid({ field: 'valid_until', message: 'must be in the future' })
  return { order, body, validUntil }
}

/** What it costs today. Units need not be there. */
async function priced(db: Executor, id: string, { order, body, validUntil }: ReadDraft) {
  const { merchant, customer, input } = order
  const found = await findCustomer(db, merchant.id, customer ?? {})
  const email = customer?.email ?? found?.email ?? null
  const by = { ...input.by, isDraft: true as const }
  const { order: quote } = await priceToPlace(
    db,
    { userId: found?.userId ?? id, merchant },
    { ...input, by, email },
    'quote',
  )
  const { note } = input.by
  return { body, quote: { ...quote, note }, user_id: found?.userId ?? null, valid_until: validUntil }
}

/** Keeps an order that is not placed yet. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function saveDraft(db: Executor, staff: Staff, read: ReadDraft): Promise<DraftRow> {
  const key = { merchantId: staff.merchantId, orderId: newId() }
  return inTransaction(db, async (transaction) => {
    const written = await priced(transaction, key.orderId, read)
    const { token } = newPayToken(key.merchantId)
    await insertDraft(transaction, key, { ...written, number: `DRAFT${newOrderSuffix()}`, token })
    await recordAudit(transaction, staff, [{ action: 'order.drafted', targetId: key.orderId }])
    return readBack(transaction, key)
  })
}

/**
 * Changes a draft: absent fields stay, null takes one away. `cancelled` deletes it.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT (another version), INVALID_TRANSITION
 */
export async function changeDraft(
  deps: StaffOrderServices,
  db: Executor,
  staff: Staff,
  orderId: string,
  { status, expected_version: expected, ...change }: DraftChange,
): Promise<DraftRow> {
  const key = { merchantId: staff.merchantId, orderId }
  const before = await selectDraft(db, key)
  if (before === undefined) throw notFound('order')
  if (status !== undefined && status !== 'cancelled')
    throw new AppError('INVALID_TRANSITION', 'a draft can only be placed or cancelled', {
      details: { status: 'draft' },
    })
  const merged = Object.entries({ ...before.body, ...change }).filter(([, value]) => value !== null)
  const read = status === undefined ? await readDraft(deps, staff, Object.fromEntries(merged)) : undefined
  return inTransaction(db, async (transaction) => {
    const now = await lockDraft(transaction, key)
    if (now === undefined) throw notFound('order')
    if (now.version !== (expected ?? before.version))
      throw new AppError('CONFLICT', 'the draft has changed since; read it again', {
        details: { version: now.version },
      })
    if (read === undefined) await deleteDraft(transaction, key)
    else await updateDraft(transaction, key, await priced(transaction, orderId, read))
    const action = read === undefined ? 'order.draft_cancelled' : 'order.draft_updated'
    await recordAudit(transaction, staff, [{ action, targetId: orderId }])
    return read === undefined ? now : readBack(transaction, key)
  })
}

async function readBack(transaction: Transaction, key: { merchantId: string; orderId: string }): Promise<DraftRow> {
  const draft = await selectDraft(transaction, key)
  if (draft === undefined) throw new Error(`draft ${key.orderId} was not written`)
  return draft
}
