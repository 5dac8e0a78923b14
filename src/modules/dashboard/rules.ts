import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { type DateOrTime, readDateOrTime } from '#src/platform/lib/moment.ts'

export const intervals = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** Whole UTC days, `to` not included. */
export interface Range {
  from: Date
  to: Date
  interval: Interval
}

/** `days` days, of which the first is `number * days` days after 1970-01-01. */
export interface Block {
  days: number
  number: number
}

const dayMs = 86_400_000
const defaultDays = 30
const maxDays = 3_660
const maxBuckets = 1_000

/**
 * The range of a query, widened to whole UTC days. A date given as `to` is included, a time is not.
 * @throws AppError VALIDATION_ERROR
 */
export function readRange(
  query: { from?: string | undefined; to?: string | undefined; interval: Interval },
  now: Date,
): Range {
  const faults: FieldFault[] = []
  const read = (field: 'from' | 'to') => {
    const moment = query[field] === undefined ? undefined : readDateOrTime(query[field])
    if (query[field] !== undefined && moment === undefined) {
      faults.push({ field, message: 'must be a date or a time with its zone, from 1970 on' })
    }
    return moment
  }
  const given = { from: read('from'), to: read('to') }
  if (faults.length > 0) throw invalid(...faults)
  const to = given.to === undefined ? startOfDay(now.getTime()) + dayMs : endOf(given.to)
  const from = given.from === undefined ? to - defaultDays * dayMs : startOfDay(given.from.at)
  if (from >= to) throw invalid({ field: 'from', message: 'must be before to' })
  if (to - from > maxDays * dayMs)
    throw invalid({ field: 'from', message: `must be at most ${maxDays} days before to` })
  const range = { from: new Date(from), to: new Date(to), interval: query.interval }
  if (shortestMs[query.interval] * maxBuckets < to - from) {
    throw invalid({ field: 'interval', message: `would make more than ${maxBuckets} steps of this range` })
  }
  return range
}

const shortestMs: Record<Interval, number> = { hour: dayMs / 24, day: dayMs, week: 7 * dayMs, month: 28 * dayMs }

function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs
}

function endOf({ at, wholeDay }: DateOrTime): number {
  return wholeDay ? at + dayMs : Math.ceil(at / dayMs) * dayMs
}

/** As many days, up to the range. */
export function previousRange({ from, to }: Range): Pick<Range, 'from' | 'to'> {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from }
}

/** The start of each step. The first is the start of the range; weeks start on Mondays. */
export function bucketsOf({ from, to, interval }: Range): Date[] {
  const starts: Date[] = []
  for (let start = from; start < to; start = nextStart(start, interval)) starts.push(start)
  return starts
}

function nextStart(start: Date, interval: Interval): Date {
  const at = start.getTime()
  if (interval === 'hour') return new Date(at + dayMs / 24)
  if (interval === 'day') return new Date(at + dayMs)
  if (interval === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
  const daysToMonday = (8 - start.getUTCDay()) % 7 || 7
  return new Date(at + daysToMonday * dayMs)
}

const blockSizes = [64, 8, 1]

/** The fewest blocks of 64, 8 and 1 days that make up the range. */
export function blocksOf({ from, to }: Pick<Range, 'from' | 'to'>): Block[] {
  const end = to.getTime() / dayMs
  const blocks: Block[] = []
  for (let day = from.getTime() / dayMs; day < end; ) {
    const days = blockSizes.find((size) => day % size === 0 && day + size <= end) ?? 1
    blocks.push({ days, number: day / days })
    day += days
  }
  return blocks
}
