import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'

/** What `app` hands to this module. */
export interface Dependencies extends Databases {
  reads: Reads
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
}
