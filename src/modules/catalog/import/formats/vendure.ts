import {
  type AssembledProduct,
  type ForeignFault,
  type ForeignImage,
  type ForeignReader,
  type ForeignRow,
  type ForeignVariant,
  max,
  type ReaderOptions,
} from './foreign-product.ts'
import { joinOptions, noteJoined } from './join-options.ts'
import {
  type CellReader,
  cellReader,
  type Header,
  lineOf,
  picturesOf,
  type Sheet,
  sheetOf,
  skuMaker,
  tagsOf,
  titleKey,
  withoutTwins,
  wordsOf,
} from './sheet.ts'
import { taxClassNamed } from './tax-classes.ts'
import { type FurtherLanguages, furtherLanguages } from './vendure-languages.ts'

/** Columns of a product file of Vendure (docs.vendure.io, "Importing data"). */
const names = {
  name: ['name'],
  slug: ['slug'],
  description: ['description'],
  assets: ['assets'],
  facets: ['facets'],
  groups: ['optiongroups'],
  values: ['optionvalues'],
  sku: ['sku'],
  price: ['price'],
  taxCategory: ['taxcategory'],
  stock: ['stockonhand'],
  tracked: ['trackinventory'],
  variantAssets: ['variantassets'],
  variantFacets: ['variantfacets'],
} as const
type Name = keyof typeof names

interface Context extends ReaderOptions {
  sheet: Sheet<Name>
  cells: CellReader<Name>
  faults: ForeignFault[]
  further: FurtherLanguages
}

/** The keys of a header: of texts in several languages, those of the shop’s own, else of the first. */
export function vendureTitles(titles: readonly string[], own?: string): string[] {
  const keys = titles.map(titleKey)
  const languages = keys.flatMap((key) => /^name:([a-z_-]+)$/.exec(key)?.[1] ?? [])
  const same = languages.find((one) => one.replaceAll('_', '-') === own?.toLowerCase())
  const near = languages.find((one) => one.replace(/[_-].*$/, '') === own?.toLowerCase().replace(/-.*$/, ''))
  const language = same ?? near ?? languages[0]
  if (language === undefined || keys.includes('name')) return keys
  return keys.map((key) => (key.endsWith(`:${language}`) ? key.slice(0, -language.length - 1) : key))
}

const titles = new Set<string>(Object.values(names).flat())

export const isVendureTitle = (key: string): boolean => titles.has(key)

export function isVendureHeader(keys: readonly string[]): boolean {
  return ['name', 'sku', 'price', 'optionvalues'].every((key) => keys.includes(key))
}

/** A row with a name begins a product, those without one are its further variants. */
export function vendureReader(header: Header, options: ReaderOptions): ForeignReader {
  const further = furtherLanguages(header, options)
  const sheet = sheetOf<Name>(header, names, further.titles, options.ignored)
  let product = 0
  return {
    keysOf(row) {
      if (sheet.text(row, 'name') !== '') product++
      return product === 0 ? [] : [`product ${product}`]
    },
    assemble(rows) {
      for (const row of rows) sheet.noteRest(row, options.notes)
      const faults: ForeignFault[] = []
      const cells = cellReader(sheet, options.notes, faults, options)
      return assemble(rows, { ...options, sheet, faults, further, cells })
    },
  }
}

