import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { ShownOrder } from './records.ts'
import type { Answer, Call } from './requests.ts'
import type { Selling } from './selling.ts'
import type { Clients } from './shop.ts'
import { sawRefusal } from './shopper.ts'

type Act = (call: Omit<Call, 'headers'>) => Promise<Answer>

/** What one order is bought with and what becomes of it; staff is another client at the same time. */
export interface Purchase {
  clients: Clients
  selling: Selling
  /** Codes of gift cards that anybody may spend: those of staff, and bought ones as soon as their mail is written. */
  cards: string[]
  buyer: Selling['buyers'][number]
  act: Act
  staff: Act
  random: Random
  newKey(): string
  /** The idempotency key of the order. */
  key: string
  order: Omit<ShownOrder, 'items'> & { amount_due: number; items: (ShownOrder['items'][number] & Line)[] }
}

interface Line {
  line: number
  quantity_fulfilled: number
  quantity_refunded: number
}

/** What may be right where others change the same order, and baskets that shops refuse. */
const refusals = [
  ...['INVALID_TRANSITION', 'CONFLICT', 'INSUFFICIENT_STOCK', 'ORDER_LIMIT', 'PRICE_CHANGED', 'DISCOUNT_UNAVAILABLE'],
  ...['PAYMENT_METHOD_UNAVAILABLE'],
  ...['SHIPPING_UNAVAILABLE', 'REFUND_TOO_LARGE', 'GIFT_CARD_UNAVAILABLE', 'REMAINDER_TOO_SMALL', 'CURRENCY_MISMATCH'],
]
/** Of what names lines: those of an edit that nobody paid in time are gone. */
const refusalsOfLines = [...refusals, 'VALIDATION_ERROR']
const addresses = [
  { name: 'Ada Lovelace', line1: 'Allee 2', city: 'Berlin', postal_code: '10115', country: 'DE' },
  { name: 'Charles Babbage', line1: '1 Dorset Street', city: 'London', postal_code: 'W1U 4EE', country: 'GB' },
]

/** Buys random baskets, and pays, edits, sends, withdraws, returns and refunds them, until the run is over. */
export async function buy(
  clients: Clients,
  selling: Selling,
  buyer: Selling['buyers'][number],
  cards: string[],
  random: Random,
): Promise<void> {
  const { requests, isOver, pauseMs, shop } = clients
  const act: Act = (call) => requests.insist({ refusals, ...call, headers: buyer.headers })
  const staff: Act = (call) => requests.insist({ refusals, ...call, headers: shop.owner })
  let keys = 0
  const newKey = () => `${buyer.name}-${++keys}`
  while (!isOver()) {
    await sleep(random.next() * 2 * pauseMs)
    await giveValue(staff, buyer.userId, cards, random, newKey)
    const key = newKey()
    const order = await placeBasket(clients, selling, act, random, key)
    if (order === undefined) continue
    const purchase = { clients, selling, cards, buyer, act, staff, random, newKey, key, order }
    if (random.chance(0.2)) await edit(purchase)
    await pay(purchase)
    for (let steps = random.between(0, 5); steps > 0; steps--) {
      purchase.order = (await act({ method: 'GET', path: `/user/orders/${order.id}` })).body.data
      await random.pick([edit, send, send, withdraw, giveBack, refund, invoice])(purchase)
      if (random.chance(0.4)) await pay(purchase)
    }
  }
}

/** Now and then staff makes a gift card or adds to somebody's store credit. */
async function giveValue(staff: Act, userId: string, cards: string[], random: Random, newKey: () => string) {
  if (random.chance(0.15)) {
    const body = { amount: random.between(1, 6_000) / 100, origin: random.pick(['granted', 'sold']) }
    const made = await staff({ method: 'POST', path: '/admin/gift-cards', body, key: newKey() })
    cards.push(made.body.data.code)
  }
  if (random.chance(0.15)) {
    const body = { amount: random.between(1, 4_000) / 100, reason: 'Goodwill' }
    await staff({ method: 'POST', path: `/admin/users/${userId}/store-credit`, body, key: newKey() })
  }
}

