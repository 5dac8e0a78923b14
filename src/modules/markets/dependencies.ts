import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  cursors: CursorCodec
  totals: RememberedTotals
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
}
