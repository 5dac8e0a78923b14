import type { OptionWords } from '../../translations/write-texts.ts'
import type { ForeignRow } from './foreign-product.ts'
import { noMarket, shopLocale } from './languages.ts'
import { type Context, isOf } from './woocommerce-columns.ts'

/** The rows of a product in a language besides that of the shop's own texts. */
interface LanguageRows {
  tag: string
  rows: ForeignRow[]
}

interface DividedRows {
  main: ForeignRow[]
  others: LanguageRows[]
}

/**
 * WPML and Polylang have a product of its own for each language, which a group joins. One is the product here, in the
 * language of the shop's own texts, else of the original; the others are its texts.
 */
export function divideLanguages(rows: readonly ForeignRow[], { sheet, languages, notes }: Context): DividedRows {
  if (!sheet.has('language')) return { main: [...rows], others: [] }
  const tagOf = (row: ForeignRow) => sheet.text(row, 'language').toLowerCase()
  const byTag = Map.groupBy(rows, tagOf)
  if (byTag.size < 2) return { main: [...rows], others: [] }
  const isParent = (row: ForeignRow) => !isOf(row, sheet, 'variation')
  const tags = [...byTag].filter(([, some]) => some.some(isParent)).map(([tag]) => tag)
  const own = tags.find((tag) => shopLocale(tag, languages) === 'own')
  const original = rows.find((row) => isParent(row) && sheet.text(row, 'originalLanguage') === '')
  const chosen = own ?? tagOf(original ?? (rows[0] as ForeignRow))
  if (own === undefined && languages !== undefined)
    notes.kept(
      sheet.title('language'),
      `${chosen} becomes the shop’s own text: the product has none in ${languages.own}`,
    )
  // Rows that name no language are of the chosen one.
  const main = [...(byTag.get(chosen) ?? []), ...(chosen === '' ? [] : (byTag.get('') ?? []))]
  const others = [...byTag].filter(([tag]) => tag !== chosen && tag !== '')
  return { main, others: others.map(([tag, some]) => ({ tag, rows: some })) }
}

interface TextsOfLanguage {
  locale: string
  parent: ForeignRow
  options: OptionWords[]
}

/** The texts of a product in a language; none if no market has it. */
export function textsIn({ tag, rows }: LanguageRows, main: readonly ForeignRow[], context: Context): TextsOfLanguage[] {
  const { sheet, notes, languages } = context
  const isVariation = (row: ForeignRow) => isOf(row, sheet, 'variation')
  const parent = rows.find((row) => !isVariation(row))
  if (parent === undefined) return []
  const locale = shopLocale(tag, languages)
  if (locale === undefined || locale === 'own') {
    notes.dropped(sheet.title('language'), noMarket(tag))
    return []
  }
  const own = main.find((row) => !isVariation(row))
  const pairs = own === undefined ? [] : [[own, parent] as const, ...pairsOf(main, rows, context, isVariation)]
  const options = pairs.flatMap(([one, other]) => wordsOf(one, other, context))
  return [{ locale, parent, options }]
}

/** Variations with those of the other language: by their group, else by SKU, else by their place. */
function pairsOf(
  main: readonly ForeignRow[],
  rows: readonly ForeignRow[],
  { sheet }: Context,
  isVariation: (row: ForeignRow) => boolean,
): (readonly [ForeignRow, ForeignRow])[] {
  const [own, others] = [main.filter(isVariation), rows.filter(isVariation)]
  const by = (name: 'translationGroup' | 'sku') =>
    new Map(others.flatMap((row) => (sheet.text(row, name) === '' ? [] : [[sheet.text(row, name), row] as const])))
  const [groups, skus] = [by('translationGroup'), by('sku')]
  return own.flatMap((row, index) => {
    const found = groups.get(sheet.text(row, 'translationGroup')) ?? skus.get(sheet.text(row, 'sku'))
    const other = found ?? (own.length === others.length ? others[index] : undefined)
    return other === undefined ? [] : [[row, other] as const]
  })
}

/** Attributes have the same columns in each language, and the values of a product the same order. */
function wordsOf(own: ForeignRow, other: ForeignRow, { attributes }: Context): OptionWords[] {
  const said = new Map(attributes.of(other).map((one) => [one.title, one]))
  return attributes.of(own).flatMap(({ name, values, title }): OptionWords[] => {
    const words = said.get(title)
    if (words === undefined || words.values.length !== values.length) return []
    const label = words.name === name ? {} : { title: words.name.slice(0, 50) }
    return values.flatMap((value, index): OptionWords[] => {
      const word = words.values[index]
      const hasWord = word !== undefined && word !== value
      if (!hasWord && words.name === name) return []
      return [{ name, value, ...label, ...(hasWord && { word: word.slice(0, 100) }) }]
    })
  })
}
