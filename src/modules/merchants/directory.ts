import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type MerchantRow, selectMerchant } from './queries.ts'
import { defaultSettings } from './settings/rules.ts'

/**
 * Cache of merchants by id, of what never changes: merchants are not deleted. What their shops have set is kept by
 * `followSettings`. Names are read where they are used (`merchantName`).
 */
export interface MerchantDirectory {
  find(id: string): Promise<Merchant | undefined>
  /** Tells this process at once; the others read it. */
  change(id: string, change: { currency?: string; timezone?: string }): void
}

/** What shops have set, where it is not what they began with. */
export interface FollowedFields {
  currencies: Map<string, string>
  timezones: Map<string, string>
  /** Merchants that this process has changed since the last read began, which may not have seen that. */
  fresh: Set<string>
}

/** @throws AppError NOT_FOUND */
export async function merchantOf(merchants: MerchantDirectory, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.find(merchantId)
  if (merchant === undefined) throw notFound('merchant')
  return merchant
}

/** @throws AppError NOT_FOUND */
export async function currencyOf(merchants: MerchantDirectory, merchantId: string): Promise<string> {
  return (await merchantOf(merchants, merchantId)).currency
}

export function createMerchantDirectory(
  db: Database,
  { currencies, timezones, fresh }: FollowedFields,
): MerchantDirectory {
  const known = new LRUCache<string, MerchantRow>({ max: 20_000 })
  return {
    async find(id) {
      const merchant = known.get(id) ?? (await selectMerchant(db, id))
      if (merchant === undefined) return undefined
      known.set(id, merchant)
      const currency = currencies.get(id) ?? merchant.currency
      return { ...merchant, currency, timezone: timezones.get(id) ?? defaultSettings.timezone }
    },
    change(id, { currency, timezone }) {
      fresh.add(id)
      if (currency !== undefined) currencies.set(id, currency)
      if (timezone !== undefined) timezones.set(id, timezone)
    },
  }
}
