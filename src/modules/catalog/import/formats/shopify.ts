import {
  type AssembledProduct,
  type ForeignFault,
  type ForeignReader,
  type ForeignRow,
  type ForeignStatus,
  type ForeignVariant,
  max,
  type ReaderOptions,
} from './foreign-product.ts'
import { salePriceOf } from './sale-prices.ts'
import {
  type CellReader,
  cellReader,
  type Header,
  lineOf,
  listOf,
  picturesOf,
  type Sheet,
  sheetOf,
  skuMaker,
  tagsOf,
  withoutTwins,
  wordsOf,
} from './sheet.ts'
import { type Name, names, quiet } from './shopify-columns.ts'
import { taxClassNamed, untaxedClass } from './tax-classes.ts'
import { unitPricingOf } from './unit-pricing.ts'

const options = [
  ['name1', 'value1'],
  ['name2', 'value2'],
  ['name3', 'value3'],
] as const

interface Context extends ReaderOptions {
  sheet: Sheet<Name>
  cells: CellReader<Name>
  faults: ForeignFault[]
}

/** Files of both formats: the rows of one handle are a product; its first row has the fields of the whole product. */
export function shopifyReader(header: Header, options: ReaderOptions): ForeignReader {
  const { notes } = options
  const sheet = sheetOf<Name>(header, names, quiet, options.ignored)
  /** A row without handle and title continues the previous product. */
  let current: string | undefined
  return {
    keysOf(row) {
      const handle = sheet.text(row, 'handle').toLowerCase()
      if (handle !== '') current = `handle ${handle}`
      else if (sheet.text(row, 'title') !== '') current = `title ${wordsOf(sheet.text(row, 'title'))}`
      return current === undefined ? [] : [current]
    },
    assemble(rows) {
      for (const row of rows) sheet.noteRest(row, notes)
      const faults: ForeignFault[] = []
      return assemble(rows, { ...options, sheet, faults, cells: cellReader(sheet, notes, faults, options) })
    },
  }
}

function assemble(rows: readonly ForeignRow[], context: Context): AssembledProduct {
  const { sheet, cells, notes, faults } = context
  const first = rows.find((row) => sheet.text(row, 'title') !== '') ?? rows[0]
  if (first === undefined) return { product: undefined, faults }
  const handle = slugOf(sheet.text(first, 'handle')) || wordsOf(sheet.text(first, 'title'))
  if (handle === '') {
    const field = sheet.title('handle')
    return { product: undefined, faults: rows.map(({ row }) => ({ row, sku: null, field, message: 'is required' })) }
  }
  const stated = rows.filter((row) => isVariant(row, sheet))
  const ofVariants = stated.length > 0 ? stated : [first]
  const optionNames = namesOf(rows, ofVariants, context)
  const makeSku = skuMaker(ofVariants.map((row) => skuOf(row, sheet)))
  const read = ofVariants.flatMap((row): ForeignVariant[] => {
    const values = optionNames.map(({ value }) => lineOf(sheet.text(row, value)))
    const missing = optionNames.filter((_, index) => values[index] === '')
    const own = skuOf(row, sheet)
    const sku = own || makeSku(handle, values)
    const before = faults.length
    for (const { value } of missing)
      faults.push({ row: row.row, sku, field: sheet.title(value), message: 'is required' })
    const giftCard = cells.flag(first, 'giftCard') ? { gift_card: true } : {}
    const titles = { sku, made_sku: own === '', options: values, ...giftCard }
    const variant = variantOf(row, context, titles)
    return faults.length > before ? [] : [variant]
  })
  const variants = withoutTwins(read, sheet.title('value1'), faults)
  if (variants.length === 0) return { product: undefined, faults }
  const title = lineOf(sheet.text(first, 'title'))
  const named = title !== ''
  const ifNamed = <T>(value: T): T | undefined => (named ? value : undefined)
  return {
    product: {
      row: first.row,
      slug: handle,
      name: ifNamed(cells.line(first, 'title', max.name) ?? undefined),
      ...(named ? cells.description(first, 'description') : { description: undefined }),
      brand: ifNamed(cells.line(first, 'vendor', max.brand)),
      category: ifNamed(categoryOf(first, context)),
      tags: ifNamed(
        sheet.has('tags') ? tagsOf(listOf(sheet.text(first, 'tags')), sheet.title('tags'), notes) : undefined,
      ),
      seo_title: ifNamed(cells.line(first, 'seoTitle', max.seo)),
      seo_description: ifNamed(cells.line(first, 'seoDescription', max.seo)),
      status: ifNamed(statusOf(first, context)),
      options: optionNames.map(({ name }) => name),
      variants,
      images: imagesOf(rows, context),
    },
    faults,
  }
}

/** A handle is kept if it is valid in an address. */
function slugOf(handle: string): string {
  const lower = handle.normalize('NFC').toLowerCase()
  return /^[\p{L}\p{M}\p{N}_-]{1,200}$/u.test(lower) ? lower : wordsOf(lower)
}

