const maxDelayMs = 3_600_000
/** A delay of more than a day is taken for a mistake, as is an unreadable value. */
const absurdMs = 86_400_000

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7); a time of day alone is none. */
const httpDate = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? [\w :-]+( GMT)?$/

/**
 * The delay that a receiver asks for, an hour at most. Undefined for a value that is neither seconds nor a date, lies
 * in the past, or is more than a day away.
 * @param nowMs by the database's clock
 */
export function readRetryAfter(text: string, nowMs: number): number | undefined {
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : readDate(text) - nowMs
  return waitMs > 0 && waitMs <= absurdMs ? Math.min(waitMs, maxDelayMs) : undefined
}

function readDate(text: string): number {
  if (text.length > 40 || !httpDate.test(text)) return Number.NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
