import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { Renderer } from './renderer.ts'

/** What making a picture takes. */
export interface PictureServices {
  config: { DATA_DIR: string }
  blobs: BlobStore
  renderer: Renderer
}

/** What pictures are fetched with. */
export interface FetchSettings {
  production: boolean
  WEBHOOK_SOURCE_ADDRESSES: readonly string[]
  WEBHOOK_PROXY_URL: string | undefined
}

/** What `app` hands to this module. */
export interface MediaDependencies extends Databases, PictureServices {
  config: PictureServices['config'] & FetchSettings
  seal: Seal
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  reads: Reads
}
