import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool.ts'
import type { Merchant } from '#src/platform/http/authentication.ts'
import { selectMerchant } from './queries.ts'

/** Merchants by id. A merchant is never deleted and its currency never changes, so what was found once stays true. */
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
