import type { KnownProducts } from '#src/modules/catalog/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** What `app` hands to this module. */
export interface Dependencies {
  db: Database
  logger: Logger
  cursors: CursorCodec
  knownProducts: KnownProducts
}
