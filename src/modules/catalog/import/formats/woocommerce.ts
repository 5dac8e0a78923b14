import { textToHtml } from '#src/platform/rich-text/index.ts'
import { maxVariants, spellingKey } from '../../groups/rules.ts'
import {
  type AssembledProduct,
  type ForeignDescription,
  type ForeignFault,
  type ForeignReader,
  type ForeignRow,
  type ForeignVariant,
  max,
  type ReaderOptions,
} from './foreign-product.ts'
import type { ForeignTexts } from './languages.ts'
import {
  cellReader,
  type Header,
  listOf,
  picturesOf,
  type Sheet,
  sheetOf,
  skuMaker,
  tagsOf,
  withoutTwins,
  wordsOf,
} from './sheet.ts'
import { attributeColumns, combinations, countOf, optionsOf } from './woocommerce-attributes.ts'
import { besides, type Context, isOf, type Name, names, quiet, typesOf } from './woocommerce-columns.ts'
import { divideLanguages, textsIn } from './woocommerce-languages.ts'
import { gramsOf, statusOf, variantOf } from './woocommerce-variants.ts'

/** Required columns of a WooCommerce header, by their keys. */
export function isWooCommerceHeader(titles: readonly string[]): boolean {
  const keys = new Set(titles)
  return keys.has('name') && (keys.has('type') || keys.has('regular price'))
}

/**
 * Reads simple products, and variable ones with their variations. A variation names its parent by SKU or `id:123` and
 * may stand anywhere.
 */
export function wooCommerceReader(header: Header, options: ReaderOptions): ForeignReader {
  const { notes } = options
  const attributes = attributeColumns(header)
  const sheet = sheetOf<Name>(header, names, new Map([...quiet, ...attributes.titles]), options.ignored)
  return {
    keysOf(row) {
      const parent = sheet.text(row, 'parent')
      if (isOf(row, sheet, 'variation'))
        return parent === '' ? [] : [/^id:/i.test(parent) ? parent.toLowerCase() : `sku ${parent.toLowerCase()}`]
      const id = sheet.text(row, 'id')
      const sku = sheet.text(row, 'sku')
      const group = sheet.text(row, 'translationGroup')
      return [
        ...(group === '' ? [] : [`translations ${group}`]),
        ...(sku === '' ? [] : [`sku ${sku.toLowerCase()}`]),
        ...(id === '' ? [] : [`id:${id}`]),
      ]
    },
    assemble(rows) {
      for (const row of rows) sheet.noteRest(row, notes)
      const faults: ForeignFault[] = []
      const cells = cellReader(sheet, notes, faults, options)
      const prices = cellReader(sheet, notes, faults, { decimalComma: true })
      const context = { ...options, sheet, attributes, faults, cells, prices }
      const { main, others } = divideLanguages(rows, context)
      const { product } = assemble(main, context)
      const translations = product === undefined ? [] : others.flatMap((one) => textsIn(one, main, context))
      const read = translations.map(({ parent, ...texts }): ForeignTexts => ({ ...texts, ...textsOf(parent, context) }))
      return { product: product && { ...product, ...(read.length > 0 && { translations: read }) }, faults }
    },
  }
}

function assemble(rows: readonly ForeignRow[], context: Context): AssembledProduct {
  const { sheet, faults } = context
  const variations = rows.filter((row) => isOf(row, sheet, 'variation'))
  const others = rows.filter((row) => !isOf(row, sheet, 'variation'))
  const say = (row: ForeignRow, name: Name, message: string) =>
    faults.push({ row: row.row, sku: sheet.text(row, 'sku') || null, field: sheet.title(name), message })
  const [own, ...twice] = others
  for (const row of twice) say(row, sheet.text(row, 'sku') === '' ? 'id' : 'sku', `is already used in row ${own?.row}`)
  if (own === undefined) {
    for (const row of variations) say(row, 'parent', 'names no product of this file')
    return { product: undefined, faults }
  }
  const kind = typesOf(own, sheet).find((type) => !besides.has(type)) ?? 'simple'
  if (kind === 'simple') {
    for (const row of variations) say(row, 'parent', 'names a simple product, which has no variations')
    return { product: plainProduct(own, context), faults }
  }
  if (kind === 'variable') {
    if (variations.length === 0) say(own, 'type', 'has no variations in this file')
    return { product: variations.length === 0 ? undefined : variableProduct(own, variations, context), faults }
  }
  say(own, 'type', `${kind.slice(0, 50)} products are not imported: only simple, variable and variation`)
  for (const row of variations)
    say(row, 'parent', `names a product of type ${kind.slice(0, 50)}, which is not imported`)
  return { product: undefined, faults }
}

