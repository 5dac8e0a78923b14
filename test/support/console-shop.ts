import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { makeMerchant, makeUser, type TestMerchant } from './factories.ts'
import { moveOrder, shopping } from './orders.ts'

const goods = [
  ['22423', 'Regency cakestand, 3 tier', 12.75, 'Kitchen', 140],
  ['85123A', 'White hanging heart T-light holder', 2.55, 'Decoration', 320],
  ['47566', 'Party bunting', 4.95, 'Party', 96],
  ['84879', 'Assorted colour bird ornament', 1.69, 'Decoration', 210],
  ['20725', 'Lunch bag, red retrospot', 1.65, 'Bags', 4],
  ['22720', 'Set of 3 cake tins, pantry design', 4.95, 'Kitchen', 64],
  ['21212', 'Pack of 72 retrospot cake cases', 0.55, 'Kitchen', 900],
  ['22197', 'Small popcorn holder', 0.85, 'Party', 3],
  ['23298', 'Spotty bunting', 4.95, 'Party', 48],
  ['22960', 'Jam making set with jars', 4.25, 'Kitchen', 37],
  ['22114', 'Hot water bottle, tea and sympathy', 4.25, 'Home', 0],
  ['23203', 'Jumbo bag, vintage doily', 2.08, 'Bags', 118],
] as const

const people = [
  ['Ada Lovelace', 'ada.lovelace@example.com', '12 St James’s Square', 'London', 'SW1Y 4JH', 'GB'],
  ['Grace Hopper', 'grace.hopper@example.com', '4 Broad Street', 'Oxford', 'OX1 3AS', 'GB'],
  ['Edsger Dijkstra', 'edsger.dijkstra@example.org', 'Singel 411', 'Amsterdam', '1012 WN', 'NL'],
  ['Barbara Liskov', 'barbara.liskov@example.com', '27 Queen Square', 'Bristol', 'BS1 4ND', 'GB'],
  ['Donald Knuth', 'donald.knuth@example.org', '8 Princes Street', 'Edinburgh', 'EH2 2AN', 'GB'],
  ['Katherine Johnson', 'katherine.johnson@example.com', '31 Park Place', 'Cardiff', 'CF10 3BB', 'GB'],
] as const

/** Deterministic choice: the index among `count` for the n-th item. */
const pick = (n: number, count: number) => (n * 7 + ((n * n) % 5)) % count

/** A shop with products, customers, and orders in every status, made through the API. */
export async function makeConsoleShop(service: TestApp, orders = 24): Promise<TestMerchant & { orderIds: string[] }> {
  const merchant = await makeMerchant(service)
  const { headers } = merchant.owner
  await service.request('PATCH', '/admin/merchant', { headers, body: { name: 'Hollybank & Co' } })
  const productIds: string[] = []
  for (const [sku, name, price, category, stock] of goods) {
    const body = { sku, name, price, category, status: 'active', on_hand: stock }
    const { status, body: answer } = await service.request('POST', '/admin/products', { headers, body })
    assert.equal(status, 201, JSON.stringify(answer))
    productIds.push(answer.data.id)
  }
  const shoppers = await Promise.all(
    people.map(async ([name, email, line1, city, postal_code, country]) => {
      const user = await makeUser(service, {
        merchantId: merchant.id,
        name,
        email: `${merchant.id.slice(-6)}.${email}`,
      })
      const more = { email, shipping_address: { name, line1, city, postal_code, country } }
      return { more, ...shopping(service, { ...user.headers, 'merchant-id': merchant.id }) }
    }),
  )
  const orderIds: string[] = []
  for (let n = 0; n < orders; n++) {
    const shopper = shoppers[pick(n, people.length)] ?? assert.fail()
    const inStock = productIds.filter((_, index) => (goods[index]?.[4] ?? 0) > 30)
    const lines = Array.from({ length: 1 + (n % 3) }, (_, line) => ({
      product_id: inStock[pick(n + line * 3, inStock.length)],
      quantity: 1 + ((n + line) % 2),
    }))
    const placed = await shopper.order(lines, shopper.more)
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { id } = placed.body.data
    orderIds.push(id)
    if (n % 6 === 5) await shopper.cancel(id)
    else if (n % 6 === 4) await shopper.pay(id, 'test_decline')
    else if (n % 6 > 0) await shopper.pay(id)
    if (n % 6 === 2) await moveOrder(service, merchant, id, 'processing')
    if (n % 6 === 3) {
      await moveOrder(service, merchant, id, 'processing')
      await moveOrder(service, merchant, id, 'completed')
    }
  }
  return { ...merchant, orderIds }
}

