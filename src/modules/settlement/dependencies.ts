import type { Registry } from 'prom-client'
import type { MailLimits } from '#src/modules/identity/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { LinkConfig, Mailer } from '#src/platform/mail/index.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  /** Of guesses of codes, too. */
  signInTurns: KeyedLimit
  config: LinkConfig &
    MailLimits & { ORDER_PAYMENT_WINDOW_SECONDS: number; MAIL: boolean; LOGIN_LIMIT_PER_MINUTE: number }
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
  mailer: Mailer
  metrics: Registry
}
