import type { DashboardSearch, Period } from './search.ts'

export interface Range {
  from: string
  to: string
  interval: 'day' | 'week' | 'month'
}

const days: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 }
const dayMs = 86_400_000

const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The chosen days, both included, and as many before them. Days are those of UTC, as the figures are kept. */
export function rangesOf(
  { period = '30d', from, to }: DashboardSearch,
  today = new Date(),
): [now: Range, before: Range] {
  const last = to ?? today.toISOString().slice(0, 10)
  const chosen = from !== undefined && from <= last ? from : dayAfter(last, 1 - days[period])
  const length = Math.round((Date.parse(last) - Date.parse(chosen)) / dayMs) + 1
  const interval = length > 180 ? 'month' : length > 45 ? 'week' : 'day'
  return [
    { from: chosen, to: last, interval },
    { from: dayAfter(chosen, -length), to: dayAfter(chosen, -1), interval },
  ]
}
