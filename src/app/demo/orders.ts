import { randomBytes } from 'node:crypto'
import { planAfterSale } from './after-sale.ts'
import { adjustStock, goodsCount, restockOf, type Wanted } from './goods.ts'
import { type Person, person } from './people.ts'
import type { PlanOptions } from './plan-options.ts'
import { createRandom, type Random } from './random.ts'
import type { Shop, Step } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Somebody who buys: a customer by number, or a guest. */
interface Buyer {
  as: string
  who: Person
  isGuest: boolean
}

/** Guests are other persons than customers. */
const firstGuest = 1_000
/** The last of the customers fill carts and order nothing. */
const browsers = 6

/** Customers, guests, their carts, orders and payments, and what comes of these. */
export function planOrders(options: PlanOptions, opens: number, ends: number): Step[] {
  const random = createRandom(53)
  const customers = planCustomers(random, options, opens, ends)
  const steps = customers.flatMap(({ steps: own }) => own)
  const buyers = customers.slice(0, -browsers)
  const times = orderTimes(random, options, opens, ends)
  for (const [n, at] of times.entries()) {
    const known = buyers.filter((customer) => customer.since < at - hour)
    const isGuest = known.length === 0 || random.chance(0.45)
    const customer = isGuest ? undefined : known[random.between(0, known.length - 1)]
    const buyer = customer?.buyer ?? { as: `guest:${n}`, who: person(firstGuest + n), isGuest: true }
    steps.push(...planOrder(random, n, at, buyer, ends))
  }
  return [...steps, ...planCarts(random, customers, opens, ends), ...lastOrders(random, times.length, ends)]
}

function planCustomers(random: Random, { days, ordersPerDay }: PlanOptions, opens: number, ends: number) {
  const count = browsers + Math.max(3, Math.round((days * ordersPerDay) / 10))
  return Array.from({ length: count }, (_, n) => {
    const buyer: Buyer = { as: `customer:${n}`, who: person(n), isGuest: false }
    // Some are there from the beginning, the others come by and by.
    const since = opens + 2 * hour + (ends - opens - 5 * hour) * (n < 3 ? 0.01 * n : random.next() * 0.95)
    const steps: Step[] = [{ at: since, what: 'registers', act: (shop) => register(shop, buyer) }]
    if (random.chance(0.75))
      steps.push({ at: since + random.between(2, 30) * minute, what: 'confirms', act: (shop) => confirm(shop, buyer) })
    return { buyer, since, steps }
  })
}

async function register(shop: Shop, { as, who }: Buyer): Promise<void> {
  const password = shop.known('password') ?? randomBytes(18).toString('base64url')
  await shop.know('password', password)
  const account = { email: who.email, password, name: who.name }
  const { access_token: token } = await shop.send(as, 'POST', '/user/register', account)
  await shop.know(`token:${as}`, token)
  await shop.send(as, 'POST', '/user/addresses', { ...who.address, is_default: true })
}

async function confirm(shop: Shop, { as, who }: Buyer): Promise<void> {
  const token = await shop.secretFor('verify-email', who.email)
  if (token !== undefined) await shop.send(as, 'POST', '/user/verify-email', { token })
}

/** More as the weeks pass, more at weekends, and most in the evening. */
function orderTimes(random: Random, { days, ordersPerDay }: PlanOptions, opens: number, ends: number): number[] {
  const midnight = Math.floor(opens / day) * day
  const times: number[] = []
  for (let n = 0; n < days; n++) {
    const start = midnight + n * day
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay())
    const trend = 0.75 + (0.5 * n) / days
    const count = Math.round(ordersPerDay * trend * (isWeekend ? 1.3 : 0.9) + random.next() * 4 - 2)
    for (let order = 0; order < count; order++) {
      const clock = random.chance(0.6) ? 17 + random.next() * 5.5 : 7 + random.next() * 10
      times.push(Math.round(start + clock * hour))
    }
  }
  return times.filter((at) => at > opens + 2 * hour && at < ends - 40 * minute).sort((a, b) => a - b)
}

function planOrder(random: Random, n: number, at: number, buyer: Buyer, ends: number): Step[] {
  const wanted = basket(random)
  const byCart = random.chance(0.4)
  const steps: Step[] = [{ at, what: 'orders', act: (shop) => place(shop, n, buyer, wanted, byCart) }]
  const pay = (after: number, method: string) =>
    steps.push({ at: at + after, what: 'pays', act: (shop) => payBy(shop, n, buyer, method) })
  const soon = random.between(1, 4) * minute + random.between(0, 59) * 1_000
  const fate = random.next()
  if (fate < 0.09) {
    // Declined and given up, or never tried.
    if (fate < 0.05) pay(soon, 'test_decline')
    const expire = (shop: Shop) => shop.sweep('expire-unpaid-orders')
    steps.push({ at: at + 30 * minute + 8_000, what: 'expires', act: expire })
    return steps
  }
  if (fate < 0.11) {
    const cancel = (shop: Shop) => shop.send(buyer.as, 'POST', `/user/orders/${shop.known(`order:${n}`)}/cancel`)
    steps.push({ at: at + 2 * soon, what: 'cancels', act: cancel })
    return steps
  }
  if (fate < 0.16) pay(soon, 'test_decline')
  // Its refunds are refused at first.
  const refusesRefunds = n % 29 === 7
  const paidAfter = fate < 0.16 ? 2 * soon + minute : soon
  if (fate > 0.985) steps.push({ at: at + 25 * minute, what: 'pays', act: (shop) => recordTransfer(shop, n) })
  else pay(paidAfter, refusesRefunds ? 'test_refund_refused' : 'test_success')
  steps.push(...planAfterSale(random, { n, wanted, paidAt: at + 26 * minute, refusesRefunds, ends }))
  return steps
}

