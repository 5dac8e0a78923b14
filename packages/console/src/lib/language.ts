/** Languages of the console, each by its own name. English stands in the code; the others are files of `texts`. */
export const consoleLanguages = { en: 'English', de: 'Deutsch' } as const

export type ConsoleLanguage = keyof typeof consoleLanguages

/** Where a browser keeps what was chosen. */
export const languageKey = 'console-language'

const isLanguage = (code: string | undefined | null): code is ConsoleLanguage =>
  code !== undefined && code !== null && Object.hasOwn(consoleLanguages, code)

/** What the viewer has chosen for this browser; undefined: as the browser says. */
export function chosenLanguage(): ConsoleLanguage | undefined {
  const stored = globalThis.localStorage?.getItem(languageKey)
  return isLanguage(stored) ? stored : undefined
}

/** The first language of the browser that the console has; else English. */
function browserLanguage(): ConsoleLanguage {
  const codes = globalThis.navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase())
  return codes.find(isLanguage) ?? 'en'
}

export const language: ConsoleLanguage = chosenLanguage() ?? browserLanguage()