/** An apostrophe protects a SKU from being read as a number. */
const skuOf = (row: ForeignRow, sheet: Sheet<Name>) => lineOf(sheet.text(row, 'sku').replace(/^'/, ''))

/** Other rows contain further pictures of the product. */
function isVariant(row: ForeignRow, sheet: Sheet<Name>): boolean {
  return (['value1', 'value2', 'value3', 'sku', 'price'] as const).some((name) => sheet.text(row, name) !== '')
}

interface OptionName {
  name: string
  value: 'value1' | 'value2' | 'value3'
}

/** `Title` with the only value `Default Title` means no options. */
function namesOf(
  rows: readonly ForeignRow[],
  variants: readonly ForeignRow[],
  { sheet, notes }: Context,
): OptionName[] {
  const found = options.flatMap(([name, value], index): OptionName[] => {
    if (!variants.some((row) => sheet.text(row, value) !== '')) return []
    const given = rows.map((row) => lineOf(sheet.text(row, name))).find((text) => text !== '')
    if (given === undefined) notes.changed(sheet.title(name), 'an option without a name is called by its number')
    return [{ name: given ?? `Option ${index + 1}`, value }]
  })
  const [only] = found
  const isPlain =
    variants.length === 1 && found.length === 1 && only !== undefined && variants[0] !== undefined &&
    sheet.text(variants[0], only.value).toLowerCase() === 'default title' // biome-ignore format: one condition
  return isPlain ? [] : found
}

function variantOf(
  row: ForeignRow,
  context: Context,
  titles: Pick<ForeignVariant, 'sku' | 'made_sku' | 'options' | 'gift_card'>,
): ForeignVariant {
  const { sku } = titles
  const { sheet, cells } = context
  const price = cells.number(row, 'price', sku) ?? undefined
  const image = sheet.optional(row, 'variantImage')
  return {
    row: row.row,
    ...titles,
    ...pricesOf(price, cells.number(row, 'compareAt', sku), context),
    ...(sheet.has('cost') && { unit_cost: cells.number(row, 'cost', sku) }),
    weight_grams: gramsOf(cells.number(row, 'grams', sku)),
    ...stockOf(row, cells.number(row, 'quantity', sku), context),
    tax_class: taxClassOf(row, context),
    unit_pricing: unitPricingOf(row, sku, context, ['measure', 'measureUnit', 'base', 'baseUnit']),
    gtin: cells.gtin(row, 'barcode'),
    requires_shipping: cells.flag(row, 'shipping'),
    status: undefined,
    images: image === undefined ? undefined : image === null ? [] : [cells.image(row, 'variantImage', image)],
  }
}

function pricesOf(price: number | undefined, compareAt: number | null | undefined, context: Context) {
  const { sheet, notes } = context
  if (!compareAt || price === undefined) return { price, compare_at_price: compareAt === 0 ? null : compareAt }
  if (compareAt > price) return salePriceOf(price, compareAt, sheet.title('price'), context)
  notes.dropped(sheet.title('compareAt'), 'is not above the price')
  return { price, compare_at_price: null }
}

/** A missing weight is written as 0. */
const gramsOf = (grams: number | null | undefined) => (grams ? Math.round(grams) : grams === 0 ? null : grams)

/**
 * A code is of a service that calculates taxes: it is a class only if the shop has one of that name. What is taxable
 * keeps the class that it has here, since Shopify's file has none.
 */
function taxClassOf(row: ForeignRow, context: Context): string | undefined {
  const { sheet, cells, taxClasses, notes } = context
  if (cells.flag(row, 'taxable') === false) return untaxedClass(sheet.title('taxable'), context)
  const code = sheet.text(row, 'taxCode')
  if (code === '') return undefined
  if (taxClasses.has(code.toLowerCase())) return taxClassNamed(code.toLowerCase(), sheet.title('taxCode'), context)
  notes.dropped(sheet.title('taxCode'), `${code.slice(0, 50)} is no class of the tax table`)
  return undefined
}

function stockOf(row: ForeignRow, quantity: number | null | undefined, { sheet, notes }: Context) {
  const oversell = sheet.text(row, 'oversell').toLowerCase()
  if (oversell === 'continue' || oversell === 'true')
    notes.dropped(sheet.title('oversell'), 'selling without stock is not supported')
  const units = quantity == null ? undefined : Math.max(0, Math.floor(quantity))
  if (quantity != null && quantity < 0) notes.changed(sheet.title('quantity'), 'below 0 is 0')
  if (!sheet.has('tracker') || sheet.text(row, 'tracker') !== '') return { on_hand: units }
  notes.changed(sheet.title('tracker'), 'stock that is not counted there stays what it is here')
  return { on_hand: undefined, opening: units }
}

/** The merchant's own type, else the last part of Google's taxonomy. */
function categoryOf(row: ForeignRow, { sheet, cells }: Context): string | null | undefined {
  const own = cells.line(row, 'type', max.category)
  if (own || !sheet.has('category')) return own
  const path = lineOf(sheet.text(row, 'category')).split(/\s*>\s*/)
  return path.at(-1)?.slice(0, max.category) || null
}

function statusOf(row: ForeignRow, { sheet, notes }: Context): ForeignStatus | undefined {
  const status = sheet.text(row, 'status').toLowerCase()
  if (status === 'draft' || status === 'archived') return status
  if (status !== '' && status !== 'active') {
    notes.changed(sheet.title('status'), `${status.slice(0, 50)} is draft`)
    return 'draft'
  }
  const published = sheet.text(row, 'published').toLowerCase()
  if (['false', 'no', '0'].includes(published)) {
    if (status === 'active') notes.changed(sheet.title('published'), 'unpublished products become drafts')
    return 'draft'
  }
  return status === 'active' || published !== '' ? 'active' : undefined
}

function imagesOf(rows: readonly ForeignRow[], { sheet, cells, notes }: Context) {
  if (!sheet.has('image')) return undefined
  const found = rows.flatMap((row) => {
    const url = sheet.text(row, 'image')
    if (url === '') return []
    const position = Number.parseInt(sheet.text(row, 'imagePosition'), 10)
    const image = cells.image(row, 'image', url, sheet.text(row, 'imageAlt'))
    return [{ image, position: Number.isNaN(position) ? Number.MAX_SAFE_INTEGER : position }]
  })
  found.sort((one, other) => one.position - other.position)
  return picturesOf(
    found.map(({ image }) => image),
    sheet.title('image'),
    notes,
  )
}
