import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** What `app` hands to this module. */
export interface Dependencies {
  db: Database
  logger: Logger
  merchants: MerchantDirectory
}
