import type { MailLimits } from '#src/modules/identity/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { PaperRenderer } from './render/renderer.ts'
import type { InvoiceSenders } from './sending/sender.ts'

/** What `app` hands to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  logger: Logger
  merchants: MerchantDirectory
  paperRenderer: PaperRenderer
  blobs: BlobStore
  config: MailLimits
  invoiceSenders: InvoiceSenders
}
