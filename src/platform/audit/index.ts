import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Cause } from '#src/platform/lib/cause.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type AuditAction, targetTypeOf } from './actions.ts'
import { type AuditChanges, shorten } from './changes.ts'
import { commitWithoutWaiting, hasEntry, insertEntries, lockTarget } from './queries.ts'

export { bySystem, byUser, type Cause } from '#src/platform/lib/cause.ts'
export { type AuditAction, auditActions, auditTargets } from './actions.ts'
export { type AuditChanges, changesOf } from './changes.ts'

export interface AuditEntry {
  action: AuditAction
  targetId: string
  /** No secrets, and no name or address of a person: entries cannot be changed when somebody is erased. */
  changes?: AuditChanges
}

/** A change at a merchant's shop; `Staff` is one. */
interface AtMerchant {
  merchantId: string
  cause: Cause
}

/**
 * Writes entries to the audit log in the transaction of the change: both commit or neither does. One statement for any
 * number of entries.
 */
export function recordAudit(
  transaction: Transaction,
  { merchantId, cause }: AtMerchant,
  entries: readonly AuditEntry[],
): Promise<void> {
  return recordAudits(
    transaction,
    entries.map((entry) => ({ merchantId, cause, entry })),
  )
}

/** The same for entries of several merchants. */
export async function recordAudits(
  transaction: Transaction,
  entries: readonly (AtMerchant & { entry: AuditEntry })[],
): Promise<void> {
  if (entries.length > 0) await insertEntries(transaction, entries.map(toRow))
}

/** The same for one entry, unless the log has an equal one for this target. */
export async function recordAuditOnce(transaction: Transaction, at: AtMerchant, entry: AuditEntry): Promise<void> {
  const row = toRow({ ...at, entry })
  await lockTarget(transaction, row)
  if (!(await hasEntry(transaction, row))) await insertEntries(transaction, [row])
}

/** Records an export of data as a file. Call it before the first byte is sent. */
export function recordExport(
  db: Executor,
  by: AtMerchant,
  action: Extract<AuditAction, `${string}.exported`>,
): Promise<void> {
  return inTransaction(db, (transaction) => recordAudit(transaction, by, [{ action, targetId: by.merchantId }]))
}

/**
 * Records refusals, which change nothing. It runs its statements even without entries and does not wait for the disk,
 * so that timing does not reveal whether an account works for a merchant.
 */
export async function recordRefusals(
  transaction: Transaction,
  entries: readonly (AtMerchant & { entry: AuditEntry })[],
): Promise<void> {
  await commitWithoutWaiting(transaction)
  await insertEntries(transaction, entries.map(toRow))
}

function toRow({ merchantId, cause, entry }: AtMerchant & { entry: AuditEntry }) {
  return {
    id: newId(),
    merchant_id: merchantId,
    actor_type: cause.actor.type,
    actor_id: cause.actor.id,
    action: entry.action,
    target_type: targetTypeOf(entry.action),
    target_id: entry.targetId,
    changes: JSON.stringify(shorten(entry.changes ?? {})),
    ip: cause.ip,
    request_id: cause.requestId,
  }
}
