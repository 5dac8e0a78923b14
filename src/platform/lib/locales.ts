/** The canonical form of a language tag of BCP 47; undefined if it is none. */
export function readLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
