import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import { writeCards } from './prices.ts'

interface MarketIn {
  country: string
  currency: string
  /** By the ids of products, in major units. */
  prices: Record<string, number>
}

/** A market of one country in another currency, and what products cost there. */
export async function makeMarketIn(service: TestApp, at: TestMerchant, { country, currency, prices }: MarketIn) {
  const send = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
    const answer = await service.request(method, `/admin/${path}`, { headers: at.owner.headers, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const market = await send('POST', 'markets', { name: country, countries: [country], currency, locales: ['en'] })
  for (const [id, amount] of Object.entries(prices)) {
    const { headers } = at.owner
    const { prices: before = [] } = (await service.request('GET', `/admin/products/${id}`, { headers })).body.data
    await send('PATCH', `products/${id}`, { prices: [...before, { currency, amount }] })
  }
  await writeCards(service, at)
  return market.id as string
}
