import { setTimeout as sleep } from 'node:timers/promises'
import type { AtEnd } from './release.ts'
import {
  addProduct,
  fillCart,
  move,
  pay,
  placeOrder,
  registerShopper,
  type Session,
  search,
  send,
  signInOwner,
} from './shop.ts'

export interface Load {
  /** Orders that were placed. */
  orders: string[]
  /** What was answered otherwise than with success. */
  failures: string[]
  /** Resolves when each kind of request has been answered so many times more. */
  answered(times: number): Promise<void>
  stop(): Promise<void>
}

/** Between two requests of a kind: machines that test are slow enough without a load that fills them. */
const pauseMs = 100

/** Requests of many kinds, over and over, each kind one after the other, until it is stopped. Nothing is sent twice. */
export async function startLoad(origin: string, atEnd: AtEnd): Promise<Load> {
  const owner = await signInOwner(origin)
  const shopper = await registerShopper(origin, owner)
  const product = await addProduct(origin, owner, 1_000_000)
  const orders: string[] = []
  const failures: string[] = []
  const read =
    (path: string, { headers }: Session) =>
    () =>
      send(origin, 'GET', path, { headers })
  const kinds: (() => Promise<unknown>)[] = [
    async () => {
      const order = await placeOrder(origin, shopper, product)
      orders.push(order)
      await pay(origin, shopper, order)
      await move(origin, owner, order, orders.length % 2 === 0 ? 'processing' : 'cancelled')
    },
    async () => {
      await fillCart(origin, shopper, product)
      await send(origin, 'DELETE', '/user/cart', { headers: shopper.headers })
    },
    async () => {
      const { headers } = await registerShopper(origin, owner)
      await send(origin, 'PATCH', '/user/profile', { headers, body: { name: 'Åsa Shopper' } })
    },
    async () => {
      const added = await addProduct(origin, owner, 3)
      const { headers } = owner
      await send(origin, 'PATCH', `/admin/products/${added}`, { headers, body: { price: 3.5, name: 'Hand Lamp' } })
      await send(origin, 'PATCH', `/admin/inventory/${added}`, { headers, body: { adjust: 4 } })
      await send(origin, 'PATCH', `/admin/products/${added}`, { headers, body: { status: 'archived' } })
    },
    () => search(origin, shopper, 'lantern'),
    read('/catalog/products?sort=price&in_stock=true', shopper),
    read(`/catalog/products/${product}`, shopper),
    read('/catalog/categories', shopper),
    read('/user/orders', shopper),
    read('/admin/dashboard', owner),
    read('/admin/orders?status=processing', owner),
    read('/admin/inventory?low_stock=5', owner),
    read('/admin/users?sort=name', owner),
    read('/admin/events', owner),
    read('/admin/webhooks', owner),
  ]
  const counts = kinds.map(() => 0)
  let running = true
  const loops = kinds.map(async (kind, index) => {
    while (running) {
      await kind().catch((error: Error) => failures.push(error.message))
      counts[index] = (counts[index] ?? 0) + 1
      await sleep(pauseMs)
    }
  })
  const stop = async () => {
    running = false
    await Promise.all(loops)
  }
  atEnd(stop)
  return {
    orders,
    failures,
    async answered(times) {
      const goals = counts.map((count) => count + times)
      while (counts.some((count, index) => count < (goals[index] ?? 0))) await sleep(20)
    },
    stop,
  }
}
