import type pg from 'pg'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { LinkConfig } from '#src/platform/mail/index.ts'
import type { CardCache } from './listing/card-cache.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  config: LinkConfig
  reads: Reads
  seal: Seal
  pool: pg.Pool
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
  cardCache: CardCache
}
