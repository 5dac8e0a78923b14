import { planOrders } from './orders.ts'
import type { PlanOptions } from './plan-options.ts'
import type { Step } from './shop.ts'
import { planStaffWork } from './staff-work.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const minuteMs = 60_000

/** When the shop opened: at six on the first of its days. */
export function opensAt({ days, endsAt }: Pick<PlanOptions, 'days' | 'endsAt'>): Date {
  return new Date(Math.floor(endsAt.getTime() / dayMs) * dayMs - (days - 1) * dayMs + 6 * hourMs)
}

/** Everything that happened in the shop, in the order of time; the same for the same options. */
export function planTrade(options: PlanOptions): Step[] {
  const opens = opensAt(options).getTime()
  const ends = options.endsAt.getTime() - minuteMs
  const steps = [...planStaffWork(options, opens, ends), ...planOrders(options, opens, ends)]
  return steps.filter(({ at }) => at < ends).sort((a, b) => a.at - b.at)
}
