import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool.ts'

/** What `app` hands to this module. */
export interface Dependencies {
  db: Database
  merchants: MerchantDirectory
}