function assemble(rows: readonly ForeignRow[], context: Context): AssembledProduct {
  const { sheet, cells, notes, faults } = context
  const [first] = rows
  if (first === undefined) return { product: undefined, faults }
  const name = cells.line(first, 'name', max.name) ?? undefined
  const slug = sheet.text(first, 'slug').toLowerCase()
  const groups = partsOf(first, 'groups', context)
  noteJoined(groups.length, sheet.title('groups'), notes)
  const makeSku = skuMaker(rows.map((row) => sheet.text(row, 'sku')))
  const read = rows.flatMap((row): ForeignVariant[] => {
    const values = partsOf(row, 'values', context)
    const own = lineOf(sheet.text(row, 'sku'))
    const sku = own || makeSku(slug || wordsOf(name ?? ''), values)
    const before = faults.length
    if (values.length !== groups.length)
      faults.push({ row: row.row, sku, field: sheet.title('values'), message: `must have ${groups.length} values` })
    const variant = variantOf(row, context, { sku, made_sku: own === '', options: joinOptions(values) })
    return faults.length > before ? [] : [variant]
  })
  const variants = withoutTwins(read, sheet.title('values'), faults)
  if (variants.length === 0) return { product: undefined, faults }
  const facets = [...new Set(rows.flatMap((row) => facetsOf(row, context)))].map(facetOf)
  const texts = context.further.textsOf(rows, groups, (row) => partsOf(row, 'values', context))
  const named = (facet: string) => facets.find(({ key }) => key === facet)?.value
  return {
    product: {
      row: first.row,
      slug: slug || undefined,
      name,
      ...cells.description(first, 'description'),
      brand: named('brand')?.slice(0, max.brand),
      category: named('category')?.slice(0, max.category),
      tags: sheet.has('facets')
        ? tagsOf(
            facets.map(({ value }) => value),
            sheet.title('facets'),
            notes,
          )
        : undefined,
      seo_title: undefined,
      seo_description: undefined,
      status: 'active',
      variants,
      options: joinOptions(groups),
      images: sheet.has('assets')
        ? picturesOf(picturesIn(first, 'assets', context), sheet.title('assets'), notes)
        : undefined,
      ...(texts.length > 0 && { translations: texts }),
    },
    faults,
  }
}

function variantOf(
  row: ForeignRow,
  context: Context,
  titles: Pick<ForeignVariant, 'sku' | 'made_sku' | 'options'>,
): ForeignVariant {
  const { sheet, cells, notes } = context
  const { sku } = titles
  const quantity = cells.number(row, 'stock', sku)
  if (quantity != null && quantity < 0) notes.changed(sheet.title('stock'), 'below 0 is 0')
  const units = quantity == null ? undefined : Math.max(0, Math.floor(quantity))
  const isCounted = cells.flag(row, 'tracked') !== false
  if (!isCounted) notes.changed(sheet.title('tracked'), 'stock that is not counted there stays what it is here')
  const category = sheet.text(row, 'taxCategory')
  return {
    row: row.row,
    ...titles,
    price: cells.number(row, 'price', sku) ?? undefined,
    ...(isCounted ? { on_hand: units } : { on_hand: undefined, opening: units }),
    tax_class: category === '' ? undefined : taxClassNamed(category, sheet.title('taxCategory'), context),
    compare_at_price: undefined,
    weight_grams: undefined,
    unit_pricing: undefined,
    gtin: undefined,
    requires_shipping: undefined,
    status: undefined,
    images: sheet.has('variantAssets') ? picturesIn(row, 'variantAssets', context) : undefined,
  }
}

/** Texts with bars between them. */
function partsOf(row: ForeignRow, name: Name, { sheet }: Context): string[] {
  const parts = sheet.text(row, name).split('|').map(lineOf)
  return parts.filter((part) => part !== '')
}

const facetsOf = (row: ForeignRow, context: Context) =>
  (['facets', 'variantFacets'] as const).flatMap((name) => partsOf(row, name, context))

/** Such as `Brand:Acme`. */
function facetOf(text: string): { key: string; value: string } {
  const [, key = '', value = text] = /^([^:]*):(.*)$/.exec(text) ?? []
  return { key: key.trim().toLowerCase(), value: value.trim() }
}

/** Names of files are not addresses: their pictures lie at Vendure. */
function picturesIn(row: ForeignRow, name: 'assets' | 'variantAssets', context: Context): ForeignImage[] {
  const { sheet, cells, notes } = context
  return partsOf(row, name, context).flatMap((text) => {
    if (/^(?:https?:)?\/\//i.test(text)) return [cells.image(row, name, text)]
    notes.dropped(sheet.title(name), 'is the name of a file, not an address: upload the picture here')
    return []
  })
}
