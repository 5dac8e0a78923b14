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

/** The moment of a time that was typed so; undefined if nothing is typed. */
export function readTime(text: string): string | undefined {
  const wanted = Date.parse(`${text}Z`)
  if (text === '' || Number.isNaN(wanted)) return undefined
  let at = wanted
  // The offset is that of the moment, which is known only with the offset.
  for (let turn = 0; turn < 2; turn++) at = wanted - offsetAt(at)
  return new Date(at).toISOString()
}

/** By how many milliseconds the clocks of the shop are ahead of UTC. */
function offsetAt(at: number): number {
  return Date.parse(`${typedTime(new Date(at).toISOString())}Z`) - at
}
