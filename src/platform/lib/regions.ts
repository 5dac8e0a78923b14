import subdivisionsInEnglish from 'cldr-subdivisions-full/subdivisions/en/en.json' with { type: 'json' }
import { iso31662 } from 'iso-3166/2.js'
import { furtherNames, newRegions } from './region-names.ts'

/** Names of a country's regions. */
interface Regions {
  /** ISO 3166-2 codes by folded name and by code. */
  codes: Map<string, string>
  /** Code of the parent region by code. */
  parents: Map<string, string>
}

const inEnglish: Record<string, string> = subdivisionsInEnglish.subdivisions.localeDisplayNames.subdivisions
const cache = new Map<string, Regions>()

/**
 * Comparison key of a region: its ISO 3166-2 code, `CA-QC`, for every spelling (`qc`, `Québec`, `Province de Quebec`);
 * the folded name of a region that the table does not know. '' for the whole country.
 */
export function regionKey(country: string, region: string | null): string {
  const text = region?.trim() ?? ''
  const folded = fold(text)
  if (folded === '') return ''
  const { codes } = regionsOf(country)
  return codes.get(folded) ?? codes.get(fold(withoutKind(text))) ?? folded
}

/** The parent regions of a region, the nearest first, such as the autonomous community of a Spanish province. */
export function regionsAround(country: string, key: string): string[] {
  const { parents } = regionsOf(country)
  const around: string[] = []
  for (let code = parents.get(key); code !== undefined; code = parents.get(code)) around.push(code)
  return around
}

/** Words for the kind of a region: `Province of Ontario`, `New York State`, `Tokyo-to`. */
const kinds =
  'province provincia provincie provinz state estado stato land freistaat region région regione región county comté ' +
  'condado canton kanton cantone prefecture préfecture département departamento comunidad comunitat'
const before = new RegExp(
  `^(?:co\\.|${kinds.replaceAll(' ', '|')})\\s+(?:(?:of|de la|de|du|di|da|do|del|della|von) |d['’])?`,
  'iu',
)
const after =
  /[\s-]+(?:province|state|region|county|canton|prefecture|oblast|voivodeship|department|ken|fu|to|do|si|sheng|shi)$/iu

function withoutKind(name: string): string {
  return name.replace(before, '').replace(after, '')
}

/** Without case, accents, blanks and punctuation. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[łøđıßæœ]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}
const plain: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** `Thueringen`: how German, Danish and Swedish letters are written without their keys. */
function inTwoLetters(name: string): string {
  return name.normalize('NFC').replace(/[äöüåø]/giu, (letter) => twoLetters[letter.toLowerCase()] ?? letter)
}
const twoLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

function regionsOf(country: string): Regions {
  const found = cache.get(country) ?? readRegions(country)
  cache.set(country, found)
  return found
}

function readRegions(country: string): Regions {
  const prefix = `${country}-`
  const listed = [...iso31662, ...newRegions].filter(({ code }) => code.startsWith(prefix))
  const namesOf = new Map(
    listed.map(({ code, name }) => {
      const english = inEnglish[code.replace('-', '').toLowerCase()] ?? ''
      return [code, [name, english].flatMap(formsOf)]
    }),
  )
  for (const line of furtherNames.split('\n').filter((text) => text.startsWith(prefix))) {
    const end = line.indexOf(' ')
    namesOf.get(line.slice(0, end))?.push(...line.slice(end + 1).split('; '))
  }
  const same = onlyChildren(country, listed, namesOf)
  const codes = new Map<string, string>()
  const learn = (name: string, code: string) => {
    const folded = fold(name)
    if (folded !== '' && !codes.has(folded)) codes.set(folded, same.get(code) ?? code)
  }
  for (const { code } of listed) for (const text of [code, code.slice(prefix.length)]) learn(text, code)
  for (const [code, names] of namesOf)
    for (const name of names) for (const form of [name, inTwoLetters(name)]) learn(form, code)
  const parents = listed.flatMap(({ code, parent }): [string, string][] =>
    parent === country || same.has(code) ? [] : [[code, same.get(parent) ?? parent]],
  )
  return { codes, parents: new Map(parents) }
}

/** `Madrid` is the only province of the region `Madrid, Comunidad de`: both are one place, the region. */
function onlyChildren(
  country: string,
  listed: readonly { code: string; parent: string }[],
  namesOf: ReadonlyMap<string, readonly string[]>,
): Map<string, string> {
  const foldedNames = (code: string) => (namesOf.get(code) ?? []).map(fold).filter(Boolean)
  const children = Map.groupBy(listed, ({ parent }) => parent)
  const same = new Map<string, string>()
  for (const [parent, [child, ...others]] of children) {
    if (parent === country || child === undefined || others.length > 0) continue
    const names = new Set(foldedNames(parent))
    if (foldedNames(child.code).some((name) => names.has(name))) same.set(child.code, parent)
  }
  return same
}

/** `Asturias, Principado de` is also `Asturias` and `Principado de Asturias`; `Bolzano, Bozen` has two names. */
function formsOf(name: string): string[] {
  const parts = name.split(/,\s+|\s*\/\s*|\s*[([]|[)\]]/).filter(Boolean)
  return parts.length < 2 ? [name] : [name, ...parts, parts.toReversed().join(' ')]
}
