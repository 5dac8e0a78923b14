import type { CardCache } from '#src/modules/catalog/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  reads: Reads
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  cardCache: CardCache
  merchants: MerchantDirectory
}
