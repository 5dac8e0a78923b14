import { addDays, dayMs, dayOf, daysBetween, nextHour, startOfDay } from '#src/platform/lib/days.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { type DateOrTime, readDateOrTime } from '#src/platform/lib/moment.ts'

export const intervals = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** Whole days of the shop's time zone, `to` not included. */
export interface Range {
  from: Date
  to: Date
  /** The days that begin at these moments. */
  firstDay: string
  endDay: string
  interval: Interval
  zone: string
}

/** `days` days, of which the first is `number * days` days after 1970-01-01. */
interface Block {
  days: number
  number: number
}

const defaultDays = 30
const maxDays = 3_660
const maxBuckets = 1_000

/**
 * The range of a query, widened to whole days of the shop. A date given as `to` is included, a time is not.
 * @throws AppError VALIDATION_ERROR
 */
export function readRange(
  query: { from?: string | undefined; to?: string | undefined; interval: Interval },
  now: Date,
  zone: string,
): Range {
  const faults: FieldFault[] = []
  const read = (field: 'from' | 'to') => {
    const moment = query[field] === undefined ? undefined : readDateOrTime(query[field], zone)
    if (query[field] !== undefined && moment === undefined) {
      faults.push({ field, message: 'must be a date or a time with its zone, from 1970 on' })
    }
    return moment
  }
  const given = { from: read('from'), to: read('to') }
  if (faults.length > 0) throw invalid(...faults)
  const endDay = given.to === undefined ? addDays(dayOf(now.getTime(), zone), 1) : dayBehind(given.to, zone)
  const firstDay = given.from === undefined ? addDays(endDay, -defaultDays) : dayFrom(given.from, zone)
  if (firstDay >= endDay) throw invalid({ field: 'from', message: 'must be before to' })
  const days = daysBetween(firstDay, endDay)
  if (days > maxDays) throw invalid({ field: 'from', message: `must be at most ${maxDays} days before to` })
  if (days > maxBuckets * shortestDays[query.interval]) {
    throw invalid({ field: 'interval', message: `must be longer: this range would have more than ${maxBuckets} steps` })
  }
  return rangeOf(firstDay, endDay, query.interval, zone)
}

function rangeOf(firstDay: string, endDay: string, interval: Interval, zone: string): Range {
  const [from, to] = [firstDay, endDay].map((day) => new Date(startOfDay(day, zone))) as [Date, Date]
  return { from, to, firstDay, endDay, interval, zone }
}

const shortestDays: Record<Interval, number> = { hour: 1 / 24, day: 1, week: 7, month: 28 }

function dayFrom({ at, day }: DateOrTime, zone: string): string {
  return day ?? dayOf(at, zone)
}

/** The first day after it. */
function dayBehind({ at, day }: DateOrTime, zone: string): string {
  if (day !== undefined) return addDays(day, 1)
  const last = dayOf(at, zone)
  return startOfDay(last, zone) === at ? last : addDays(last, 1)
}

/** The same number of days, up to the range. */
export function previousRange({ firstDay, endDay, interval, zone }: Range): Range {
  return rangeOf(addDays(firstDay, -daysBetween(firstDay, endDay)), firstDay, interval, zone)
}

/**
 * The start of each step. The first is the start of the range; weeks start on Mondays. The steps of the previous range
 * are those of `like`, shifted by whole days; hours are not shifted, because a day can have one more or less.
 */
export function bucketsOf(range: Range, like: Range = range): Date[] {
  if (range.interval === 'hour') return hoursOf(range)
  const shift = daysBetween(like.firstDay, range.firstDay)
  const starts: Date[] = []
  for (let day = like.firstDay; day < like.endDay; day = nextStart(day, range.interval))
    starts.push(new Date(startOfDay(addDays(day, shift), range.zone)))
  return starts
}

function hoursOf({ from, to, zone }: Range): Date[] {
  const starts: Date[] = []
  for (let at = from.getTime(); at < to.getTime(); at = nextHour(at, zone)) starts.push(new Date(at))
  return starts
}

function nextStart(day: string, interval: Interval): string {
  const date = new Date(day)
  if (interval === 'day') return addDays(day, 1)
  if (interval === 'month')
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
  return addDays(day, (8 - date.getUTCDay()) % 7 || 7)
}

const startOfUtcDay = (at: Date) => Math.floor(at.getTime() / dayMs) * dayMs

/**
 * Starts of the UTC days that contain one of these bounds; the figures of other days stand in one row. Steps of hours
 * cut every day.
 */
export function cutDays(bounds: readonly Date[]): Date[] {
  const cut = bounds.filter((at) => at.getTime() % dayMs !== 0).map(startOfUtcDay)
  return [...new Set(cut)].map((at) => new Date(at))
}

const blockSizes = [64, 8, 1]

/** A half-open range of moments. */
export interface Span {
  from: Date
  to: Date
}

/** The parts of a range: the fewest blocks of 64, 8 and 1 UTC days, and the rest at its edges. */
export interface Parts {
  blocks: Block[]
  inner: Span
  edges: Span[]
}

export function partsOf({ from, to }: Span): Parts {
  const first = Math.ceil(from.getTime() / dayMs)
  const end = Math.floor(to.getTime() / dayMs)
  if (end < first) return { blocks: [], inner: { from: to, to }, edges: [{ from, to }] }
  const inner = { from: new Date(first * dayMs), to: new Date(end * dayMs) }
  const edges = [
    { from, to: inner.from },
    { from: inner.to, to },
  ].filter((edge) => edge.from < edge.to)
  return { blocks: blocksOf(first, end), inner, edges }
}

/** The same without blocks: all of it is counted from the rows, as edges are. */
export function withoutBlocks({ from, to }: Span): Parts {
  return { blocks: [], inner: { from: to, to }, edges: [{ from, to }] }
}

function blocksOf(first: number, end: number): Block[] {
  const blocks: Block[] = []
  for (let day = first; day < end; ) {
    const days = blockSizes.find((size) => day % size === 0 && day + size <= end) ?? 1
    blocks.push({ days, number: day / days })
    day += days
  }
  return blocks
}
