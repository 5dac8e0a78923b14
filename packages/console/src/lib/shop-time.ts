import { shopZone } from './format.ts'

/** A moment as it is typed into a field, in the zone of the shop: `2026-12-03T00:00`. */
export function typedTime(time: string): string {
  const zone = shopZone()
  const options: Intl.DateTimeFormatOptions = {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone && { timeZone: zone }),
  }
  // The form that Swedes write is that of the field.
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(time)).replace(' ', 'T')
}

/**
 * The moment of a time that was typed so; undefined if nothing is typed. A time that clocks skip is as long after the
 * change as it would have been without it: a midnight in Santiago in September is the first moment of its day. Of a
 * time that comes twice, it is the first.
 */
export function readTime(text: string): string | undefined {
  const wallTime = Date.parse(`${text}Z`)
  if (text === '' || Number.isNaN(wallTime)) return undefined
  const [before, after] = [offsetAt(wallTime - dayMs), offsetAt(wallTime + dayMs)]
  const isNamed = (at: number) => at + offsetAt(at) === wallTime
  const at = !isNamed(wallTime - before) && isNamed(wallTime - after) ? wallTime - after : wallTime - before
  return new Date(at).toISOString()
}

/** No clock is changed twice within two days. */
const dayMs = 86_400_000

/** By how many milliseconds the clocks of the shop are ahead of UTC. */
function offsetAt(at: number): number {
  return Date.parse(`${typedTime(new Date(at).toISOString())}Z`) - at
}
