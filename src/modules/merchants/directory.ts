import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool.ts'
import type { Merchant } from '#src/platform/http/authentication-services.ts'
import { selectMerchant } from './queries.ts'

/**
 * Cache of merchants by id, of what never changes: merchants are not deleted and keep their currency. Names are read
 * where they are used (`merchantName`).
 */
export interface MerchantDirectory {
  find(id: string): Promise<Merchant | undefined>
}

export function createMerchantDirectory(db: Database): MerchantDirectory {
  const known = new LRUCache<string, Merchant>({ max: 20_000 })
  return {
    async find(id) {
      const cached = known.get(id)
      if (cached) return cached
      const merchant = await selectMerchant(db, id)
      if (merchant) known.set(id, merchant)
      return merchant
    },
  }
}
