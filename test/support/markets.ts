import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import { writeCards } from './prices.ts'

/** A market of one country in another currency, with a price list that has what is sold there, in major units. */
export async function makeMarketIn(
  service: TestApp,
  at: TestMerchant,
  {
    country,
    currency,
    decimals,
    prices,
  }: {
    country: string
    currency: string
    decimals: number
    prices: Record<string, number>
  },
): Promise<string> {
  const create = async (path: string, body: unknown) => {
    const answer = await service.request('POST', `/admin/${path}`, { headers: at.owner.headers, body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id as string
  }
  const market = await create('markets', { name: country, countries: [country], locales: ['en'] })
  await sql`update markets set currency = ${currency} where id = ${market}`.execute(service.deps.db)
  const amounts = Object.entries(prices).map(([product_id, amount]) => ({ product_id, amount }))
  const list = await create('price-lists', {
    name: currency,
    prices: amounts.map(({ product_id }) => ({ product_id, amount: 1 })),
  })
  await sql`update price_lists set currency = ${currency} where id = ${list}`.execute(service.deps.db)
  for (const { product_id, amount } of amounts) {
    await sql`
      update price_list_prices set amount_minor = ${Math.round(amount * 10 ** decimals)}
       where list_id = ${list} and product_id = ${product_id}`.execute(service.deps.db)
  }
  await writeCards(service, at)
  return market
}
