import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool.ts'
import type { Merchant } from '#src/platform/http/authentication-services.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { selectMerchant } from './queries.ts'

/**
 * Cache of merchants by id, of what never changes: merchants are not deleted. The currency of a few has changed since
 * they were made. Names are read where they are used (`merchantName`).
 */
export interface MerchantDirectory {
  find(id: string): Promise<Merchant | undefined>
  /** Tells this process at once; the others read it. */
  changeCurrency(id: string, currency: string): void
}

/** @throws AppError NOT_FOUND */
export async function currencyOf(merchants: MerchantDirectory, merchantId: string): Promise<string> {
  const merchant = await merchants.find(merchantId)
  if (merchant === undefined) throw notFound('merchant')
  return merchant.currency
}

/** @param currencies of the merchants that changed it, as `followSettings` keeps them */
export function createMerchantDirectory(db: Database, currencies: Map<string, string>): MerchantDirectory {
  const known = new LRUCache<string, Merchant>({ max: 20_000 })
  return {
    async find(id) {
      const merchant = known.get(id) ?? (await selectMerchant(db, id))
      if (merchant === undefined) return undefined
      known.set(id, merchant)
      const currency = currencies.get(id)
      return currency === undefined ? merchant : { ...merchant, currency }
    },
    changeCurrency: (id, currency) => void currencies.set(id, currency),
  }
}
