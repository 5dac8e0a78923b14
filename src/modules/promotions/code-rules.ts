import { plainText } from '#src/platform/lib/plain-text.ts'

/** What a code may hold beside letters and digits; comparisons leave it out. */
export const punctuation = " !#$%&'*+-./:=?@_"

const punctuationOrLetters = /^[ !#$%&'*+\-./:=?@_\p{L}\p{M}\p{N}]*$/u

/** A code as it is shown: in capitals, with ASCII hyphens, blanks and digits. */
export function readCode(code: string): string {
  return plainText(code)
    .replaceAll(/[\u2018\u2019]/g, "'")
    .toUpperCase()
}

/** Two codes are the same if their letters and digits are: `SAVE 10`, `save-10` and `Save10`. */
export function codeKey(code: string): string {
  return readCode(code).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Why a code, as `readCode` returns it, cannot be given to a promotion; undefined if it can. */
export function faultOfCode(code: string): string | undefined {
  if (!punctuationOrLetters.test(code)) return `can hold letters, digits, blanks and ${punctuation.trim()}`
  const { length } = codeKey(code)
  return length < 3 || code.length > 64
    ? 'must have at least 3 letters or digits, and at most 64 characters'
    : undefined
}

/** Whether a prefix can begin generated codes. */
export function isPrefix(prefix: string): boolean {
  return punctuationOrLetters.test(prefix)
}

/** Each code once, as first given; those that the shop has, as the shop writes them. */
export function matchCodes(given: readonly string[], applicable: readonly string[]): string[] {
  const codes = given.map((typed) => {
    const code = readCode(typed)
    if (applicable.includes(code)) return code
    return applicable.find((one) => codeKey(one) === codeKey(code)) ?? code
  })
  return withoutTwins(codes)
}

/** Without codes whose letters and digits an earlier one has, too. */
export function withoutTwins(codes: readonly string[]): string[] {
  const keys = new Set<string>()
  return codes.filter((code) => {
    const key = codeKey(code) || code
    return !keys.has(key) && keys.add(key)
  })
}
