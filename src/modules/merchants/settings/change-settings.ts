import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { type SettingsChange, type SettingsRow, selectSettings, updateSettings } from './queries.ts'
import type { OrderLimits } from './rules.ts'

export interface SettingsInput extends Omit<SettingsChange, keyof OrderLimits> {
  order_limits?: Partial<OrderLimits>
}

/** Changes a merchant's settings; `order_limits` field by field. @throws AppError VALIDATION_ERROR */
export async function changeSettings(
  db: Executor,
  merchantId: string,
  { order_limits, name, ...input }: SettingsInput,
): Promise<SettingsRow> {
  if (name?.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' })
  const change = { ...input, ...order_limits, ...(name !== undefined && { name: name.trim() }) }
  return inTransaction(db, async (transaction) => {
    await updateSettings(transaction, merchantId, change)
    return readSettings(transaction, merchantId)
  })
}

export async function readSettings(db: Executor, merchantId: string): Promise<SettingsRow> {
  const settings = await selectSettings(db, merchantId)
  if (settings === undefined) throw notFound('merchant')
  return settings
}
