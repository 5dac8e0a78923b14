import type { Random } from './random.ts'
import { cancelPaid, refundAgain, refundOrder } from './refunds.ts'
import { approveReturn, requestReturn } from './returns.ts'
import { beginProcessing, send, writeNote } from './sales.ts'
import { needed, type Sale, type Shop, type Step } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface PaidSale {
  n: number
  paidAt: number
  /** Lines that were wanted. */
  lines: number
  refusesRefunds: boolean
  ends: number
}

const reasons = ['Arrived broken', 'Not as described', 'Ordered twice', 'Came too late', 'Wrong colour'] as const

/** Work of staff on a paid order: they send it, whole or in parts, cancel it, and take returns. */
export function planAfterSale(random: Random, { n, paidAt, lines, refusesRefunds, ends }: PaidSale): Step[] {
  // Nothing is packed at night.
  const packedAt = workingTime(paidAt + random.between(2, 60) * hour)
  const fate = random.next()
  const steps: Step[] = []
  const then = (at: number, act: (shop: Shop, sale: Sale) => void) =>
    steps.push({ at, act: (shop) => act(shop, needed(shop.sales.get(n))) })
  if (fate < 0.04 && !refusesRefunds) {
    then(packedAt - 5 * minute, (shop, sale) =>
      writeNote(shop, sale, 'The last one was damaged; told the customer by phone.'),
    )
    then(packedAt, cancelPaid)
    return steps
  }
  let sentAt = packedAt
  if (fate < 0.2 && lines > 1) {
    then(packedAt, (shop, sale) => {
      // One line may have been dropped from the order.
      if (sale.order.items.length > 1) send(shop, sale, 'first', tracking(n, 11))
    })
    sentAt = workingTime(packedAt + random.between(20, 60) * hour)
    then(sentAt, (shop, sale) => send(shop, sale, 'all', tracking(n, 0)))
  } else if (fate < 0.3) {
    then(packedAt - hour, beginProcessing)
    if (fate < 0.27) then(packedAt, (shop, sale) => send(shop, sale, 'all'))
    else sentAt = ends
  } else then(packedAt, (shop, sale) => send(shop, sale, 'all', tracking(n, 0)))
  if (refusesRefunds || random.chance(0.07)) {
    const at = workingTime(sentAt + random.between(3, 8) * day)
    const restock = random.chance(0.6)
    const why = reasons[n % reasons.length] ?? reasons[0]
    then(at - 2 * day, (shop, sale) => requestReturn(shop, sale, why))
    then(at - day, approveReturn)
    then(at, (shop, sale) => {
      const items = sale.order.items.slice(0, 1).map(({ product_id }) => ({ product_id, quantity: 1, restock }))
      refundOrder(shop, sale, { items }, why)
    })
    // Some are left to be tried again.
    if (refusesRefunds && n % 87 !== 65) then(at + 2 * hour, refundAgain)
  } else if (random.chance(0.03)) {
    const at = workingTime(sentAt + random.between(1, 3) * day)
    then(at, (shop, sale) => refundOrder(shop, sale, { amount: 1 }, 'Goodwill: the parcel was late'))
  }
  return steps
}

/** Between nine and five. */
function workingTime(at: number): number {
  const sinceMidnight = at % day
  const start = at - sinceMidnight
  if (sinceMidnight < 9 * hour) return start + 9 * hour + (sinceMidnight / 9 / hour) * hour
  if (sinceMidnight > 17 * hour) return start + day + 9 * hour + ((sinceMidnight - 17 * hour) / 7 / hour) * 2 * hour
  return at
}

/** Tracking pages of the carriers. */
export const trackingPattern = 'https://track.example.com/{tracking_number}'

export const carriers = [
  ['Royal Mail', 'RM', 'GB'],
  ['DHL', 'JD', ''],
  ['Evri', 'T00', ''],
] as const

function tracking(n: number, parcel: number) {
  const [carrier, prefix, suffix] = carriers[n % 5 === 1 ? 1 : n % 5 === 3 ? 2 : 0]
  const number = `${prefix}${473_124_000 + n * 37 + parcel}${suffix}`
  return { carrier, tracking_number: number, tracking_url: trackingPattern.replace('{tracking_number}', number) }
}
