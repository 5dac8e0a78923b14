export const subjectTypes = ['product', 'product_group', 'collection'] as const
export type SubjectType = (typeof subjectTypes)[number]

/** The words of an option and its values, by those of the shop. */
export interface OptionTexts {
  name?: string | null
  values?: Record<string, string>
}

/** Texts in another language: only what is translated. */
export interface Texts {
  name?: string
  description?: string
  description_html?: string
  seo_title?: string
  seo_description?: string
  /** Of a group, by the names of its options. */
  options?: Record<string, OptionTexts>
  slug?: string
}

/** A translation that was taken away stays as a row without texts. */
export const isWithout = ({ texts, slug }: { texts: Texts; slug: string | null }) =>
  slug === null && Object.keys(texts).length === 0

/** Texts as the audit log has them. */
export function auditedTexts({ texts, slug }: { texts: Texts; slug: string | null }): Record<string, string | null> {
  const { options, ...others } = texts
  return { ...others, slug, options: options === undefined ? null : JSON.stringify(options) }
}

/** What translations a reader gets of one thing: of each field the first that there is. */
export function mergeTexts(translations: readonly Texts[]): Texts {
  return translations.reduceRight<Texts>((merged, texts) => {
    const options = mergeOptions(merged.options, texts.options)
    // A description is one text in two forms.
    const { description, description_html, ...others } = merged
    const kept = texts.description === undefined ? merged : others
    return { ...kept, ...texts, ...(options && { options }) }
  }, {})
}

function mergeOptions(behind: Texts['options'], first: Texts['options']): Texts['options'] {
  if (behind === undefined || first === undefined) return first ?? behind
  const names = new Set([...Object.keys(behind), ...Object.keys(first)])
  return Object.fromEntries(
    [...names].map((key) => {
      const [one, other] = [first[key], behind[key]]
      return [key, { name: one?.name ?? other?.name ?? null, values: { ...other?.values, ...one?.values } }]
    }),
  )
}
