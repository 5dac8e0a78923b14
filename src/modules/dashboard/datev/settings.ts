import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { replaceSettings } from './queries.ts'
import { accountFaults, accountsOf, type DatevSettings, defaultSettings } from './rules.ts'
import type { SettingsInput } from './schemas.ts'

/** As answers show them: with the accounts of the chart. */
export const presentSettings = (settings: DatevSettings) => ({ ...settings, accounts: accountsOf(settings) })

/** @throws AppError VALIDATION_ERROR */
export async function setSettings(db: Executor, staff: Staff, input: SettingsInput): Promise<DatevSettings> {
  const settings = { ...defaultSettings, ...input } as DatevSettings
  const faults = accountFaults(settings)
  if (faults.length > 0) throw invalid(...faults)
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const before = await replaceSettings(transaction, merchantId, settings)
    const changes = changesOf(audited(before ?? defaultSettings), audited(settings))
    if (Object.keys(changes).length > 0) {
      await recordAudit(transaction, staff, [{ action: 'datev_settings.updated', targetId: merchantId, changes }])
    }
    return settings
  })
}

const audited = ({ accounts, ...settings }: DatevSettings) => ({ ...settings, accounts: JSON.stringify(accounts) })
