import { postalKey } from './postal-codes.ts'

/** Error message for an invalid pattern. */
export const patternFault = 'must be a postal code, its beginning such as 35*, or a range of digits a..b'

const between = /\s*(?:\.{2,3}|…)\s*/

/**
 * The stored form of a pattern: a code (`SW1A1AA`), a prefix (`BT*`), or a range of digits (`35000..35999`). Undefined
 * if it is none.
 */
export function readPostalPattern(text: string, country: string): string | undefined {
  const [from = '', to, ...more] = text.trim().split(between)
  if (more.length > 0) return undefined
  if (to !== undefined) {
    const [first, last] = [postalKey(from, country), postalKey(to, country)]
    const isRange = /^\d+$/.test(first) && /^\d+$/.test(last) && first.length === last.length && first <= last
    return isRange ? `${first}..${last}` : undefined
  }
  const isBeginning = from.endsWith('*')
  const written = isBeginning ? from.slice(0, -1) : from
  const code = postalKey(written, country)
  if (code === '' || code.length > 20 || /[^\p{L}\p{N}\s-]/u.test(written)) return undefined
  return isBeginning ? `${code}*` : code
}

/**
 * Width of the narrowest matching pattern: its number of open digits. 0 is the code itself; undefined: no pattern
 * matches. Codes with an extension (ZIP+4) match patterns of the code without it.
 */
export function openDigits(
  patterns: readonly string[],
  postalCode: string | null | undefined,
  country: string,
): number | undefined {
  const code = postalKey(postalCode ?? '', country)
  if (code === '') return undefined
  const found = patterns.flatMap((pattern) => openIn(pattern, code) ?? [])
  return found.length === 0 ? undefined : Math.min(...found)
}

function openIn(pattern: string, code: string): number | undefined {
  const [first = '', last] = pattern.split('..')
  if (last !== undefined) {
    const beginning = code.slice(0, first.length)
    if (beginning.length < first.length || beginning < first || beginning > last) return undefined
    return rounded(code.length - first.length + Math.log10(Number(last) - Number(first) + 1))
  }
  if (first.endsWith('*')) {
    const beginning = first.slice(0, -1)
    return code.startsWith(beginning) ? code.length - beginning.length : undefined
  }
  if (code === first) return 0
  return /^\d{9}$/.test(code) && code.slice(0, 5) === first ? 4 : undefined
}

/** `35000..35999` is as narrow as `35*`. */
function rounded(digits: number): number {
  return Math.round(digits * 1e6) / 1e6
}
