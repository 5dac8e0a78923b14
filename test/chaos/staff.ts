import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Answer, Call } from './requests.ts'
import { type Clients, webhookSecret } from './shop.ts'
import { sawRefusal } from './shopper.ts'

/** Moves orders on, changes stock and prices, and keeps making and closing webhook subscriptions. */
export async function manage(clients: Clients, random: Random): Promise<void> {
  const { isOver, pauseMs, requests, shop } = clients
  const act = (call: Omit<Call, 'headers'>) => requests.insist({ ...call, headers: shop.owner })
  let number = 0
  while (!isOver()) {
    await sleep(random.next() * 2 * pauseMs)
    const luck = random.next()
    number += 1
    if (luck < 0.45) await moveOrder(clients, act, random)
    else if (luck < 0.75) await changeStock(clients, random, `change ${number}`)
    else if (luck < 0.85) await changePrice(clients, act, random)
    else if (luck < 0.95) clients.meanwhile(subscribeForAWhile(clients, act, random, number))
    else await act({ method: 'GET', path: '/admin/dashboard' })
  }
}

type Act = (call: Omit<Call, 'headers'>) => Promise<Answer>

/** Now and then two members of staff move one order at once, each to another status. */
async function moveOrder(clients: Clients, act: Act, random: Random): Promise<void> {
  const { records, journal } = clients
  const open = [...records.orders.values()].filter(({ status }) => status === 'paid' || status === 'processing')
  if (open.length === 0) return
  const { id } = random.pick(open)
  const statuses = random.shuffle(['processing', 'completed', 'cancelled', 'cancelled'])
  const move = async (status: string | undefined) => {
    const path = `/admin/orders/${id}`
    const answer = await act({ method: 'PATCH', path, body: { status }, refusals: ['INVALID_TRANSITION'] })
    if (answer.code !== undefined) return sawRefusal(clients, id, answer)
    journal.count(`orders moved to ${status}`)
    records.sawOrder(answer.body.data)
  }
  await Promise.all(random.chance(0.2) ? [move(statuses[0]), move(statuses[1])] : [move(statuses[0])])
}

/** Has no idempotency key, so one that is not answered is not repeated: it took place once or not at all. */
async function changeStock({ shop, requests, records, journal }: Clients, random: Random, reason: string) {
  const productId = random.pick(shop.productIds)
  // More is added than taken away, so that there is something to sell.
  const adjust = random.between(-5, 25) || 1
  const answer = await requests.attempt({
    method: 'PATCH',
    path: `/admin/inventory/${productId}`,
    headers: shop.owner,
    body: { adjust, reason },
    refusals: ['INSUFFICIENT_STOCK'],
  })
  const outcome = answer === undefined ? 'unknown' : answer.code === undefined ? 'changed' : 'refused'
  records.stockChanges.push({ productId, adjust, reason, outcome })
  journal.count(`stock changes ${outcome}`)
}

async function changePrice({ shop }: Clients, act: Act, random: Random): Promise<void> {
  const body = { price: random.between(1, 9_999) / 100 }
  await act({ method: 'PATCH', path: `/admin/products/${random.pick(shop.productIds)}`, body })
}

async function subscribeForAWhile(
  { records, journal, receivers }: Clients,
  act: Act,
  random: Random,
  number: number,
): Promise<void> {
  const key = `webhook-${number}`
  const body = { url: receivers.url(`/moody/${number}`), events: ['order.*', 'cart.*'], secret: webhookSecret }
  const made = await act({ method: 'POST', path: '/admin/webhooks', body, key })
  const { id } = made.body.data
  records.webhooksByKey.set(key, id)
  journal.count('webhook subscriptions made')
  await sleep(random.between(0, 5_000))
  const path = `/admin/webhooks/${id}`
  if (random.chance(0.5)) {
    await act({ method: 'PATCH', path, body: { active: false } })
    await act({ method: 'PATCH', path, body: { active: true } })
  } else await act({ method: 'DELETE', path, refusals: ['NOT_FOUND'] })
}
