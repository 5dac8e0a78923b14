import { addCatalog } from './catalog.ts'
import { planContent } from './plan-content.ts'
import { planMarkets } from './plan-markets.ts'
import { planOrders } from './plan-orders.ts'
import { planSecondDay } from './plan-second-day.ts'
import { planSelling } from './plan-selling.ts'
import { planStaffWork } from './plan-staff.ts'
import { planVisits } from './plan-visits.ts'
import type { Service } from './service.ts'
import { audit, createShop, put, rowTimes, type Shop } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const trade = { days: 30, ordersPerDay: 12 }

interface Owner {
  email: string
  passwordHash: string
}

interface Founded {
  name: string
  currency: string
  owner: Owner
  opensAt: Date
  endsAt: Date
  /** Ids of the pictures, by name. */
  pictureIds: ReadonlyMap<string, string>
}

/** When a shop opened that ends its thirty days now. */
export function openingOf(endsAt: Date): Date {
  const today = Math.floor(endsAt.getTime() / day) * day
  return new Date(today - (trade.days - 1) * day + 6 * hour)
}

/**
 * A shop with its catalog and what has happened in it, as rows by table, in the order in which they are inserted. One
 * that opens when it ends has its catalog alone.
 */
export function playShop(service: Service, founded: Founded): Pick<Shop, 'merchantId' | 'tables'> {
  const { owner, opensAt, endsAt } = founded
  const shop = createShop(service, founded)
  openShop(shop, founded.name.trim(), owner)
  if (opensAt < endsAt) {
    const span = { ...trade, opens: opensAt.getTime(), ends: endsAt.getTime() - minute }
    const steps = [
      ...planStaffWork(span, owner.passwordHash),
      ...planOrders(span),
      ...planSelling(span),
      ...planSecondDay(span),
      ...planContent(span.ends),
      ...planMarkets(span.ends),
      ...planVisits(span),
    ]
    for (const { at, act } of steps.filter((step) => step.at < span.ends).sort((a, b) => a.at - b.at)) {
      shop.nowMs = Math.max(shop.nowMs, Math.round(at))
      act(shop)
    }
  }
  put(shop, 'event_log_heads', { merchant_id: shop.merchantId, last_position: shop.lastPosition })
  return shop
}

/** The merchant with its owner and its catalog. */
function openShop(shop: Shop, name: string, { email, passwordHash }: Owner): void {
  const { currency, service } = shop
  const merchant = { id: shop.id(), name, slug: service.slugOf(name) || 'shop', currency }
  shop.merchantId = put(shop, 'merchants', { ...merchant, created_at: rowTimes(shop).created_at }).id
  const email_key = service.emailKey(email)
  const owner = { id: shop.id(), email, email_key, password_hash: passwordHash, is_verified: true }
  put(shop, 'users', { ...owner, name: null, is_guest: false, guest_expires_at: null, ...rowTimes(shop) })
  shop.staff.owner = owner.id
  put(shop, 'staff', { merchant_id: shop.merchantId, user_id: owner.id, role: 'owner', ...rowTimes(shop) })
  audit(shop, 'system', 'staff.added', owner.id, { role: [null, 'owner'] })
  addCatalog(shop)
}