function plainProduct(row: ForeignRow, context: Context) {
  const { sheet, notes, attributes } = context
  for (const { title } of attributes.of(row)) notes.dropped(title, 'an attribute that is no option')
  const own = sheet.text(row, 'sku')
  const sku = own || skuMaker([])(slugOf(row, sheet), [])
  const variant = variantOf(row, context, { sku, made_sku: own === '', options: [] })
  return variant === undefined ? undefined : { ...sharedFields(row, context), options: [], variants: [variant] }
}

function variableProduct(parent: ForeignRow, variations: readonly ForeignRow[], context: Context) {
  const { sheet, notes, faults } = context
  const inOrder = [...variations].sort((one, other) => positionOf(one, sheet) - positionOf(other, sheet))
  const options = optionsOf(parent, inOrder, context.attributes, notes)
  const makeSku = skuMaker(variations.map((row) => sheet.text(row, 'sku')))
  if (sheet.text(parent, 'stock') !== '') notes.dropped(sheet.title('stock'), 'stock of all variations together')
  const weight = gramsOf(parent, context)
  const used = new Set<string>()
  let open = 0
  const combined = inOrder.map((row) => {
    const values = options.map((option) => option.valuesOf(row))
    const count = countOf(values)
    // Of all variations together no more are made than a product has, so that a small file cannot make millions.
    if (count > 1) open += count
    return { row, all: count > 1 && open > maxVariants ? [] : combinations(values) }
  })
  // A variation that names all values comes before those that leave some open, wherever it stands.
  for (const { all } of combined) if (all.length === 1) used.add(keyOf(all[0]))
  const read = combined.flatMap(({ row, all }): ForeignVariant[] => {
    const values = all.length === 1 ? all : all.filter((one) => !used.has(keyOf(one)))
    for (const one of values) used.add(keyOf(one))
    const own = sheet.text(row, 'sku')
    const ofProduct = sheet.text(parent, 'sku') || slugOf(parent, sheet)
    if (all.length === 0) {
      const message = `would make more than ${maxVariants} variants: name more of the options`
      faults.push({ row: row.row, sku: own || null, field: context.attributes.titleOf(1), message })
    }
    if (sheet.text(row, 'description') !== '') notes.dropped(sheet.title('description'), 'is of one variant')
    const [first] = values
    if (first === undefined) return []
    const sku = own !== '' ? own : all.length === 1 ? makeSku(ofProduct, first) : ofProduct
    const one = variantOf(row, context, { sku, made_sku: own === '', options: first }, parent)
    if (one === undefined) return []
    const variant = { ...one, weight_grams: one.weight_grams ?? weight }
    return all.length === 1 ? [variant] : variantsOf(variant, values, (some) => makeSku(sku, some), context)
  })
  const variants = withoutTwins(read, context.attributes.titleOf(1), faults)
  if (variants.length === 0) return undefined
  return { ...sharedFields(parent, context), options: options.map(({ name }) => name), variants }
}

/** What a translation's row has of its own. */
function textsOf(row: ForeignRow, context: Context): Omit<ForeignTexts, 'locale'> {
  return {
    name: context.cells.line(row, 'name', max.name),
    ...descriptionOf(row, context),
    seo_title: withoutTemplates(row, 'seoTitle', context)?.slice(0, 200),
    seo_description: withoutTemplates(row, 'seoDescription', context),
  }
}

const keyOf = (values: readonly string[] = []) => JSON.stringify(values.map(spellingKey))

/**
 * The variants that a variation for any value stands for. Its units are shared among them: each would have them all
 * otherwise, and more would be sold than there are.
 */
