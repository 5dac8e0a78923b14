import { slugOf } from '#src/platform/lib/slug.ts'
import { type Speller, speller } from '../../groups/rules.ts'
import type { Money } from '../../products/field.ts'
import { maxSlugLength } from '../../products/field-schemas.ts'
import { type RowPictures, rowOfPlace } from '../columns.ts'
import { type ParsedRow, readStated } from '../import-rows.ts'
import type { Place } from '../place.ts'
import { SkuRegister } from '../sku-register.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignProduct, ForeignVariant } from './foreign-product.ts'
import { hasTexts, rowTexts } from './languages.ts'
import { rowPictures } from './pictures.ts'
import type { ForeignUnit } from './read-foreign.ts'

/** Makes rows, as a file of our own has them, of the products of another system's file, in their order. */
export function unitRows(money: Money, notes: ColumnNotes): (unit: ForeignUnit) => ParsedRow[] {
  const slugs = new SkuRegister()
  return ({ product, named, faults, bytes }) => {
    const wrong = new Map<number, ParsedRow>()
    for (const { row, sku, field, message } of faults) {
      const entry = wrong.get(row) ?? { row, bytes, product: undefined, sku, faults: [] }
      entry.faults.push({ field, message })
      wrong.set(row, entry)
    }
    if (named !== undefined) {
      const { row, translations, ...subject } = named
      const texts = { translations: translations.map(rowTexts).filter(hasTexts), named: subject }
      return [...wrong.values(), { row, bytes, product: undefined, sku: null, faults: [], ...texts }]
    }
    if (product === undefined) return [...wrong.values()]
    const translations = (product.translations ?? []).map(rowTexts).filter(hasTexts)
    const slug = readSlug(product, notes)
    const before = slugs.enter(slug.text, product.row)
    const pictures = rowPictures(product)
    const spell = speller()
    const rows = product.variants.flatMap((read, index): ParsedRow[] => {
      const variant = { ...read, options: speltValues(product, read, spell, notes) }
      if (wrong.has(variant.row)) return []
      const { row, sku } = variant
      if (before !== undefined && !slug.isMade) {
        const fault = { field: 'slug', message: `is already used in row ${before}` }
        return [{ row, bytes, product: undefined, sku, faults: [fault] }]
      }
      if (variant.made_sku) notes.changed('SKU', 'made from the product and its options')
      const isDuplicate = before !== undefined
      const text = isDuplicate ? `${slug.text}-${slugOf(product.variants[0]?.sku ?? '') || product.row}` : slug.text
      const parsed = readVariant(product, variant, { ...slug, text }, pictures[index], money)
      return [{ ...parsed, bytes, ...(translations.length > 0 && { translations }) }]
    })
    return [...wrong.values(), ...rows]
  }
}

/** One spelling for values that differ only in case, blanks and hyphens: the first. */
function speltValues(
  { options: names }: ForeignProduct,
  { options }: ForeignVariant,
  spell: Speller,
  notes: ColumnNotes,
): string[] {
  return options.map((value, index) => {
    const name = names[index] ?? ''
    const spelt = spell(name, value)
    if (spelt !== value) notes.changed(name, 'one spelling of values that differ in case, blanks or hyphens: the first')
    return spelt
  })
}

const nowhere: Place = { group: undefined, names: [], options: undefined, ofGroup: {}, position: undefined }

interface UnitSlug {
  text: string
  isMade: boolean
}

function readSlug({ slug, name }: ForeignProduct, notes: ColumnNotes): UnitSlug {
  const text = slugOf(slug ?? name ?? '', slug === undefined ? undefined : maxSlugLength) || 'product'
  if (slug !== undefined && slug !== text) notes.changed('slug', 'written as lower-case words with hyphens between')
  return { text, isMade: slug === undefined }
}

function readVariant(
  product: ForeignProduct,
  variant: ForeignVariant,
  slug: UnitSlug,
  pictures: RowPictures | undefined,
  money: Money,
): Omit<ParsedRow, 'bytes'> {
  const { row, sku } = variant
  const isPlain = product.options.length === 0
  const options = product.options.map((name, index) => [name, variant.options[index] ?? ''] as const)
  const stated = {
    sku,
    name: product.name,
    description: product.description,
    description_html: product.description_html,
    category: product.category,
    brand: product.brand,
    tags: product.tags,
    seo_title: product.seo_title,
    seo_description: product.seo_description,
    price: variant.price,
    compare_at_price: variant.compare_at_price,
    unit_cost: variant.unit_cost,
    status: variant.status ?? (isPlain ? product.status : undefined),
    // An address that an earlier release took in place of pictures.
    image_url: product.images === undefined && variant.images === undefined ? undefined : null,
    on_hand: variant.on_hand,
    requires_shipping: variant.requires_shipping,
    gift_card: variant.gift_card,
    weight_grams: variant.weight_grams,
    tax_class: variant.tax_class,
    ...(variant.unit_pricing !== undefined && {
      unit_pricing_measure: variant.unit_pricing?.measure ?? null,
      unit_pricing_base_measure: variant.unit_pricing?.base ?? null,
    }),
    gtin: variant.gtin,
    ...rowOfPlace(isPlain ? null : slug.text, options),
  }
  const entry = Object.entries(stated).filter(([, value]) => value !== undefined)
  const { product: values, place, faults } = readStated(Object.fromEntries(entry), money)
  const foreign = { status: isPlain ? undefined : product.status, madeSlug: slug.isMade, madeSku: variant.made_sku }
  return {
    row,
    sku,
    faults,
    ...(pictures !== undefined && { pictures }),
    ...(variant.opening !== undefined && { opening: variant.opening }),
    product: values && (isPlain && !slug.isMade ? { ...values, slug: slug.text } : values),
    place: { ...(place ?? nowhere), foreign },
  }
}
