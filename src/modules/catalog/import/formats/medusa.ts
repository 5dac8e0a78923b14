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
  withoutTwins,
} from './sheet.ts'

/**
 * Columns of Medusa's product files, of the export and of the template (core-flows, normalize-for-export.ts; the
 * admin's import-template.ts). Those with a number or a currency in their title are found in the header.
 */
const names = {
  handle: ['product handle'],
  title: ['product title'],
  status: ['product status'],
  description: ['product description'],
  type: ['product type'],
  tags: ['product tags'],
  thumbnail: ['product thumbnail'],
  giftCard: ['product is giftcard'],
  productWeight: ['product weight'],
  sku: ['variant sku'],
  barcode: ['variant barcode'],
  ean: ['variant ean'],
  upc: ['variant upc'],
  quantity: ['variant inventory quantity'],
  counted: ['variant manage inventory'],
  backorder: ['variant allow backorder'],
  weight: ['variant weight'],
} as const
type Name = keyof typeof names | `${Numbered}${number}` | 'price'
type Numbered = 'tag' | 'image' | 'optionName' | 'optionValue'

const numbered: Record<Numbered, RegExp> = {
  tag: /^product tag (\d{1,2})$/,
  image: /^(?:product image (\d{1,2})|image (\d{1,2}) url)$/,
  optionName: /^(?:variant )?option (\d{1,2}) name$/,
  optionValue: /^(?:variant )?option (\d{1,2}) value$/,
}
const price = /^(?:variant )?price ([a-z]{3})$/
const anyPrice = /^(?:variant )?price .+$/

/** Ids, times and titles of Medusa's own. */
const quiet = new Map<string, undefined>(
  `
    product id, product created at, product updated at, product deleted at, product discountable, variant id,
    variant title, variant created at, variant updated at, variant deleted at, variant product id,
    variant variant rank, product collection id, product type id
  `
    .trim()
    .split(/,\s+/)
    .map((key) => [key, undefined]),
)

const titles = new Set<string>(Object.values(names).flat())

export const isMedusaTitle = (key: string): boolean =>
  titles.has(key) || price.test(key) || Object.values(numbered).some((title) => title.test(key))

export function isMedusaHeader(keys: readonly string[]): boolean {
  return keys.includes('product handle') && keys.includes('product title')
}

interface Context extends ReaderOptions {
  sheet: Sheet<Name>
  cells: CellReader<Name>
  faults: ForeignFault[]
  /** Numbers of the columns of each kind, in their order. */
  numbers: Record<Numbered, number[]>
  /** Columns of prices for regions and in other currencies. */
  otherPrices: { index: number; title: string }[]
}

/** A row is a variant; those of one handle are a product. */
export function medusaReader(header: Header, options: ReaderOptions): ForeignReader {
  const { keys, titles } = header
  const found: Record<string, string[]> = {}
  const numbers: Context['numbers'] = { tag: [], image: [], optionName: [], optionValue: [] }
  for (const [kind, pattern] of Object.entries(numbered) as [Numbered, RegExp][]) {
    for (const key of keys) {
      const [, one, other = one] = pattern.exec(key) ?? []
      if (other === undefined || found[`${kind}${Number(other)}`] !== undefined) continue
      numbers[kind].push(Number(other))
      found[`${kind}${Number(other)}`] = [key]
    }
  }
  const own = keys.find((key) => price.exec(key)?.[1]?.toUpperCase() === options.currency)
  const otherPrices = keys.flatMap((key, index) =>
    anyPrice.test(key) && key !== own ? [{ index, title: titles[index] ?? key }] : [],
  )
  const all = { ...names, ...found, price: own === undefined ? [] : [own] } as unknown as Record<Name, string[]>
  const silent = new Map([...quiet, ...otherPrices.map(({ index }) => [keys[index] ?? '', undefined] as const)])
  const sheet = sheetOf<Name>(header, all, silent, options.ignored)
  return {
    keysOf(row) {
      const handle = sheet.text(row, 'handle').toLowerCase()
      return handle === '' ? [] : [`handle ${handle}`]
    },
    assemble(rows) {
      for (const row of rows) sheet.noteRest(row, options.notes)
      const faults: ForeignFault[] = []
      const cells = cellReader(sheet, options.notes, faults, options)
      return assemble(rows, { ...options, sheet, faults, cells, numbers, otherPrices })
    },
  }
}

