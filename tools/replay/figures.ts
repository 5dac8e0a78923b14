import { setTimeout as sleep } from 'node:timers/promises'
import { toMinor } from '#src/platform/lib/money.ts'
import type { Outcome } from './run.ts'
import { type ApiDashboard, type ApiOrder, readDashboard, readOrders, readStock, type Shop } from './shop.ts'
import type { Plan, PlannedOrder } from './steps.ts'

/** Figures by the API; money in pence. */
export interface Figures {
  /** The orders of each invoice, as GET /admin/orders has them. */
  orders: Map<PlannedOrder, ApiOrder[]>
  /** Difference of the dashboard's counts before and after. */
  dashboard: Record<'orders' | 'completed' | 'cancelled' | 'paid' | 'customers' | 'revenue' | 'refunds' | 'tax', number>
  maxLines: number
  stockBefore: ReadonlyMap<string, number>
  stockAfter: ReadonlyMap<string, number>
}

const refundDeadlineMs = 120_000

/** @param before the dashboard when nothing had been done yet: the shop may have a past */
export async function readFigures(shop: Shop, plan: Plan, outcome: Outcome, before: ApiDashboard): Promise<Figures> {
  const orders = await readRefunded(shop, plan, outcome)
  const after = await readDashboard(shop)
  return {
    orders,
    maxLines: shop.maxLines,
    dashboard: {
      orders: after.orders.total - before.orders.total,
      completed: after.orders.completed - before.orders.completed,
      cancelled: after.orders.cancelled - before.orders.cancelled,
      paid: after.paid_orders - before.paid_orders,
      customers: after.new_customers - before.new_customers,
      revenue: pence(after.revenue) - pence(before.revenue),
      refunds: pence(after.refunds) - pence(before.refunds),
      tax: pence(after.tax) - pence(before.tax),
    },
    stockBefore: outcome.stockBefore,
    stockAfter: await readStock(shop),
  }
}

/**
 * Some refunds are given by a job, after the request was answered. Past the deadline the difference is shown as it is.
 */
async function readRefunded(shop: Shop, plan: Plan, { orderIds }: Outcome): Promise<Map<PlannedOrder, ApiOrder[]>> {
  const deadline = performance.now() + refundDeadlineMs
  for (;;) {
    const found = await readOrders(shop, new Set([...orderIds.values()].flat()))
    const refundDue = found.values().some(({ refunds }) => refunds.some(({ status }) => status === 'pending'))
    if (!refundDue || performance.now() > deadline) {
      return new Map(
        plan.orders.map((order) => [order, (orderIds.get(order) ?? []).flatMap((id) => found.get(id) ?? [])]),
      )
    }
    await sleep(500)
  }
}

/** @throws Error when the API answers an amount that is not in whole pence */
export function pence(amount: number): number {
  const minor = toMinor(Math.abs(amount), 'GBP')
  if (minor === undefined) throw new Error(`${amount} is not in whole pence`)
  return amount < 0 ? -minor : minor
}
