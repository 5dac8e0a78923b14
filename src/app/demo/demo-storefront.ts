import type { Config } from '#src/config/config.ts'
import { findDefaultMerchant, selectPublishableKey } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { DemoStorefront } from '../announcement.ts'
import { isForPeople } from '../logging.ts'
import { findStorefront } from '../storefront.ts'

/** What a person who has started the demo shop may want to know of storefronts. */
export async function findDemoStorefront(config: Config, db: Database): Promise<DemoStorefront> {
  if (!config.DEMO_DATA || !isForPeople(config)) return {}
  const merchant = await findDefaultMerchant(db)
  return { storefront: await findStorefront(), key: merchant && (await selectPublishableKey(db, merchant.id)) }
}
