/**
 * A time of RFC 3339 from 1970 to 2999, else undefined. The schema's `date-time` also accepts leap seconds, which
 * JavaScript has no time for.
 */
export function readMoment(text: string): Date | undefined {
  const at = new Date(text)
  return at.getTime() >= 0 && at.getTime() < Date.UTC(3000, 0, 1) ? at : undefined
}
