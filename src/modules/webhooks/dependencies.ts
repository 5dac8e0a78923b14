import type { Registry } from 'prom-client'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Pooling } from '#src/platform/db/pool/pooling.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { EventOfModule } from '#src/platform/module.ts'
import type { EventName } from '#src/platform/outbox/index.ts'

/** What `app` passes to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  config: {
    production: boolean
    MAIL: boolean
    WEBHOOK_RETRY_DELAYS: readonly number[]
    WEBHOOK_TIMEOUT_SECONDS: number
    WEBHOOK_MAX_WAIT_SECONDS: number
    WEBHOOK_SOURCE_ADDRESSES: readonly string[]
    WEBHOOK_PROXY_URL?: string | undefined
  }
  databaseUrl: string
  directUrl: string
  pooling: Pooling
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  merchants: MerchantDirectory
  metrics: Registry
  /** Those of all modules. */
  events: readonly (Pick<EventOfModule, 'sample'> & { name: EventName })[]
}
