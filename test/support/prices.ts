import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { writePrices } from '#src/modules/catalog/index.ts'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** Writes the cards of a shop with the prices of its markets and lists, as its job does. */
export async function writeCards(service: TestApp, { id: merchantId }: Pick<TestMerchant, 'id'>): Promise<void> {
  for (let left = true; left; ) {
    await writePrices.run(service.deps, { merchantId })
    const { rows } = await sql`
      select from price_contexts where merchant_id = ${merchantId} and used and not ready
       union all
      select from price_changes where merchant_id = ${merchantId}`.execute(service.deps.db)
    left = rows.length > 0
    // Another test's transaction may be open that knows nothing of the context.
    if (left) await sleep(20)
  }
}
