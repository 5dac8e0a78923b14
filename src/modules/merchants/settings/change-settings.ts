import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { type SettingsChange, type SettingsRow, selectSettings, updateSettings } from './queries.ts'
import type { OrderLimits } from './rules.ts'

export interface SettingsInput extends Omit<SettingsChange, keyof OrderLimits> {
  order_limits?: Partial<OrderLimits>
}

/** Changes a merchant's settings; `order_limits` field by field; in the audit log. @throws AppError VALIDATION_ERROR */
export async function changeSettings(
  db: Executor,
  staff: Staff,
  { order_limits, name, ...input }: SettingsInput,
): Promise<SettingsRow> {
  if (name?.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' })
  const change = { ...input, ...order_limits, ...(name !== undefined && { name: name.trim() }) }
  return inTransaction(db, async (transaction) => {
    const before = await selectSettings(transaction, staff.merchantId, { lock: true })
    await updateSettings(transaction, staff.merchantId, change)
    const after = await readSettings(transaction, staff.merchantId)
    const changes = changesOf(before ?? null, after)
    if (Object.keys(changes).length > 0) {
      await recordAudit(transaction, staff, [{ action: 'settings.updated', targetId: after.id, changes }])
    }
    return after
  })
}

export async function readSettings(db: Executor, merchantId: string): Promise<SettingsRow> {
  const settings = await selectSettings(db, merchantId)
  if (settings === undefined) throw notFound('merchant')
  return settings
}
