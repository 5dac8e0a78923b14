import type { Random } from './random.ts'
import type { Answer, Requests } from './requests.ts'
import type { Headers, Shop } from './shop.ts'

/** What the shop sells to buyers of baskets: nobody else orders these products or counts their stock. */
export interface Selling {
  /** Plain products, and variants of one group. */
  products: { id: string; groupId: string | null }[]
  openingStock: number
  cardProductId: string
  codes: string[]
  shippingMethodIds: string[]
  buyers: Shop['shoppers']
}

const invoices = {
  prefix: 'INV-',
  seller_name: 'Analytical Engines GmbH',
  seller_address: { line1: 'Friedrichstraße 1', city: 'Berlin', postal_code: '10117', country: 'DE' },
  vat_id: 'DE 136695976',
}

/** Taxes, shipping, promotions of every kind, gift cards as products, and papers. */
export async function openSelling(
  requests: Requests,
  { merchantId, owner }: Shop,
  random: Random,
  buyers: number,
): Promise<Selling> {
  const openingStock = 5_000
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown, headers: Headers = owner) =>
    (await requests.insist({ method, path, headers, body })).body.data as Answer['body']
  const order_limits = { max_unpaid_units_per_address: 1_000_000, max_open_orders_per_user: 1_000 }
  await send('PATCH', '/admin/merchant', { order_limits, invoices, support_email: 'shop@example.com' })
  const rate = { region: null, name: 'VAT' }
  const rates = ['DE', 'GB'].flatMap((country) => [
    { ...rate, country, tax_class: 'standard', rate: 19 },
    { ...rate, country, tax_class: 'reduced', rate: 7 },
    { ...rate, country, tax_class: 'shipping', rate: 19 },
  ])
  await send('PUT', '/admin/tax-rates', { rates })
  const methods = [
    { name: 'Standard', price: 3.95, free_from: 120 },
    { name: 'Express', price: 11.5 },
  ]
  const shippingMethodIds: string[] = []
  for (const method of methods) shippingMethodIds.push((await send('POST', '/admin/shipping-methods', method)).id)

  const price = () => random.between(1, 4_999) / 100
  const stocked = { on_hand: openingStock, status: 'active' }
  const products: Selling['products'] = []
  for (let number = 0; number < 5; number++) {
    const tax_class = number % 2 === 0 ? 'standard' : 'reduced'
    const made = { sku: `BASKET-${number}`, name: `Basket ${number}`, price: price(), tax_class, ...stocked }
    products.push({ id: (await send('POST', '/admin/products', made)).id, groupId: null })
  }
  const sizes = ['S', 'M', 'L'].map((size) => ({ sku: `SHIRT-${size}`, options: { size }, price: price(), ...stocked }))
  const group = { name: 'Shirt', varies_by: ['size'], status: 'active', variants: sizes }
  const { id: groupId, variants } = await send('POST', '/admin/product-groups', group)
  for (const { id } of variants) products.push({ id, groupId })
  const card = { sku: 'CARD', name: 'Gift card', price: 25, gift_card: true, ...stocked }
  const { id: cardProductId } = await send('POST', '/admin/products', card)

  const of = { all: true }
  const offers = [
    { name: 'A tenth off', kind: 'percentage', percent: 10, code: 'TENTH', combines: true },
    { name: 'Seven off', kind: 'amount', amount: 7, code: 'SEVEN', minimum: { subtotal: 20 } },
    { name: 'Three for two', kind: 'buy_x_get_y', buy: { quantity: 2, of }, get: { quantity: 1, of }, combines: true },
    { name: 'Free shipping', kind: 'free_shipping', code: 'FREIGHT', combines: true },
    { name: 'The first fifty', kind: 'percentage', percent: 33.33, code: 'FIFTY', usage_limit: 50 },
  ]
  for (const offer of offers) await send('POST', '/admin/promotions', offer)

  const selling: Selling = {
    products,
    openingStock,
    cardProductId,
    shippingMethodIds,
    buyers: [],
    codes: offers.flatMap(({ code }) => code ?? []),
  }
  for (let number = 0; number < buyers; number++) {
    const name = `buyer-${number}`
    const headers = { 'device-id': name, 'merchant-id': merchantId }
    const account = { email: `${name}@example.com`, password: 'a good password', name: `Buyer ${number}` }
    const { access_token, user } = await send('POST', '/user/register', account, headers)
    selling.buyers.push({ name, userId: user.id, headers: { ...headers, 'access-token': access_token } })
  }
  return selling
}