function assemble(rows: readonly ForeignRow[], context: Context): AssembledProduct {
  const { sheet, cells, notes, faults, numbers } = context
  const [first] = rows
  if (first === undefined) return { product: undefined, faults }
  const handle = sheet.text(first, 'handle').toLowerCase()
  const titles = numbers.optionName
    .map((number) => ({ number, name: lineOf(sheet.text(first, `optionName${number}`)) }))
    .filter(({ name }) => name !== '')
  const isPlain = rows.length === 1 && titles.every(({ name }) => name.toLowerCase() === 'default option')
  const options = isPlain ? [] : titles
  noteJoined(options.length, 'Variant Option', notes)
  const makeSku = skuMaker(rows.map((row) => sheet.text(row, 'sku')))
  const read = rows.flatMap((row): ForeignVariant[] => {
    const values = options.map(({ number }) => lineOf(sheet.text(row, `optionValue${number}`)))
    const own = lineOf(sheet.text(row, 'sku'))
    const sku = own || makeSku(handle, values)
    const before = faults.length
    for (const [index, { number }] of options.entries()) {
      if (values[index] !== '') continue
      faults.push({ row: row.row, sku, field: sheet.title(`optionValue${number}`), message: 'is required' })
    }
    const variant = variantOf(row, context, { sku, made_sku: own === '', options: joinOptions(values) })
    return faults.length > before ? [] : [variant]
  })
  const variants = withoutTwins(read, 'Variant Option 1 Value', faults)
  if (variants.length === 0) return { product: undefined, faults }
  const tags = [
    ...sheet.text(first, 'tags').split(','),
    ...numbers.tag.map((number) => sheet.text(first, `tag${number}`)),
  ]
  return {
    product: {
      row: first.row,
      slug: handle || undefined,
      name: cells.line(first, 'title', max.name) ?? undefined,
      ...cells.description(first, 'description'),
      brand: undefined,
      category: cells.line(first, 'type', max.category),
      tags:
        sheet.has('tags') || numbers.tag.length > 0
          ? tagsOf(
              tags.map(lineOf).filter((tag) => tag !== ''),
              'Product Tags',
              notes,
            )
          : undefined,
      seo_title: undefined,
      seo_description: undefined,
      status: statusOf(first, context),
      variants,
      options: joinOptions(options.map(({ name }) => name)),
      images: imagesOf(first, context),
    },
    faults,
  }
}

function variantOf(
  row: ForeignRow,
  context: Context,
  titles: Pick<ForeignVariant, 'sku' | 'made_sku' | 'options'>,
): ForeignVariant {
  const { sheet, cells, notes, otherPrices, currency } = context
  const { sku } = titles
  for (const { index, title } of otherPrices) {
    if ((row.cells[index] ?? '').trim() !== '') notes.dropped(title, `is no price in ${currency} for all regions`)
  }
  if (cells.flag(row, 'backorder')) notes.dropped(sheet.title('backorder'), 'selling without stock is not supported')
  const weight = cells.number(row, 'weight', sku) ?? cells.number(row, 'productWeight', sku)
  const codes = (['ean', 'upc', 'barcode'] as const).filter((name) => sheet.text(row, name) !== '')
  return {
    row: row.row,
    ...titles,
    price: cells.number(row, 'price', sku) ?? undefined,
    ...stockOf(row, sku, context),
    weight_grams: weight ? Math.round(weight) : undefined,
    gtin: codes[0] === undefined ? undefined : cells.gtin(row, codes[0]),
    compare_at_price: undefined,
    tax_class: undefined,
    unit_pricing: undefined,
    requires_shipping: undefined,
    ...(cells.flag(row, 'giftCard') && { gift_card: true }),
    status: undefined,
    images: undefined,
  }
}

/** The export has no stock, the template has. */
function stockOf(row: ForeignRow, sku: string, { sheet, cells, notes }: Context) {
  const quantity = cells.number(row, 'quantity', sku)
  const units = quantity == null ? undefined : Math.max(0, Math.floor(quantity))
  if (cells.flag(row, 'counted') !== false) return { on_hand: units }
  notes.changed(sheet.title('counted'), 'stock that is not counted there stays what it is here')
  return { on_hand: undefined, opening: units }
}

function statusOf(row: ForeignRow, { sheet }: Context): ForeignStatus | undefined {
  const status = sheet.text(row, 'status').toLowerCase()
  return status === '' ? undefined : status === 'published' ? 'active' : 'draft'
}

function imagesOf(row: ForeignRow, { sheet, cells, notes, numbers }: Context) {
  if (numbers.image.length === 0 && !sheet.has('thumbnail')) return undefined
  const columns: Name[] = ['thumbnail', ...numbers.image.map((number): Name => `image${number}`)]
  const found = columns.flatMap((name) => {
    const url = sheet.text(row, name)
    return url === '' ? [] : [cells.image(row, name, url)]
  })
  return picturesOf(found, 'Product Image', notes)
}
