import { addDays, daysBetween } from '#src/platform/lib/days.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { bucketsOf, type Range, readRange } from '../rules.ts'

const dimensions = ['day', 'week', 'month', 'product', 'customer', 'country', 'method', 'source'] as const
export type Dimension = (typeof dimensions)[number]

const steps = ['day', 'week', 'month'] as const
type Step = (typeof steps)[number]

export const isStep = (by: Dimension | undefined): by is Step => (steps as readonly unknown[]).includes(by)

/** More days would be more than one statement reads in a second at a large shop. */
export const maxDays = 366

/** Days of the shop, and the starts of the steps in them. */
export interface ReportRange extends Range {
  starts: Date[]
  /** The first days of the steps. */
  days: string[]
}

/**
 * The days of a report; both of `from` and `to` are included.
 * @throws AppError VALIDATION_ERROR
 */
export function readReportRange(
  query: { from?: string | undefined; to?: string | undefined },
  by: Dimension | undefined,
  now: Date,
  zone: string,
): ReportRange {
  const range = readRange({ ...query, interval: isStep(by) ? by : 'month' }, now, zone)
  if (daysBetween(range.firstDay, range.endDay) > maxDays) {
    throw invalid({ field: 'from', message: `must be at most ${maxDays} days before to` })
  }
  return { ...range, starts: bucketsOf(range), days: daysOf(range) }
}

function daysOf(range: Range): string[] {
  const days: string[] = []
  for (let day = range.firstDay; day < range.endDay; day = nextStep(day, range.interval)) days.push(day)
  return days
}

function nextStep(day: string, interval: Range['interval']): string {
  const date = new Date(day)
  if (interval === 'day') return addDays(day, 1)
  if (interval === 'week') return addDays(day, (8 - date.getUTCDay()) % 7 || 7)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
