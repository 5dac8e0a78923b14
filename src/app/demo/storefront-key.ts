import type { Config } from '#src/config.ts'
import { findDefaultMerchant, selectPublishableKey } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { isForPeople } from '../logging.ts'

/** A publishable key of the demo shop, which is no secret. */
export async function demoStorefrontKey(config: Config, db: Database): Promise<string | undefined> {
  if (!config.DEMO_DATA || !isForPeople(config)) return undefined
  const merchant = await findDefaultMerchant(db)
  return merchant && selectPublishableKey(db, merchant.id)
}
