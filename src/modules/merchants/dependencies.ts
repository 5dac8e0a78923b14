import type { Revocations } from '#src/modules/identity/index.ts'
import type { IdempotencyServices } from '#src/platform/http/idempotency.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { MerchantDirectory } from './directory.ts'

/** What `app` hands to this module. */
export interface Dependencies extends IdempotencyServices {
  cursors: CursorCodec
  merchants: MerchantDirectory
  revocations: Revocations
}
