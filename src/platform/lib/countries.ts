/**
 * Codes with a name in the runtime that ISO 3166-1 does not assign: reserved codes (AC, EU, UK), former countries (DD,
 * SU) and user-assigned ones (XA, ZZ). The user-assigned XK is accepted: everybody ships to Kosovo with it.
 */
const unassigned = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' '),
)
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every code that `isCountry` takes, in the order of the alphabet. */
export const countries: readonly string[] = letters.flatMap((first) =>
  letters.map((second) => first + second).filter(isCountry),
)

/** Whether ISO 3166-1 assigns this alpha-2 code, in capitals, or it is XK. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !unassigned.has(code) && names.of(code) !== undefined
}
