import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type MerchantRow, selectMerchant } from './queries.ts'
import { defaultSettings } from './settings/rules.ts'

/**
 * Cache of merchants by id, for fields that never change: merchants are not deleted. `followSettings` keeps the
 * settings of their shops. Names are read where they are used (`merchantName`).
 */
export interface MerchantDirectory {
  find(id: string): Promise<Merchant | undefined>
  /** Updates this process at once; the others poll. */
  change(
    id: string,
    change: { currency?: string; timezone?: string; hasMarkets?: boolean; hasTexts?: boolean; hasPrices?: boolean },
  ): void
  /** Whether requests must look for markets and translations of the shop. */
  hasMarkets(id: string): boolean
  /** Whether mails, papers and pages must look for texts of the shop's own. */
  hasTexts(id: string): boolean
  /** Whether requests must look for prices by its price lists. */
  hasPrices(id: string): boolean
}

/** Settings of shops that differ from the defaults. */
export interface FollowedFields {
  currencies: Map<string, string>
  timezones: Map<string, string>
  withMarkets: Set<string>
  withTexts: Set<string>
  withPrices: Set<string>
  /** Merchants that this process has changed since the last read began, which may have missed the change. */
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
  { currencies, timezones, withMarkets, withTexts, withPrices, fresh }: FollowedFields,
): MerchantDirectory {
  const cached = new LRUCache<string, MerchantRow>({ max: 20_000 })
  return {
    async find(id) {
      const merchant = cached.get(id) ?? (await selectMerchant(db, id))
      if (merchant === undefined) return undefined
      cached.set(id, merchant)
      const currency = currencies.get(id) ?? merchant.currency
      return { ...merchant, currency, timezone: timezones.get(id) ?? defaultSettings.timezone }
    },
    hasMarkets: (id) => withMarkets.has(id),
    hasTexts: (id) => withTexts.has(id),
    hasPrices: (id) => withPrices.has(id),
    change(id, { currency, timezone, hasMarkets, hasTexts, hasPrices }) {
      fresh.add(id)
      if (currency !== undefined) currencies.set(id, currency)
      if (timezone !== undefined) timezones.set(id, timezone)
      if (hasMarkets !== undefined) withMarkets[hasMarkets ? 'add' : 'delete'](id)
      if (hasTexts !== undefined) withTexts[hasTexts ? 'add' : 'delete'](id)
      if (hasPrices !== undefined) withPrices[hasPrices ? 'add' : 'delete'](id)
    },
  }
}
