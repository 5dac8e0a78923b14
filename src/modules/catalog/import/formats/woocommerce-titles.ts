import { titleKey } from './sheet.ts'
import { meanings, translations } from './woocommerce-translations.ts'

interface Language {
  /** The English title, by the one of the language. */
  exact: ReadonlyMap<string, string>
  /** Titles with a number, a unit or a name in them. */
  patterns: readonly { title: RegExp; english: string }[]
}

/** Of some languages the words stand in another order, so the number is found where they have it. */
function languageOf(titles: readonly (readonly string[])[]): Language {
  const exact = new Map<string, string>()
  const patterns: { title: RegExp; english: string }[] = []
  for (const [index, english] of meanings.entries()) {
    for (const title of titles[index] ?? []) {
      const key = titleKey(title)
      if (/%[ds]/.test(key)) patterns.push({ title: patternOf(key), english })
      else if (!exact.has(key)) exact.set(key, english)
    }
  }
  return { exact, patterns }
}

function patternOf(key: string): RegExp {
  const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace('%d', '(\\d{1,3})').replace('%s', '(.{1,200})')}$`)
}

const english = languageOf(meanings.map((title) => [title]))
const others = Object.values(translations).map((texts) =>
  languageOf(texts.split('|').map((titles) => titles.split('/').filter((title) => title !== ''))),
)

/** The GTIN's title has the same abbreviations in every language. */
const gtin = /^gtin\b.*\bisbn$/

function englishOf(key: string, { exact, patterns }: Language): string | undefined {
  const known = exact.get(key)
  if (known !== undefined || !/[\d(:]/.test(key)) return known
  for (const { title, english: name } of patterns) {
    const found = title.exec(key)?.[1]
    if (found !== undefined) return name.replace(/%[ds]/, found)
  }
  return undefined
}

/** Titles of one language that must be known, so that it is taken for the one of the file. */
const fewest = 3
/** A header may have many thousands. */
const maxCounted = 200

/**
 * The keys of a header, in English where it is that of WooCommerce in a language whose titles are known. One word has
 * other meanings in other languages, so the whole header is read in the one that knows most of it.
 */
export function inEnglish(titles: readonly string[]): string[] {
  const keys = titles.map(titleKey)
  const first = keys.slice(0, maxCounted)
  const known = ({ exact }: Language) => first.filter((key) => exact.has(key)).length
  let best = { language: english, known: Math.max(known(english), fewest - 1) }
  for (const language of others) {
    const found = known(language)
    if (found > best.known) best = { language, known: found }
  }
  return keys.map((key) => (gtin.test(key) ? 'gtin, upc, ean, or isbn' : (englishOf(key, best.language) ?? key)))
}
