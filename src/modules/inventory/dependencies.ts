import type { IdempotencyServices } from '#src/platform/http/idempotency.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'

/** What `app` hands to this module. */
export interface Dependencies extends IdempotencyServices {
  cursors: CursorCodec
}
