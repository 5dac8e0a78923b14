import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { PayServices } from '#src/modules/settlement/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases, Omit<PayServices, keyof Databases> {
  merchants: MerchantDirectory
}
