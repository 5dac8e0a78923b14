import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { VatDependencies } from '#src/modules/taxes/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases, VatDependencies {
  seal: Seal
  /** Of guesses of codes, too. */
  signInTurns: KeyedLimit
  paymentProviders: PaymentProviders
  config: { CART_ABANDONED_AFTER_SECONDS: number; LOGIN_LIMIT_PER_MINUTE: number }
}
