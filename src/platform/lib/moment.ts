import { addDays, startOfDay } from './days.ts'

/**
 * A time of RFC 3339 from 1970 to 2999, else undefined. The schema's `date-time` also accepts leap seconds, which
 * JavaScript has no time for.
 */
export function readMoment(text: string): Date | undefined {
  const at = new Date(text)
  return at.getTime() >= 0 && at.getTime() < Date.UTC(3000, 0, 1) ? at : undefined
}

/** A date means its whole day; `at` is its start. */
export interface DateOrTime {
  at: number
  /** The given date, unless a time was given. */
  day?: string
}

/** A date of a time zone, or a time with its zone, from 1970 to 2999, else undefined. */
export function readDateOrTime(text: string, zone: string): DateOrTime | undefined {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDate && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || at < 0 || at >= Date.UTC(3000, 0, 1)) return undefined
  // Date.parse reads 30 February as 2 March.
  const day = text.slice(0, 10)
  if (!new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return undefined
  return isDate ? { at: startOfDay(day, zone), day } : { at }
}

/** The first moment after a date or a time; a date includes its whole day. */
export function endOf({ at, day }: DateOrTime, zone: string): number {
  return day === undefined ? at : startOfDay(addDays(day, 1), zone)
}
