import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { ShownOrder } from './records.ts'
import type { Answer, Call } from './requests.ts'
import type { Clients, Shop } from './shop.ts'

type Shopper = Shop['shoppers'][number]
type Act = (call: Omit<Call, 'headers'>) => Promise<Answer>

/** Those left unpaid pile up while the process that cancels them is dead. */
const placingRefusals = ['INSUFFICIENT_STOCK', 'ORDER_LIMIT'] as const

/** Payments and cancellations of one shopper that are under way at the same time. */
const maxUnderWay = 4

/** Orders, pays, cancels and fills a cart, one thing after the other, until the run is over. */
export async function shop(clients: Clients, shopper: Shopper, random: Random): Promise<void> {
  const { requests, records, isOver, pauseMs, meanwhile } = clients
  const act: Act = (call) => requests.insist({ ...call, headers: shopper.headers })
  const cart = new Map<string, number>()
  records.carts.set(shopper.userId, cart)
  const own: string[] = []
  let underWay = 0
  let keys = 0
  const newKey = () => `${shopper.name}-${++keys}`

  while (!isOver()) {
    await sleep(random.next() * 2 * pauseMs)
    const luck = random.next()
    if (luck < 0.35 && underWay < maxUnderWay) {
      const order = await placeOrder(clients, act, random, newKey())
      if (order === undefined) continue
      own.push(order.id)
      underWay += 1
      const fate = decideFate(clients, shopper, act, random, order.id, newKey)
      meanwhile(
        fate.finally(() => {
          underWay -= 1
        }),
      )
    } else if (luck < 0.75) await changeCart(clients, act, random, cart, newKey)
    else if (luck < 0.85 && cart.size > 0) {
      const order = await checkOut(clients, act, cart, newKey())
      if (order !== undefined) own.push(order.id)
    } else if (own.length > 0) await look(clients, act, random.pick(own))
  }
}

async function placeOrder(clients: Clients, act: Act, random: Random, key: string): Promise<ShownOrder | undefined> {
  const { shop, records, journal } = clients
  const products = random.shuffle(shop.productIds).slice(0, random.between(1, 3))
  const items = products.map((product_id) => ({ product_id, quantity: random.between(1, 3) }))
  const call = { method: 'POST', path: '/user/orders', body: { items }, key, refusals: placingRefusals } as const
  // Now and then a shopper presses the button twice.
  const answers = await Promise.all(random.chance(0.2) ? [act(call), act(call)] : [act(call)])
  const placed = answers.filter((answer) => answer.code === undefined)
  if (placed.length === 0) return undefined
  // Of two, one may be refused before the other one's success is stored, but both cannot succeed on their own.
  if (random.chance(0.2)) placed.push(await act(call))
  const [order, ...others] = placed.map((answer) => answer.body.data as ShownOrder)
  if (order === undefined) return undefined
  for (const other of others) {
    if (other.id !== order.id || other.status !== order.status) {
      journal.fault('a repeated request is answered as it was', { key, first: order, repeated: other })
    }
  }
  journal.count('orders placed')
  records.ordersByKey.set(key, order)
  records.sawOrder(order)
  return order
}

/** What becomes of an order that was placed; often two things at once. */
async function decideFate(
  clients: Clients,
  shopper: Shopper,
  act: Act,
  random: Random,
  orderId: string,
  newKey: () => string,
): Promise<void> {
  const { shop } = clients
  const paying = (method: string) => pay(clients, act, `/user/orders/${orderId}/payments`, method, newKey())
  const luck = random.next()
  await sleep(random.between(0, 500))
  if (luck < 0.4) await paying('test_success')
  else if (luck < 0.5) await paying('test_slow')
  else if (luck < 0.6) {
    await paying('test_decline')
    await paying('test_success')
  } else if (luck < 0.7) {
    const asOwner: Act = (call) => clients.requests.insist({ ...call, headers: shop.owner })
    const key = `${shopper.name}-by-owner-${newKey()}`
    await pay(clients, asOwner, `/admin/orders/${orderId}/payments`, 'manual', key)
  } else if (luck < 0.8) await Promise.all([paying('test_success'), paying('test_success'), paying('test_slow')])
  else if (luck < 0.9)
    await Promise.all([paying(random.pick(['test_success', 'test_slow'])), cancel(clients, act, orderId)])
  else if (luck < 0.95) await cancel(clients, act, orderId)
  // The rest is left unpaid, and cancelled when its time is over.
}