async function placeBasket(
  { records, journal }: Clients,
  { products, cardProductId, codes, shippingMethodIds }: Selling,
  act: Act,
  random: Random,
  key: string,
): Promise<Purchase['order'] | undefined> {
  const chosen = random.shuffle(products).slice(0, random.between(1, 4))
  const items = chosen.map(({ id }) => ({ product_id: id, quantity: random.between(1, 4) }))
  if (random.chance(0.25)) items.push({ product_id: cardProductId, quantity: random.between(1, 2) })
  const body = {
    items,
    shipping_address: random.pick(addresses),
    shipping_method_id: random.pick(shippingMethodIds),
    ...(random.chance(0.6) && { discount_codes: random.shuffle(codes).slice(0, random.between(1, 2)) }),
  }
  const quote = await act({ method: 'POST', path: '/user/orders/quote', body })
  const placed = await act({ method: 'POST', path: '/user/orders', body, key })
  if (placed.code !== undefined) return undefined
  const order = placed.body.data as Purchase['order']
  // Between the two the last use of a promotion may be taken.
  if (quote.body.data?.total !== order.total) journal.count('orders dearer than their quote')
  journal.count('baskets ordered')
  records.ordersByKey.set(key, order)
  records.sawOrder(order)
  return order
}

/** Keeps what an answer shows of the order; one that was refused is read anew. */
async function sees(purchase: Purchase, what: string, answer: Answer, order = answer.body.data?.order): Promise<void> {
  const { clients, act } = purchase
  if (answer.code !== undefined) {
    clients.journal.count(`${what}: ${answer.code}`)
    sawRefusal(clients, purchase.order.id, answer)
    purchase.order = (await act({ method: 'GET', path: `/user/orders/${purchase.order.id}` })).body.data
  } else {
    clients.journal.count(what)
    purchase.order = order
  }
  clients.records.ordersByKey.set(purchase.key, purchase.order)
  clients.records.sawOrder(purchase.order)
}

/** Pays what is due, by one way or several. */
async function pay(purchase: Purchase): Promise<void> {
  const { act, staff, random, cards } = purchase
  const luck = random.next()
  const byOwner = `/user/orders/${purchase.order.id}/payments`
  const byStaff = `/admin/orders/${purchase.order.id}/payments`
  const bank = () => payBy(purchase, act, byOwner, { method: 'test_success' })
  if (luck < 0.15) await payBy(purchase, act, byOwner, { method: 'store_credit' })
  else if (luck < 0.35 && cards.length > 0)
    await payBy(purchase, act, byOwner, { method: 'gift_card', code: random.pick(cards) })
  if (purchase.order.amount_due <= 0) return
  if (luck > 0.95) return
  if (luck > 0.85) await payBy(purchase, act, byOwner, { method: 'test_decline' })
  if (luck > 0.7) {
    const part = Math.round(purchase.order.amount_due * 50) / 100
    const amount = random.chance(0.4) && part > 0 ? { amount: part } : {}
    await payBy(purchase, staff, byStaff, { method: 'manual', ...amount })
  } else if (luck > 0.6) await payBy(purchase, act, byOwner, { method: 'test_refund_refused' })
  else if (luck > 0.55) await payBy(purchase, act, byOwner, { method: 'test_slow' })
  else if (luck > 0.5) await Promise.all([bank(), bank()])
  if (purchase.order.amount_due > 0) await bank()
}

async function payBy(purchase: Purchase, act: Act, path: string, body: { method: string; [field: string]: unknown }) {
  const key = purchase.newKey()
  const answer = await act({ method: 'POST', path, body, key })
  const { payment } = answer.body.data ?? {}
  if (payment !== undefined) purchase.clients.records.paymentsByKey.set(key, payment)
  await sees(purchase, `baskets paid by ${body.method}`, answer)
}

