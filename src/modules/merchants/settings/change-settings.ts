import { type Cause, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/authentication.ts'
import { type Across, applyOnce, followUp } from '#src/platform/jobs/across.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import {
  lockSettings,
  type NamedMerchant,
  type ShopSettings,
  selectNamedMerchant,
  selectSettings,
  updateName,
  updateSettings,
} from './queries.ts'
import type { OrderLimits } from './rules.ts'

export interface SettingsInput extends Partial<Omit<ShopSettings, keyof OrderLimits>> {
  name?: string
  order_limits?: Partial<OrderLimits>
}

/** A merchant with its settings. */
export type SettingsRow = NamedMerchant & ShopSettings

interface Change {
  merchant_id: string
  cause: Cause
  settings: Partial<ShopSettings>
  /** Before and after. */
  name?: [string, string]
}

/** Of a change with a name: that is not the shop's, and is changed first. */
export const writeSettings: Job<Change & { id: string }, Databases> = {
  name: 'merchants.write_settings',
  run: ({ shop }, { id, ...change }) =>
    applyOnce(shop(change.merchant_id), id, (transaction) => write(transaction, change)),
}

/** Changes a merchant's settings; `order_limits` field by field; in the audit log. @throws AppError VALIDATION_ERROR */
export async function changeSettings(
  deps: Across,
  { merchantId, cause }: Staff,
  { order_limits, name, ...input }: SettingsInput,
): Promise<SettingsRow> {
  if (name?.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' })
  const change = { merchant_id: merchantId, cause, settings: { ...input, ...order_limits } }
  if (name === undefined) await inTransaction(deps.shop(merchantId), (transaction) => write(transaction, change))
  else {
    await inTransaction(deps.identity, async (transaction) => {
      const before = await selectNamedMerchant(transaction, merchantId, { lock: true })
      if (before === undefined) throw notFound('merchant')
      const after = name.trim()
      await updateName(transaction, merchantId, after)
      await followUp(transaction, deps, writeSettings, { id: newId(), ...change, name: [before.name, after] })
    })
  }
  return readSettings(deps, merchantId)
}

async function write(transaction: Transaction, { merchant_id: merchantId, cause, settings, name }: Change) {
  const before = await lockSettings(transaction, merchantId)
  const after = await updateSettings(transaction, merchantId, settings)
  const changes = changesOf({ ...before, name: name?.[0] ?? null }, { ...after, name: name?.[1] ?? null })
  if (Object.keys(changes).length === 0) return
  await recordAudit(transaction, { merchantId, cause }, [{ action: 'settings.updated', targetId: merchantId, changes }])
}

export async function readSettings({ identity, shop }: Databases, merchantId: string): Promise<SettingsRow> {
  const merchant = await selectNamedMerchant(identity, merchantId)
  if (merchant === undefined) throw notFound('merchant')
  return { ...merchant, ...(await selectSettings(shop(merchantId), merchantId)) }
}
