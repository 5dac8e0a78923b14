import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  reads: Reads
  logger: Logger
  merchants: MerchantDirectory
}