const methods = [
  { name: 'Royal Mail Tracked 48', price: 3.99, free_from: 50, countries: ['GB'], max_weight_grams: 2_000 },
  { name: 'Courier, next day', price: 8.5, countries: ['GB'], max_weight_grams: 25_000, position: 1 },
  { name: 'Europe, tracked', price: 12, free_from: 150, countries: ['AT', 'BE', 'DE', 'FR', 'IE', 'NL'], position: 2 },
  { name: 'Anywhere else', price: 24, position: 3, active: false },
]

const carriers = [
  {
    name: 'Royal Mail',
    tracking_pattern: 'https://www.royalmail.com/track-your-item#/tracking-results/{tracking_number}',
  },
  { name: 'Evri', tracking_pattern: 'https://www.evri.com/track/{tracking_number}' },
]

const rates = [
  ['GB', null, 'standard', 'VAT', 20],
  ['GB', null, 'reduced', 'VAT', 5],
  ['GB', null, 'shipping', 'VAT', 20],
  ['DE', null, 'standard', 'MwSt.', 19],
  ['DE', null, 'reduced', 'MwSt.', 7],
  ['US', 'California', 'standard', 'Sales tax', 7.25],
  ['US', 'New York', 'standard', 'Sales tax', 4],
].map(([country, region, tax_class, name, rate]) => ({ country, region, tax_class, name, rate }))

/** Settings of a shop, made after its orders: shipping methods, tax rates, API keys, a role, and an invitation. */
export async function makeSettings(service: TestApp, { owner }: TestMerchant): Promise<void> {
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => {
    const { status, body: answer } = await service.request(method, path, { headers: owner.headers, body })
    assert.ok(status < 300, JSON.stringify(answer))
  }
  for (const method of methods) await send('POST', '/admin/shipping-methods', method)
  await send('PATCH', '/admin/merchant', { carriers })
  await send('PUT', '/admin/tax-rates', { rates })
  await send('POST', '/admin/api-keys', { name: 'Warehouse', permissions: ['orders.read', 'inventory.write'] })
  await send('POST', '/admin/api-keys', {
    name: 'Accounting',
    permissions: ['orders.read', 'exports.read', 'audit.read'],
    expires_at: '2099-12-31T23:59:59Z',
  })
  await send('POST', '/admin/api-keys', { kind: 'publishable', name: 'Website' })
  await send('POST', '/admin/roles', {
    name: 'Night shift',
    permissions: ['orders.read', 'orders.fulfil', 'inventory.read', 'settings.read'],
  })
  await send('POST', '/admin/staff', { email: 'grace@example.com', role: 'viewer' })
}

/** Collections of a shop of `makeConsoleShop`, by rules and by hand. Answers the ids of one of each. */
export async function makeCollections(
  service: TestApp,
  { owner: { headers } }: TestMerchant,
): Promise<{ ruled: string; picked: string }> {
  const create = async (body: object): Promise<string> => {
    const { status, body: answer } = await service.request('POST', '/admin/collections', { headers, body })
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.data.id
  }
  const rule = (field: string, operator: string, value: unknown) => ({ field, operator, value })
  const [below, inStock] = [rule('price', 'below', 5), rule('in_stock', 'is', true)]
  const lights = rule('category', 'contains', 'light')
  await create({ name: 'On sale', rules: { match: 'all', conditions: [rule('compare_at_price', 'set', true)] } })
  await create({ name: 'Christmas', status: 'draft', rules: { match: 'any', conditions: [lights] } })
  const ruled = await create({
    name: 'Presents below £5',
    description: 'Small things that make somebody smile.',
    sort: 'price_asc',
    rules: { match: 'all', conditions: [below, inStock] },
  })
  const picked = await create({ name: 'On the front page' })
  const { body } = await service.request('GET', '/admin/products?limit=6&sort=name', { headers })
  const ids = body.data.items.map(({ id }: { id: string }) => id)
  await service.request('PUT', `/admin/collections/${picked}/products`, { headers, body: { ids } })
  return { ruled, picked }
}
