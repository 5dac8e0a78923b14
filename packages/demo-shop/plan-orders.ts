import { type BasketLine, goodsCount, type ReservedLine, reserveAvailable } from './catalog.ts'
import { person } from './people.ts'
import { planAfterSale } from './plan-after-sale.ts'
import { createRandom, type Random } from './random.ts'
import { endUnpaid, pay, placeOrder, recordTransfer } from './sales.ts'
import { needed, type Sale, type Shop, type Step } from './shop.ts'
import { abandonCart, type Buyer, becomeCustomer, becomeMember, confirm, fillCart, leaveCart } from './shoppers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Guests and customers are different people. */
const firstGuest = 1_000
/** The last customers fill carts and order nothing. */
const browsers = 6

export interface Span {
  days: number
  ordersPerDay: number
  opens: number
  ends: number
}

/** Plans customers, guests, carts, orders, payments and their consequences. */
export function planOrders(span: Span): Step[] {
  const random = createRandom(53)
  const customers = planCustomers(random, span)
  const steps = customers.flatMap(({ steps: own }) => own)
  const buyers = customers.slice(0, -browsers)
  const times = orderTimes(random, span)
  for (const [n, at] of times.entries()) {
    const registered = buyers.filter((customer) => customer.since < at - hour)
    const isGuest = registered.length === 0 || random.chance(0.45)
    const customer = isGuest ? undefined : registered[random.between(0, registered.length - 1)]
    steps.push(...planOrder(random, n, at, customer?.buyer ?? guest(firstGuest + n), span.ends))
  }
  return [...steps, ...planCarts(random, customers, span), ...planLastOrders(random, times.length, span.ends)]
}

function guest(n: number): Buyer {
  return { who: person(n), isGuest: true }
}

function planCustomers(random: Random, { days, ordersPerDay, opens, ends }: Span) {
  const count = browsers + Math.max(3, Math.round((days * ordersPerDay) / 10))
  return Array.from({ length: count }, (_, n) => {
    const buyer: Buyer = { who: person(n), isGuest: false }
    // Some exist from the beginning, the others arrive over time.
    const since = opens + 2 * hour + (ends - opens - 5 * hour) * (n < 3 ? 0.01 * n : random.next() * 0.95)
    const confirmedAfter = random.chance(0.75) ? random.between(2, 30) * minute : undefined
    const steps: Step[] = [{ at: since, act: (shop) => becomeMember(shop, buyer) }]
    if (confirmedAfter !== undefined)
      steps.push({ at: since + confirmedAfter, act: (shop) => confirm(shop, needed(buyer.account)) })
    return { buyer, since, steps }
  })
}

/** More as the weeks pass, more at weekends, and most in the evening. */
function orderTimes(random: Random, { days, ordersPerDay, opens, ends }: Span): number[] {
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
  const basketLines = basket(random)
  const byCart = random.chance(0.4)
  const steps: Step[] = [{ at, act: (shop) => buy(shop, n, buyer, basketLines, byCart) }]
  const then = (after: number, act: (shop: Shop, sale: Sale) => void) =>
    steps.push({ at: at + after, act: (shop) => act(shop, needed(shop.sales.get(n))) })
  const payBy = (after: number, method: string) => then(after, (shop, sale) => pay(shop, sale, method))
  const soon = random.between(1, 4) * minute + random.between(0, 59) * 1_000
  const fate = random.next()
  if (fate < 0.09) {
    // Declined and given up, or never tried.
    if (fate < 0.05) payBy(soon, 'test_decline')
    then(30 * minute + 8_000, (shop, sale) => endUnpaid(shop, sale, 'clock'))
    return steps
  }
  if (fate < 0.11) {
    then(2 * soon, (shop, sale) => endUnpaid(shop, sale, 'customer'))
    return steps
  }
  if (fate < 0.16) payBy(soon, 'test_decline')
  const isTransfer = fate > 0.985
  // Its refunds are refused at first.
  const refusesRefunds = n % 29 === 7 && !isTransfer
  const paidAfter = fate < 0.16 ? 2 * soon + minute : soon
  if (isTransfer) then(25 * minute, (shop, sale) => recordTransfer(shop, sale, `Bank transfer ${4_100 + n}`))
  else payBy(paidAfter, refusesRefunds ? 'test_refund_refused' : 'test_success')
  return [
    ...steps,
    ...planAfterSale(random, { n, paidAt: at + 26 * minute, lines: basketLines.length, refusesRefunds, ends }),
  ]
}

function basket(random: Random): BasketLine[] {
  const lines = new Map<number, number>()
  const count = random.chance(0.35) ? 1 : random.between(2, 5)
  for (let line = 0; line < count; line++) {
    const quantity = random.chance(0.12) ? random.between(6, 12) : random.between(1, 3)
    lines.set(random.favourite(goodsCount), quantity)
  }
  return [...lines].map(([goods, quantity]) => ({ goods, quantity }))
}

function buy(shop: Shop, n: number, buyer: Buyer, basketLines: readonly BasketLine[], byCart: boolean): void {
  const reserved = reserveAvailable(shop, basketLines)
  if (byCart) fillCart(shop, buyer, reserved)
  placeOrder(shop, n, buyer, methodFor(buyer.who.address.country, n), reserved)
  if (buyer.isGuest) becomeCustomer(shop, buyer)
}

export function methodFor(country: string, n: number): string {
  if (country === 'GB') return n % 7 === 3 ? 'express' : 'tracked'
  return ['IE', 'NL', 'DE', 'FR', 'ES'].includes(country) ? 'europe' : 'world'
}

/** Carts without an order: most are abandoned, the last ones still in use. */
function planCarts(random: Random, customers: { buyer: Buyer; since: number }[], { opens, ends }: Span): Step[] {
  const left = (at: number, buyer: Buyer): Step[] => {
    const basketLines = basket(random)
    return [
      { at, act: (shop) => leaveCart(shop, buyer, linesOf(shop, basketLines)) },
      { at: at + day + 20_000, act: (shop) => abandonCart(shop, buyer) },
    ]
  }
  const guests = Array.from({ length: Math.ceil((ends - opens) / day) }, (_, n) =>
    left(opens + (n + 0.45 + random.next() / 2) * day, guest(2 * firstGuest + n)),
  )
  const members = customers.slice(-browsers).map(({ buyer, since }, n) => {
    const at = n % 2 === 0 ? ends - (n + 1) * 50 * minute : since + random.next() * (ends - since)
    return left(Math.max(since + hour, at), buyer)
  })
  return [...guests, ...members].flat()
}

/** A cart may hold more units than are in stock. */
function linesOf(shop: Shop, basketLines: readonly BasketLine[]): ReservedLine[] {
  return basketLines.map(({ goods, quantity }) => ({ product: needed(shop.goods[goods]), quantity }))
}

/** Placed in the last half hour and not paid yet. */
function planLastOrders(random: Random, from: number, ends: number): Step[] {
  return [22, 11, 4].map((minutes, index) => {
    const buyer = guest(firstGuest + from + index)
    const basketLines = basket(random)
    return { at: ends - minutes * minute, act: (shop) => buy(shop, from + index, buyer, basketLines, false) }
  })
}
