import type { Database } from '#src/platform/db/pool.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'

/** What `app` hands to this module. */
export interface Dependencies {
  db: Database
  cursors: CursorCodec
}
