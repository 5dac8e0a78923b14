import type { Wanted } from './goods.ts'
import type { Random } from './random.ts'
import type { Shop, Step } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Sale {
  n: number
  wanted: readonly Wanted[]
  paidAt: number
  refusesRefunds: boolean
  ends: number
}

const reasons = ['Arrived broken', 'Not as described', 'Ordered twice', 'Came too late', 'Wrong colour'] as const

/** What staff do with a paid order: they send it, whole or in parts, cancel it, and take some of it back. */
export function planAfterSale(random: Random, { n, wanted, paidAt, refusesRefunds, ends }: Sale): Step[] {
  // Nothing is packed at night.
  const packedAt = workingTime(paidAt + random.between(2, 60) * hour)
  const fate = random.next()
  const step = (at: number, what: string, act: (shop: Shop, order: string) => Promise<unknown>): Step => ({
    at,
    what,
    async act(shop) {
      await act(shop, `/admin/orders/${shop.known(`order:${n}`)}`)
    },
  })
  const change = (at: number, body: object) =>
    step(at, 'changes an order', (shop, order) => shop.send('manager', 'PATCH', order, body))
  if (fate < 0.04) {
    const note = change(packedAt - 5 * minute, { note: 'The last one was damaged; told the customer by phone.' })
    return [note, change(packedAt, { status: 'cancelled' }), settled(packedAt)]
  }
  const steps: Step[] = []
  const send = (at: number, part: 'first' | 'all') =>
    steps.push(step(at, 'sends', (shop, order) => fulfil(shop, order, n, part)))
  let sentAt = packedAt
  if (fate < 0.2 && wanted.length > 1) {
    send(packedAt, 'first')
    sentAt = workingTime(packedAt + random.between(20, 60) * hour)
    send(sentAt, 'all')
  } else if (fate < 0.3) {
    steps.push(change(packedAt - hour, { status: 'processing' }))
    if (fate < 0.27) steps.push(change(packedAt, { status: 'completed' }))
    else sentAt = ends
  } else send(packedAt, 'all')
  if (refusesRefunds || random.chance(0.07)) {
    const at = workingTime(sentAt + random.between(3, 8) * day)
    const reason = reasons[n % reasons.length]
    const body = { restock: random.chance(0.6), reason }
    steps.push(
      step(at, 'refunds', (shop, order) => takeBack(shop, order, n, body)),
      settled(at),
    )
    if (refusesRefunds && at + 2 * hour < ends - 2 * day)
      steps.push(step(at + 2 * hour, 'refunds again', (shop, order) => retry(shop, order, n)))
  } else if (random.chance(0.03)) {
    const at = workingTime(sentAt + random.between(1, 3) * day)
    steps.push(
      step(at, 'refunds', (shop, order) => shop.send('owner', 'POST', `${order}/refunds`, goodwill)),
      settled(at),
    )
  }
  return steps
}

const goodwill = { amount: 1, reason: 'Goodwill: the parcel was late' }

/** Refunds whose provider has not confirmed them are asked for again in the background. */
function settled(at: number): Step {
  return { at: at + 3_000, what: 'settles', act: (shop) => shop.sweep('settle-payments') }
}

/** Between nine and five. */
function workingTime(at: number): number {
  const sinceMidnight = at % day
  const start = at - sinceMidnight
  if (sinceMidnight < 9 * hour) return start + 9 * hour + (sinceMidnight / 9 / hour) * hour
  if (sinceMidnight > 17 * hour) return start + day + 9 * hour + ((sinceMidnight - 17 * hour) / 7 / hour) * 2 * hour
  return at
}

const carriers = [
  ['Royal Mail', 'RM', 'GB'],
  ['DHL', 'JD', ''],
  ['Evri', 'T00', ''],
] as const

async function fulfil(shop: Shop, order: string, n: number, part: 'first' | 'all'): Promise<void> {
  const [line, ...others] = itemsOf(shop, n)
  if (part === 'first' && others.length === 0) return
  const items = part === 'first' ? [line] : undefined
  const [carrier, prefix, suffix] = carriers[n % 5 === 1 ? 1 : n % 5 === 3 ? 2 : 0]
  const number = `${prefix}${473_124_000 + n * 37 + (part === 'first' ? 11 : 0)}${suffix}`
  const tracking_url = `https://track.example.com/${number}`
  await shop.send('manager', 'POST', `${order}/fulfillments`, {
    ...(items && { items }),
    ...{ carrier, tracking_number: number, tracking_url },
  })
}

function itemsOf(shop: Shop, n: number): { product_id: string; quantity: number }[] {
  return JSON.parse(shop.known(`items:${n}`) ?? '[]')
}

async function takeBack(
  shop: Shop,
  order: string,
  n: number,
  { restock, reason }: { restock: boolean; reason: string | undefined },
): Promise<void> {
  const items = itemsOf(shop, n)
    .slice(0, 1)
    .map(({ product_id }) => ({ product_id, quantity: 1, restock }))
  const { refund } = await shop.send('owner', 'POST', `${order}/refunds`, { items, reason })
  await shop.know(`refund:${n}`, refund.id)
}

async function retry(shop: Shop, order: string, n: number): Promise<void> {
  await shop.send('owner', 'POST', `${order}/refunds/${shop.known(`refund:${n}`)}/retry`)
}