function variantsOf(
  variation: ForeignVariant,
  values: readonly (readonly string[])[],
  makeSku: (values: readonly string[]) => string,
  { sheet, notes }: Context,
): ForeignVariant[] {
  const { on_hand: units, gtin } = variation
  if (units) notes.changed(sheet.title('stock'), 'units of any value are shared among its variants')
  if (gtin) notes.dropped(sheet.title('gtin'), 'is of several variants')
  return values.map((options, index) => {
    const share = units === undefined ? undefined : Math.floor(units / values.length)
    const more = units !== undefined && index < units % values.length ? 1 : 0
    const made = { options: [...options], sku: makeSku(options), made_sku: true }
    return { ...variation, ...made, gtin: gtin && null, on_hand: share === undefined ? share : share + more }
  })
}

function positionOf(row: ForeignRow, sheet: Sheet<Name>): number {
  return Number.parseInt(sheet.text(row, 'position'), 10) || 0
}

/** Files have no slugs, so one is made from the name. */
function slugOf(row: ForeignRow, sheet: Sheet<Name>): string {
  return wordsOf(sheet.text(row, 'name')) || `product-${sheet.text(row, 'id') || row.row}`
}

/** Fields of a product, common to all of its variations. */
function sharedFields(row: ForeignRow, context: Context) {
  const { sheet, cells, notes } = context
  const paths = listOf(sheet.text(row, 'categories')).map((path) => path.split(/\s*>\s*/).filter((part) => part !== ''))
  const category = sheet.has('categories') ? (paths[0]?.at(-1)?.slice(0, max.category) ?? null) : undefined
  const tags = [...paths.flat(), ...listOf(sheet.text(row, 'tags'))]
  const [brand, ...further] = listOf(sheet.text(row, 'brands'))
  for (const _ of further) notes.dropped(sheet.title('brands'), 'a product has one brand')
  const images = listOf(sheet.text(row, 'images')).map((url) => cells.image(row, 'images', url))
  return {
    row: row.row,
    slug: undefined,
    name: cells.line(row, 'name', max.name) ?? undefined,
    ...descriptionOf(row, context),
    brand: sheet.has('brands')
      ? (brand
          ?.split(/\s*>\s*/)
          .at(-1)
          ?.slice(0, max.brand) ?? null)
      : undefined,
    category,
    tags: sheet.has('tags') || sheet.has('categories') ? tagsOf(tags, sheet.title('tags'), notes) : undefined,
    seo_title: withoutTemplates(row, 'seoTitle', context),
    seo_description: withoutTemplates(row, 'seoDescription', context),
    status: statusOf(row, context),
    images: sheet.has('images') ? picturesOf(images, sheet.title('images'), notes) : undefined,
  }
}

/** Drops texts with placeholders of plugins, such as `%%title%%` and `%sep%`. */
function withoutTemplates(row: ForeignRow, name: Name, { sheet, cells, notes }: Context) {
  if (!/%%?[a-z_]+%/i.test(sheet.text(row, name))) return cells.line(row, name, max.seo)
  notes.dropped(sheet.title(name), 'is made of a template')
  return null
}

const htmlOf = ({ description, description_html: html }: ForeignDescription) => html ?? textToHtml(description ?? '')

/** The short description comes first, as shoppers read it. These files write line ends as `\n`. */
function descriptionOf(row: ForeignRow, { sheet, cells, notes }: Context): ForeignDescription {
  const unescaped = { row: row.row, cells: row.cells.map((cell) => cell.replace(/(?<!\\)\\n/g, '\n')) }
  const short = cells.description(unescaped, 'shortDescription', true)
  const long = cells.description(unescaped, 'description', true)
  if (!short.description || long.description?.includes(short.description))
    return long.description === undefined ? short : long
  if (!long.description) return short
  notes.changed(sheet.title('shortDescription'), 'begins the description')
  const both = [short, long]
  const description = both.map((one) => one.description).join('\n\n')
  if (both.every((one) => one.description_html === undefined))
    return { description: description.slice(0, max.description).toWellFormed() }
  return { description, description_html: both.map(htmlOf).join('\n') }
}
