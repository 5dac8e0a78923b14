import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** What `app` hands to this module. */
export interface Dependencies extends Databases {
  logger: Logger
  merchants: MerchantDirectory
}