function basket(random: Random): Wanted[] {
  const lines = new Map<number, number>()
  const count = random.chance(0.35) ? 1 : random.between(2, 5)
  for (let line = 0; line < count; line++) {
    const quantity = random.chance(0.12) ? random.between(6, 12) : random.between(1, 3)
    lines.set(random.favourite(goodsCount), quantity)
  }
  return [...lines].map(([goods, quantity]) => ({ goods, quantity }))
}

async function place(shop: Shop, n: number, buyer: Buyer, wanted: Wanted[], byCart: boolean): Promise<void> {
  if (buyer.isGuest) await becomeGuest(shop, buyer.as)
  const items = await available(shop, n, wanted)
  const { address, email } = buyer.who
  const delivery = {
    shipping_address: address,
    shipping_method_id: shop.known(`method:${methodFor(address.country, n)}`),
    ...(buyer.isGuest && { email }),
  }
  if (byCart) for (const item of items) await shop.send(buyer.as, 'POST', '/user/cart/items', item)
  const order = byCart
    ? await shop.send(buyer.as, 'POST', '/user/cart/checkout', delivery)
    : await shop.send(buyer.as, 'POST', '/user/orders', { items, ...delivery })
  await shop.know(`order:${n}`, order.id)
}

async function becomeGuest(shop: Shop, as: string): Promise<void> {
  const { access_token: token } = await shop.send(as, 'POST', '/user/guest')
  await shop.know(`token:${as}`, token)
}

function methodFor(country: string, n: number): string {
  if (country === 'GB') return n % 7 === 3 ? 'express' : 'tracked'
  return ['IE', 'NL', 'DE', 'FR', 'ES'].includes(country) ? 'europe' : 'world'
}

/**
 * What there is of it, and noted before it is ordered: a step that is performed again orders the same. The supplier
 * brings more of most goods; what they bring no more of sells out.
 */
async function available(shop: Shop, n: number, wanted: Wanted[]): Promise<{ product_id: string; quantity: number }[]> {
  const noted = shop.known(`items:${n}`)
  if (noted !== undefined) return JSON.parse(noted)
  const items: { product_id: string; quantity: number }[] = []
  for (const { goods, quantity } of wanted) {
    const id = shop.known(`goods:${goods}`) ?? ''
    const { available: left } = await shop.send('owner', 'GET', `/admin/products/${id}`)
    const more = restockOf(goods)
    if (left < quantity && more > 0) await adjustStock(shop, id, more, 'Delivered by the supplier')
    const taken = more > 0 ? quantity : Math.min(quantity, left)
    if (taken > 0) items.push({ product_id: id, quantity: taken })
  }
  if (items.length === 0) return available(shop, n, [{ goods: n % goodsCount === 4 ? 0 : 1, quantity: 1 }])
  await shop.know(`items:${n}`, JSON.stringify(items))
  return items
}

async function payBy(shop: Shop, n: number, { as }: Buyer, method: string): Promise<void> {
  await shop.send(as, 'POST', `/user/orders/${shop.known(`order:${n}`)}/payments`, { method })
}

async function recordTransfer(shop: Shop, n: number): Promise<void> {
  const payment = { method: 'manual', reference: `Bank transfer ${4_100 + n}` }
  await shop.send('owner', 'POST', `/admin/orders/${shop.known(`order:${n}`)}/payments`, payment)
}

/** Carts that are left: most for good, the last ones still in use. */
function planCarts(random: Random, customers: { buyer: Buyer; since: number }[], opens: number, ends: number): Step[] {
  const filled = (at: number, buyer: Buyer): Step[] => {
    const wanted = basket(random)
    return [
      { at, what: 'fills a cart', act: (shop) => fillCart(shop, buyer, wanted) },
      { at: at + day + 20_000, what: 'abandons', act: (shop) => shop.sweep('abandon-carts') },
    ]
  }
  const guests = Array.from({ length: Math.ceil((ends - opens) / day) }, (_, n) => {
    const buyer = { as: `cart:${n}`, who: person(2 * firstGuest + n), isGuest: true }
    return filled(opens + (n + 0.45 + random.next() / 2) * day, buyer)
  })
  const members = customers.slice(-browsers).map(({ buyer, since }, n) => {
    const at = n % 2 === 0 ? ends - (n + 1) * 50 * minute : since + random.next() * (ends - since)
    return filled(Math.max(since + hour, at), buyer)
  })
  return [...guests, ...members].flat()
}

async function fillCart(shop: Shop, { as, isGuest }: Buyer, wanted: Wanted[]): Promise<void> {
  if (isGuest) await becomeGuest(shop, as)
  for (const { goods, quantity } of wanted) {
    await shop.send(as, 'POST', '/user/cart/items', { product_id: shop.known(`goods:${goods}`), quantity })
  }
}

/** Placed in the last half hour and not paid yet. */
function lastOrders(random: Random, from: number, ends: number): Step[] {
  return [22, 11, 4].map((minutes, index) => {
    const n = from + index
    const buyer = { as: `guest:${n}`, who: person(firstGuest + n), isGuest: true }
    const wanted = basket(random)
    return { at: ends - minutes * minute, what: 'orders', act: (shop) => place(shop, n, buyer, wanted, false) }
  })
}
