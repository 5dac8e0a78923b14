import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startStorefrontShop } from '#test/support/storefront.ts'

/** Limits of production: 1,200 requests and 10 new guests a minute. */
const limits = { RATE_LIMIT_PER_MINUTE: '1200', LOGIN_LIMIT_PER_MINUTE: '10' }
const visitors = 200

it('a storefront renders for 200 visitors under the limits of production, and each fills a cart', async (t) => {
  const shop = await startStorefrontShop(limits, {
    variables: { TRUST_PROXY: '127.0.0.1' },
  })
  t.after(() => shop.close())
  const { address } = shop.storefront
  const { items } = (await shop.service.request('GET', '/admin/products?q=blue', { headers: shop.shop.owner.headers }))
    .body.data
  const product = items.find(({ name }: { name: string }) => name === 'Blue mug').id

  async function visit(number: number): Promise<number[]> {
    const from = { 'x-forwarded-for': `203.0.${Math.floor(number / 250)}.${(number % 250) + 1}` }
    const pages = ['/', '/products', '/products/blue-mug', '/products/linen-shirt', '/search?q=candle', '/de']
    const statuses: number[] = []
    for (const path of pages) {
      const answer = await fetch(address + path, { headers: from })
      await answer.text()
      statuses.push(answer.status)
    }
    const added = await fetch(`${address}/cart/add`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ product, quantity: '1' }),
      headers: { ...from, origin: address },
    })
    const cookie = added.headers.getSetCookie().map((one) => one.split(';')[0])
    const cart = await fetch(`${address}/cart`, { headers: { ...from, cookie: cookie.join('; ') } })
    const text = await cart.text()
    return [...statuses, added.status, text.includes('Blue mug') ? cart.status : 0]
  }

  const seen: number[][] = []
  const next = Array.from({ length: visitors }, (_, number) => number)
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let number = next.pop(); number !== undefined; number = next.pop()) seen.push(await visit(number))
    }),
  )
  assert.equal(seen.length, visitors)
  for (const statuses of seen) assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 303, 200])
})
