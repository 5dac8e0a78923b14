import type { FieldFault } from '#src/platform/lib/errors.ts'

/** A carrier of a shop's parcels, with a tracking URL that contains `{tracking_number}`. */
export interface Carrier {
  name: string
  tracking_pattern: string
}

export const maxCarriers = 50
const place = '{tracking_number}'

/** Faults of a list of carriers, by field. The schema has checked the form of patterns already. */
export function carrierFaults(carriers: readonly Carrier[]): FieldFault[] {
  const names = new Map<string, number>()
  return carriers.flatMap(({ name, tracking_pattern }, index) => {
    const faults: FieldFault[] = []
    const key = keyOf(name)
    const other = names.get(key)
    if (key === '') faults.push({ field: `carriers[${index}].name`, message: 'must not be blank' })
    else if (other !== undefined)
      faults.push({ field: `carriers[${index}].name`, message: `is also the name of carriers[${other}]` })
    names.set(key, other ?? index)
    const message = patternFault(tracking_pattern)
    return message === undefined ? faults : [...faults, { field: `carriers[${index}].tracking_pattern`, message }]
  })
}

/** The number may stand in path, query or fragment: in the host it would lead to another site. */
function patternFault(pattern: string): string | undefined {
  if (!pattern.includes(place)) return `must contain ${place} in place of the number`
  const [one, other] = ['A1', 'B2'].map((number) => URL.parse(pattern.replaceAll(place, number)))
  if (one == null || other == null || one.protocol !== 'https:') return 'must be an https address'
  if (one.origin !== other.origin) return `must not have ${place} in its host`
  return one.username || one.password ? 'must not have a user name or password' : undefined
}

/** The carriers with their names and patterns trimmed. */
export function tidyCarriers(carriers: readonly Carrier[]): Carrier[] {
  return carriers.map(({ name, tracking_pattern }) => ({
    name: name.trim().normalize('NFC'),
    tracking_pattern: tracking_pattern.trim(),
  }))
}

/** Tracking URL of a parcel; null if the shop has no such carrier, or there is no number. */
export function trackingUrl(
  carriers: readonly Carrier[],
  { carrier, tracking_number }: { carrier: string | null; tracking_number: string | null },
): string | null {
  const key = keyOf(carrier ?? '')
  const number = tracking_number?.trim()
  const pattern = carriers.find(({ name }) => keyOf(name) === key)?.tracking_pattern
  return pattern === undefined || !number ? null : pattern.replaceAll(place, () => encodeURIComponent(number))
}

/** Key by which carriers are found: their folded name. */
function keyOf(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
