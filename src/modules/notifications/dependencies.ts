import type { Databases } from '#src/platform/db/databases.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { LinkConfig } from '#src/platform/mail/index.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  db: Database
  config: LinkConfig & { MAIL: boolean }
}
