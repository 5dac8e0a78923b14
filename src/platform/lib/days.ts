/**
 * Days of an IANA time zone, written as `2026-03-29`. A day has 23, 24 or 25 hours (Lord Howe: 23.5 or 24.5) and begins
 * at its first moment, which may not be midnight. A zone unknown to this process counts as UTC.
 */

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** Of UTC. */
export const dayMs = 24 * hourMs

const formats = new Map<string, Intl.DateTimeFormat | undefined>()
const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  let format: Intl.DateTimeFormat | undefined
  try {
    format = new Intl.DateTimeFormat('en-US', { ...parts, second: '2-digit', hourCycle: 'h23', timeZone: zone })
  } catch {
    format = undefined
  }
  formats.set(zone, format)
  return format
}

/** Offset of the zone from UTC at a moment, in milliseconds. */
export function offsetOf(at: number, zone: string): number {
  const format = zone === 'UTC' ? undefined : formatOf(zone)
  if (format === undefined) return 0
  const second = Math.floor(at / 1_000) * 1_000
  const [, month = 0, day = 0, year = 0, hour = 0, minute = 0, seconds = 0] = (
    /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/.exec(format.format(second)) ?? []
  ).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second
}

/** The day of a moment. */
export function dayOf(at: number, zone: string): string {
  return new Date(at + offsetOf(at, zone)).toISOString().slice(0, 10)
}

/** The day so many days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The same day so many months later; the last of that month, if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Number of days from one to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** No zone is that far from UTC, and none changes its clock twice in a day. */
const farthestMs = 18 * hourMs

/** The first moment of a day; if the zone skipped the day, that of the next one. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(day)
  const [earlier, later] = [midnight - farthestMs, midnight + farthestMs]
  const [before, after] = [offsetOf(earlier, zone), offsetOf(later, zone)]
  if (before === after) return midnight - before
  // The clock changes near that midnight: find the first minute of the day.
  let [low, high] = [earlier / minuteMs, later / minuteMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayOf(middle * minuteMs, zone) < day) low = middle
    else high = middle
  }
  return high * minuteMs
}

/** The next full hour of the zone's clock after a moment, or the moment of a half-hour clock change. */
export function nextHour(at: number, zone: string): number {
  const intoHour = (at + offsetOf(at, zone)) % hourMs
  return at + (intoHour < 0 ? 0 : hourMs) - intoHour
}