/** Units of some lines of which `left` are there. */
function someUnits({ order, random }: Purchase, left: (line: Line & { quantity: number }) => number) {
  return order.items
    .map((item) => ({ line: item.line, quantity: random.between(0, Math.max(0, left(item))) }))
    .filter(({ quantity }) => quantity > 0)
}

async function edit(purchase: Purchase): Promise<void> {
  const { order, random, staff, selling, newKey } = purchase
  const { line, quantity } = random.pick(order.items)
  const added = { product_id: random.pick(selling.products).id, quantity: random.between(1, 2) }
  const body = random.pick<object>([
    { add: [added] },
    { set: [{ line, quantity: random.between(1, quantity + 2) }] },
    ...(order.items.length > 1 ? [{ remove: [line] }] : []),
    { reprice: [{ line, price: random.between(0, 3_000) / 100 }] },
    { set: [{ line, quantity: quantity + 1 }], recalculate_discounts: random.chance(0.5) },
  ])
  const path = `/admin/orders/${order.id}/edits`
  const previewed = await staff({ method: 'POST', path, body: { ...body, preview: true }, refusals: refusalsOfLines })
  const answer = await staff({ method: 'POST', path, body, key: newKey(), refusals: refusalsOfLines })
  const differences = [previewed, answer].map(({ body: { data } }) => data?.difference)
  if (answer.code === undefined && differences[0] !== differences[1])
    purchase.clients.journal.count('edits that cost other than their preview')
  await sees(purchase, 'baskets edited', answer)
}

async function send(purchase: Purchase): Promise<void> {
  const { order, random, staff, newKey } = purchase
  const items = someUnits(purchase, (line) => line.quantity - line.quantity_fulfilled - line.quantity_refunded)
  const body = random.chance(0.4) || items.length === 0 ? {} : { items }
  const path = `/admin/orders/${order.id}/fulfillments`
  const answer = await staff({ method: 'POST', path, body, key: newKey(), refusals: refusalsOfLines })
  await sees(purchase, 'baskets sent', answer, answer.body.data)
}

async function withdraw(purchase: Purchase): Promise<void> {
  const { order, random, act, newKey } = purchase
  const items = someUnits(purchase, (line) => line.quantity - line.quantity_refunded)
  const body = random.chance(0.3) || items.length === 0 ? {} : { items }
  const path = `/user/orders/${order.id}/withdraw`
  const answer = await act({ method: 'POST', path, body, key: newKey(), refusals: refusalsOfLines })
  await sees(purchase, 'baskets withdrawn from', answer)
  const { status, id } = answer.body.data?.return ?? {}
  if (status === 'approved') await receive(purchase, id)
}

/** Asks for a return of what was sent; staff approves it, perhaps for other goods, and receives it. */
async function giveBack(purchase: Purchase): Promise<void> {
  const { order, random, act, staff, newKey, clients, selling } = purchase
  const sent = someUnits(purchase, (line) => line.quantity_fulfilled - line.quantity_refunded)
  const [first] = sent
  if (first === undefined) return
  const shirt = order.items.find(({ line }) => line === first.line)?.product_id
  const { groupId } = selling.products.find(({ id }) => id === shirt) ?? {}
  const isExchange = groupId != null && random.chance(0.7)
  const items = (isExchange ? [first] : sent).map((units) => ({ ...units, reason: 'changed_mind' }))
  const refund_to = isExchange ? 'payment' : random.pick(['payment', 'store_credit'])
  const path = `/user/orders/${order.id}/returns`
  const asked = await act({
    method: 'POST',
    path,
    body: { items, refund_to },
    key: newKey(),
    refusals: refusalsOfLines,
  })
  clients.journal.count(`returns: ${asked.code ?? 'requested'}`)
  if (asked.code !== undefined) return
  const { id } = asked.body.data
  if (random.chance(0.1)) {
    await act({ method: 'POST', path: `/user/returns/${id}/cancel` })
    return
  }
  await change(purchase, id, { status: random.chance(0.9) ? 'approved' : 'declined' })
  if (isExchange) {
    const other = random.pick(selling.products.filter((product) => product.groupId === groupId && product.id !== shirt))
    await change(purchase, id, { exchange: [{ product_id: other.id, quantity: first.quantity }] })
    const read = await staff({ method: 'GET', path: `/admin/returns/${id}` })
    const exchange = read.body.data.exchange_order_id
    await receive(purchase, id, refund_to)
    if (exchange !== null) await keepExchange(purchase, exchange)
  } else await receive(purchase, id, refund_to)
}

