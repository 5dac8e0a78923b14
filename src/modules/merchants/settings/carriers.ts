import type { FieldFault } from '#src/platform/lib/errors.ts'

/** Who carries a shop's parcels, and where a parcel can be followed: an address with `{tracking_number}` in it. */
export interface Carrier {
  name: string
  tracking_pattern: string
}

export const maxCarriers = 50
const place = '{tracking_number}'

/** What is wrong with a list of carriers, at each field. Patterns have the form of the schema already. */
export function carrierFaults(carriers: readonly Carrier[]): FieldFault[] {
  const names = new Map<string, number>()
  return carriers.flatMap(({ name, tracking_pattern }, index) => {
    const faults: FieldFault[] = []
    const key = keyOf(name)
    const other = names.get(key)
    if (key === '') faults.push({ field: `carriers[${index}].name`, message: 'must not be blank' })
    else if (other !== undefined)
      faults.push({ field: `carriers[${index}].name`, message: `is the name of carriers[${other}], too` })
    names.set(key, other ?? index)
    const message = patternFault(tracking_pattern)
    return message === undefined ? faults : [...faults, { field: `carriers[${index}].tracking_pattern`, message }]
  })
}

/** A number may stand in path, query or fragment: in the host it would lead to another site. */
function patternFault(pattern: string): string | undefined {
  if (!pattern.includes(place)) return `must have ${place} where the number stands`
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

/** Where a parcel of a carrier can be followed; null if the shop has no such carrier, or there is no number. */
export function trackingUrl(
  carriers: readonly Carrier[],
  { carrier, tracking_number }: { carrier: string | null; tracking_number: string | null },
): string | null {
  const key = keyOf(carrier ?? '')
  const number = tracking_number?.trim()
  const pattern = carriers.find(({ name }) => keyOf(name) === key)?.tracking_pattern
  return pattern === undefined || !number ? null : pattern.replaceAll(place, () => encodeURIComponent(number))
}

/** Carriers are found by name, however it is written. */
function keyOf(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
