import { locale } from './format.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export interface Language {
  code: string
  name: string
}

let sorted: readonly Language[] | undefined

/** Those with a code of two letters, by name, in the viewer's language. */
export function languages(): readonly Language[] {
  sorted ??= listLanguages()
  return sorted
}

/** Of any code of BCP 47: `en-GB` is British English. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function listLanguages(): Language[] {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}
