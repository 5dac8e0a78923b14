import { readLocale } from '#src/platform/lib/locales.ts'
import type { OptionWords } from '../../translations/write-texts.ts'
import { descriptionOf, type FileLanguages, type RowTexts } from '../translated-columns.ts'

/** A product's texts in another language. */
export interface ForeignTexts {
  locale: string
  description?: string | null | undefined
  description_html?: string | undefined
  name?: string | null | undefined
  seo_title?: string | null | undefined
  seo_description?: string | null | undefined
  slug?: string | undefined
  options?: readonly OptionWords[]
}

const languageOf = (locale: string) => locale.replace(/-.*$/, '').toLowerCase()

/**
 * The shop's language that another system's tag means: the same, else the only one of that language. `own` is that of
 * the shop's own texts.
 */
export function shopLocale(tag: string, languages: FileLanguages | undefined): string | undefined {
  const locale = readLocale(tag.trim().replaceAll('_', '-'))
  if (locale === undefined || languages === undefined) return undefined
  const { own, others } = languages
  if (locale === own) return 'own'
  if (others.includes(locale)) return locale
  const near = [own, ...others].filter((one) => languageOf(one) === languageOf(locale))
  if (near.length !== 1) return undefined
  return near[0] === own ? 'own' : near[0]
}

export const noMarket = (tag: string) =>
  `${tag.slice(0, 35)} is a language of no market: add it to a market here, and import the file again`

/** What is empty in the file says nothing: there it is not translated. */
export function rowTexts({ locale, options, slug, description, description_html, ...texts }: ForeignTexts): RowTexts {
  const said = Object.entries(texts).filter(([, text]) => text)
  const described =
    description || description_html
      ? descriptionOf({ ...(description && { description }), ...(description_html && { description_html }) })
      : {}
  const change = {
    ...Object.fromEntries(said),
    ...described,
    ...(slug && { slug }),
    ...(options && options.length > 0 && { options }),
  }
  return { locale, change, notKept: [] }
}

export const hasTexts = ({ change }: RowTexts) => Object.keys(change).length > 0
