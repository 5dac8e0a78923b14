import { withoutGuard } from '#src/platform/lib/csv.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { maxOptions } from '../../products/membership-schemas.ts'
import type { OptionWords } from '../../translations/write-texts.ts'
import { type ForeignRow, max, type ReaderOptions } from './foreign-product.ts'
import { type ForeignTexts, noMarket, shopLocale } from './languages.ts'
import { cellReader, type Header, lineOf, sheetOf } from './sheet.ts'

/** Columns of a language besides the one that is read as the shop's own, such as `name:de`. */
export interface FurtherLanguages {
  /** Their keys, which are no columns without a place. */
  titles: Map<string, undefined>
  textsOf(
    rows: readonly ForeignRow[],
    groups: readonly string[],
    valuesOf: (row: ForeignRow) => readonly string[],
  ): ForeignTexts[]
}

const names = ['name', 'slug', 'description', 'optiongroups', 'optionvalues'] as const

export function furtherLanguages(header: Header, options: ReaderOptions): FurtherLanguages {
  const tags = new Set(header.keys.flatMap((key) => /^(?:name|description):([a-z_-]+)$/.exec(key)?.[1] ?? []))
  const read = [...tags].map((tag) => {
    const columns = Object.fromEntries(names.map((name) => [name, [`${name}:${tag}`]]))
    const sheet = sheetOf(header, columns as Record<(typeof names)[number], string[]>, new Map(), options.ignored)
    return { tag, locale: shopLocale(tag, options.languages), sheet }
  })
  return {
    titles: new Map(read.flatMap(({ tag }) => names.map((name) => [`${name}:${tag}`, undefined]))),
    textsOf(rows, groups, valuesOf) {
      const [first] = rows
      if (first === undefined) return []
      return read.flatMap(({ tag, locale, sheet }): ForeignTexts[] => {
        if (locale === undefined || locale === 'own') {
          if (sheet.text(first, 'name') !== '') options.notes.dropped(sheet.title('name'), noMarket(tag))
          return []
        }
        const cells = cellReader(sheet, options.notes, [], options)
        const parts = (row: ForeignRow, name: 'optiongroups' | 'optionvalues') =>
          withoutGuard(sheet.text(row, name)).split('|').map(lineOf).filter(Boolean)
        const titles = parts(first, 'optiongroups')
        // Further options are joined to the last: their words are, too.
        const isWhole = groups.length <= maxOptions && titles.length === groups.length
        const words = rows.flatMap((row): OptionWords[] => {
          const [own, said] = [valuesOf(row), parts(row, 'optionvalues')]
          if (!isWhole || own.length !== groups.length || said.length !== groups.length) return []
          return groups.map((name, index) => {
            const [title = '', value = '', word = ''] = [titles[index], own[index], said[index]]
            return { name, title: title.slice(0, 50), value, word: word.slice(0, 100) }
          })
        })
        const slug = slugOf(sheet.text(first, 'slug'))
        return [
          {
            locale,
            name: cells.line(first, 'name', max.name),
            ...cells.description(first, 'description'),
            ...(slug && { slug }),
            options: words,
          },
        ]
      })
    },
  }
}
