/**
 * What the runtime has names for and ISO 3166-1 does not assign: reserved codes (AC, EU, UK), codes of former countries
 * (DD, SU) and of the user (XA, ZZ). One code of the user is taken: XK, by which everybody ships to Kosovo.
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
