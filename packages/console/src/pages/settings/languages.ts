const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

/** What a language tag names, in English: "German (Austria)" of `de-AT`; the tag itself where nobody knows it. */
export function languageName(locale: string): string {
  try {
    return names.of(locale) ?? locale
  } catch {
    return locale
  }
}