async function pay(clients: Clients, act: Act, path: string, method: string, key: string): Promise<void> {
  const { records, journal } = clients
  const call = { method: 'POST', path, body: { method }, key, refusals: ['INVALID_TRANSITION', 'CONFLICT'] } as const
  const answer = await act(call)
  if (answer.code !== undefined) return sawRefusal(clients, path.split('/')[3] ?? '', answer)
  journal.count(`payments by ${method}`)
  const { payment, order } = answer.body.data
  records.paymentsByKey.set(key, payment)
  records.sawOrder(order)
}

async function cancel(clients: Clients, act: Act, orderId: string): Promise<void> {
  const path = `/user/orders/${orderId}/cancel`
  const answer = await act({ method: 'POST', path, refusals: ['INVALID_TRANSITION'] })
  if (answer.code !== undefined) return sawRefusal(clients, orderId, answer)
  clients.journal.count('orders cancelled by their owners')
  clients.records.sawOrder(answer.body.data)
}

/** A refusal may say in which status the order is. */
export function sawRefusal({ records }: Clients, orderId: string, answer: Answer): void {
  const status = answer.body.error.details?.status
  if (status !== undefined) records.sawStatus(orderId, status)
}

async function look({ records, journal }: Clients, act: Act, orderId: string): Promise<void> {
  const known = records.orders.get(orderId)
  const { body } = await act({ method: 'GET', path: `/user/orders/${orderId}` })
  if (body.data === undefined) return
  if (known?.paid_at != null && body.data.paid_at !== known.paid_at) {
    journal.fault('what was acknowledged can be read', { known, read: body.data })
  }
  records.sawOrder(body.data)
}

/** Adds, sets or removes a line. The cart must then be what this shopper has made it, and nothing else. */
async function changeCart(
  { shop, journal }: Clients,
  act: Act,
  random: Random,
  cart: Map<string, number>,
  newKey: () => string,
): Promise<void> {
  const known = [...cart.keys()]
  const luck = known.length === 0 ? 0 : random.next()
  const productId = luck < 0.6 ? random.pick(shop.productIds) : random.pick(known)
  const quantity = random.between(1, 3)
  const path = `/user/cart/items/${productId}`
  let answer: Answer
  if (luck < 0.6) {
    const body = { product_id: productId, quantity }
    answer = await act({ method: 'POST', path: '/user/cart/items', body, key: newKey() })
    cart.set(productId, (cart.get(productId) ?? 0) + quantity)
  } else if (luck < 0.8) {
    answer = await act({ method: 'PATCH', path, body: { quantity } })
    cart.set(productId, quantity)
  } else {
    // Removed by a request that was not answered, it is not there the next time.
    answer = await act({ method: 'DELETE', path, refusals: ['NOT_FOUND'] })
    if (answer.code !== undefined && !answer.repeated) {
      journal.fault('a cart is what its owner made it', { cart: [...cart], missing: productId })
    }
    cart.delete(productId)
  }
  journal.count('changes of carts')
  if (answer.code === undefined) checkCart(journal, answer.body.data.items, cart)
}

function checkCart(
  journal: Clients['journal'],
  items: { product_id: string; quantity: number }[],
  cart: Map<string, number>,
): void {
  const shown = items.map(({ product_id, quantity }) => `${product_id} ${quantity}`).sort()
  const expected = [...cart].map(([productId, quantity]) => `${productId} ${quantity}`).sort()
  if (shown.join() !== expected.join()) journal.fault('a cart is what its owner made it', { shown, expected })
}

async function checkOut(
  { records, journal }: Clients,
  act: Act,
  cart: Map<string, number>,
  key: string,
): Promise<ShownOrder | undefined> {
  const call = { method: 'POST', path: '/user/cart/checkout', body: {}, key, refusals: placingRefusals } as const
  const answer = await act(call)
  if (answer.code !== undefined) {
    await act({ method: 'DELETE', path: '/user/cart' })
    cart.clear()
    return undefined
  }
  const order = answer.body.data as ShownOrder
  checkCart(journal, order.items, cart)
  cart.clear()
  journal.count('carts checked out')
  records.ordersByKey.set(key, order)
  records.sawOrder(order)
  return order
}
