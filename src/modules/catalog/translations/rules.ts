import { lacksPermission, type Permission, type Permissions } from '#src/platform/lib/permissions.ts'

/** Of the catalog: they have slugs, descriptions and pages of their own. */
export const catalogTypes = ['product', 'product_group', 'collection'] as const
export type CatalogType = (typeof catalogTypes)[number]
/** What shoppers read beside them. */
const otherTypes = ['shipping_method', 'payment_method', 'promotion'] as const
export const subjectTypes = [...catalogTypes, ...otherTypes] as const
export type SubjectType = (typeof subjectTypes)[number]

export function isOfCatalog(type: SubjectType): type is CatalogType {
  return (catalogTypes as readonly string[]).includes(type)
}

/** The texts that a thing has. */
export const fieldsOfType: Readonly<Record<SubjectType, readonly string[]>> = {
  product: ['name', 'description', 'description_html', 'seo', 'slug'],
  product_group: ['name', 'description', 'description_html', 'seo', 'slug', 'options'],
  collection: ['name', 'description', 'description_html', 'seo', 'slug'],
  shipping_method: ['name', 'description'],
  payment_method: ['name', 'instructions'],
  promotion: ['name'],
}

/** Who may read and write the texts of what is not in the catalog: those who may do so of the thing itself. */
export const permissionsOf = {
  shipping_method: { read: 'settings.read', write: 'settings.write' },
  payment_method: { read: 'settings.read', write: 'settings.write' },
  promotion: { read: 'promotions.read', write: 'promotions.write' },
} as const satisfies Record<Exclude<SubjectType, CatalogType>, Record<'read' | 'write', Permission>>

/** The types whose texts somebody may read. */
export function readableTypes(permissions: Permissions): SubjectType[] {
  return subjectTypes.filter((type) => isOfCatalog(type) || permissions.has(permissionsOf[type].read))
}

/** @throws AppError INSUFFICIENT_PERMISSIONS */
export function refuseType(type: SubjectType, permissions: Permissions, act: 'read' | 'write'): void {
  if (isOfCatalog(type) || permissions.has(permissionsOf[type][act])) return
  throw lacksPermission(permissionsOf[type][act])
}

/** A thing in words. */
export const wordsOfType: Readonly<Record<SubjectType, string>> = {
  product: 'product',
  product_group: 'product group',
  collection: 'collection',
  shipping_method: 'shipping method',
  payment_method: 'payment method',
  promotion: 'promotion',
}

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
  /** Of a payment method. */
  instructions?: string
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
