import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaperRenderer } from '#src/modules/papers/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { VatRegister } from '#src/modules/taxes/index.ts'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { LinkConfig } from '#src/platform/mail/index.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  /** Of guesses of codes. */
  signInTurns: KeyedLimit
  config: { LOGIN_LIMIT_PER_MINUTE: number } & LinkConfig
  logger: Logger
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
  paperRenderer: PaperRenderer
  blobs: BlobStore
  vatRegister: VatRegister | undefined
}
