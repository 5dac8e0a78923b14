import { locale } from './format.ts'

/** Codes that the browser has a name for and the service refuses. A test compares. */
const unassigned = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' '),
)
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export interface Country {
  code: string
  name: string
}

let sorted: readonly Country[] | undefined

/** All there are, by name, in the viewer's language. */
export function countries(): readonly Country[] {
  sorted ??= listCountries()
  return sorted
}

function listCountries(): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .flatMap((code) => {
      const name = unassigned.has(code) ? undefined : names.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** By its code, its name, or how its name begins. */
export function findCountry(text: string): Country | undefined {
  const sought = text.trim().toLowerCase()
  if (sought === '') return undefined
  const all = countries()
  return (
    all.find(({ code, name }) => code.toLowerCase() === sought || name.toLowerCase() === sought) ??
    (sought.length > 2 ? all.find(({ name }) => name.toLowerCase().startsWith(sought)) : undefined)
  )
}
