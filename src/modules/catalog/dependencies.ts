import type pg from 'pg'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { IdempotencyServices } from '#src/platform/http/idempotency.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { KnownProducts } from './products/known-products.ts'

/** What `app` hands to this module. */
export interface Dependencies extends IdempotencyServices {
  pool: pg.Pool
  logger: Logger
  cursors: CursorCodec
  merchants: MerchantDirectory
  knownProducts: KnownProducts
}