async function receive(purchase: Purchase, id: string, refundTo = 'payment'): Promise<void> {
  const { random } = purchase
  const condition = random.pick(['resell', 'damaged', 'missing'])
  const read = await purchase.staff({ method: 'GET', path: `/admin/returns/${id}` })
  const [first] = read.body.data.items
  const quantity = random.between(0, first.quantity)
  const items = random.chance(0.3) ? { items: [{ line: first.line, quantity, condition }] } : {}
  await change(purchase, id, { status: 'received', ...items })
  const refund = refundTo === 'store_credit' ? refundTo : random.pick(['full', 'full', 'amount', 'none'])
  await change(purchase, id, { refund, ...(refund === 'amount' && { amount: random.between(0, 2_000) / 100 }) })
}

/** Has no key: one that was repeated may be refused, since the first one was answered to nobody. */
async function change(purchase: Purchase, id: string, body: { status?: string; refund?: string; exchange?: object }) {
  const answer = await purchase.staff({ method: 'PATCH', path: `/admin/returns/${id}`, body })
  const what = body.status ?? body.refund ?? 'exchanged'
  purchase.clients.journal.count(`returns ${what}${answer.code === undefined ? '' : `: ${answer.code}`}`)
}

/** The order of an exchange was made by no key of a client. */
async function keepExchange({ staff, clients }: Purchase, id: string): Promise<void> {
  const [order, payments] = await Promise.all([
    staff({ method: 'GET', path: `/admin/orders/${id}` }),
    staff({ method: 'GET', path: `/admin/orders/${id}/payments` }),
  ])
  clients.records.ordersByKey.set(`exchange-${id}`, order.body.data)
  clients.records.sawOrder(order.body.data)
  for (const payment of payments.body.data.items) clients.records.paymentsByKey.set(`exchange-${payment.id}`, payment)
}

/** Units, an amount or the shipping; a refund that the provider refused is tried again, or paid by hand. */
async function refund(purchase: Purchase): Promise<void> {
  const { order, random, staff, newKey } = purchase
  const items = someUnits(purchase, (line) => line.quantity - line.quantity_refunded)
  const body = random.pick<object>([
    ...(items.length > 0
      ? [{ items }, { items: items.map((item) => ({ ...item, restock: random.chance(0.5) })) }]
      : []),
    { amount: random.between(1, 1_500) / 100 },
    { shipping: true, reason: 'Late' },
  ])
  const path = `/admin/orders/${order.id}/refunds`
  const answer = await staff({ method: 'POST', path, body, key: newKey(), refusals: refusalsOfLines })
  await sees(purchase, 'baskets refunded', answer)
  const made = answer.body.data?.refund
  if (made?.status !== 'failed') return
  const way = random.pick(['retry', 'done'])
  const settled = await staff({ method: 'POST', path: `${path}/${made.id}/${way}`, key: newKey() })
  await sees(purchase, `refused refunds: ${way}`, settled)
}

async function invoice({ order, staff, clients, newKey }: Purchase): Promise<void> {
  const answer = await staff({ method: 'POST', path: `/admin/orders/${order.id}/invoice`, key: newKey() })
  clients.journal.count(`invoices asked for: ${answer.code ?? 'made'}`)
}
