import { dayText, shopDay } from '#console/lib/format.ts'
import type { DashboardSearch, Period } from './search.ts'

export interface Range {
  from: string
  to: string
  interval: 'hour' | 'day' | 'week' | 'month'
}

const days: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 }
const dayMs = 86_400_000

const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The chosen days, both included. Days are those of the shop. */
export function rangeOf({ period = '30d', from, to }: DashboardSearch, today = new Date()): Range {
  const last = to ?? shopDay(today)
  const first = from !== undefined && from <= last ? from : dayAfter(last, 1 - days[period])
  const length = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
  const interval = length > 180 ? 'month' : length > 45 ? 'week' : length > 1 ? 'day' : 'hour'
  return { from: first, to: last, interval }
}

/** The filters of the list of orders that were placed in these days. */
export function placedIn({ from, to }: Range): { created_from: string; created_to: string } {
  return { created_from: from, created_to: to }
}

/** `1 – 7 Nov 2026`; the second moment is the first after the range. */
export function rangeText(from: string, to: string): string {
  const last = new Date(Date.parse(to) - 1).toISOString()
  const format = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const [begins, ends] = [shopDay(from), shopDay(last)]
  if (begins === ends) return dayText(last, format)
  return `${dayText(from, begins.slice(0, 4) === ends.slice(0, 4) ? undefined : format)} – ${dayText(last, format)}`
}

const stepFormats: Record<Range['interval'], Intl.DateTimeFormatOptions | undefined> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: undefined,
  week: undefined,
  month: { month: 'short', year: '2-digit' },
}

export function stepText(startsAt: string, interval: Range['interval']): string {
  return dayText(startsAt, stepFormats[interval])
}
