import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { learnLanguageWords, writeLanguages } from '#src/modules/catalog/index.ts'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** Writes the texts of a shop in the languages of its markets, as its job does, and counts their words. */
export async function writeTexts(service: TestApp, { id: merchantId }: Pick<TestMerchant, 'id'>): Promise<void> {
  for (let left = true; left; ) {
    await writeLanguages.run(service.deps, { merchantId })
    const { rows } = await sql`
      select from listing_languages where merchant_id = ${merchantId} and not ready`.execute(service.deps.db)
    left = rows.length > 0
    // Another test's transaction may be open that knows nothing of the language.
    if (left) await sleep(20)
  }
  await learnLanguageWords(service.deps)
}
