import type { MailLimits } from '#src/modules/identity/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { VatDependencies } from '#src/modules/taxes/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { LinkConfig, Mailer } from '#src/platform/mail/index.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases, VatDependencies {
  seal: Seal
  /** Of guesses of codes, too. */
  signInTurns: KeyedLimit
  paymentProviders: PaymentProviders
  merchants: MerchantDirectory
  reads: Reads
  mailer: Mailer
  logger: Logger
  config: LinkConfig &
    MailLimits & { MAIL: boolean; CART_ABANDONED_AFTER_SECONDS: number; LOGIN_LIMIT_PER_MINUTE: number }
}
