import type { ForeignImage, ForeignRow, ForeignStatus, ForeignVariant } from './foreign-product.ts'
import { salePriceOf } from './sale-prices.ts'
import { listOf, picturesOf, titleKey } from './sheet.ts'
import { taxClassNamed, untaxedClass } from './tax-classes.ts'
import { unitPricingOf } from './unit-pricing.ts'
import { besides, type Context, isOf, typesOf } from './woocommerce-columns.ts'

const gramsOfUnit = new Map<string, number>([
  ['kg', 1_000],
  ['g', 1],
  ['lbs', 453.592_37],
  ['lb', 453.592_37],
  ['oz', 28.349_523_125],
])

export function statusOf(row: ForeignRow, { sheet, notes }: Context): ForeignStatus | undefined {
  const published = sheet.text(row, 'published').toLowerCase()
  const visibility = sheet.text(row, 'visibility').toLowerCase()
  if (published !== '' && !['1', 'true', 'yes', 'publish'].includes(published)) return 'draft'
  if (visibility === 'hidden') {
    notes.changed(sheet.title('visibility'), 'hidden is draft')
    return 'draft'
  }
  if (visibility === 'search' || visibility === 'catalog')
    notes.changed(sheet.title('visibility'), `${visibility} only is visible everywhere`)
  return published === '' ? undefined : 'active'
}

export function variantOf(
  row: ForeignRow,
  context: Context,
  known: Pick<ForeignVariant, 'sku' | 'made_sku' | 'options'>,
  parent?: ForeignRow,
): ForeignVariant | undefined {
  const { sheet, cells, faults } = context
  const before = faults.length
  const isVariation = isOf(row, sheet, 'variation')
  const urls = isVariation ? listOf(sheet.text(row, 'images')) : []
  const variant: ForeignVariant = {
    row: row.row,
    ...known,
    ...pricesOf(row, known.sku, context),
    ...(sheet.has('cost') && { unit_cost: context.prices.number(row, 'cost', known.sku) }),
    weight_grams: gramsOf(row, context),
    on_hand: stockOf(row, known.sku, context),
    tax_class: taxClassOf(row, parent, context),
    unit_pricing: unitPricingOf(row, known.sku, context, ['unitProduct', 'unit', 'unitBase', 'unit']),
    gtin: cells.gtin(row, 'gtin'),
    requires_shipping: sheet.has('type') ? !typesOf(row, sheet).some((type) => besides.has(type)) : undefined,
    status: isVariation ? statusOf(row, context) : undefined,
    images: sheet.has('images') ? imagesOf(row, urls, context) : undefined,
  }
  return faults.length > before ? undefined : variant
}

function imagesOf(row: ForeignRow, urls: readonly string[], { sheet, cells, notes }: Context): ForeignImage[] {
  const images = urls.map((url) => cells.image(row, 'images', url))
  return picturesOf(images, sheet.title('images'), notes)
}

/** During a sale the sale price is the price, and the regular price is the compare-at price. */
function pricesOf(row: ForeignRow, sku: string, context: Context) {
  const { sheet, prices, notes, today, sales } = context
  const regular = prices.number(row, 'regularPrice', sku) ?? undefined
  const sale = prices.number(row, 'salePrice', sku)
  if (sale === undefined) return { price: regular, compare_at_price: undefined }
  if (sale === null) return { price: regular, compare_at_price: null }
  const [starts, ends] = [dayOf(sheet.text(row, 'saleStarts')), dayOf(sheet.text(row, 'saleEnds'))]
  if (regular !== undefined && sale >= regular) {
    notes.dropped(sheet.title('salePrice'), 'is not below the regular price')
    return { price: regular, compare_at_price: null }
  }
  if (sales === 'current' && (starts > today || (ends !== '' && ends < today))) {
    notes.dropped(sheet.title('salePrice'), starts > today ? 'the sale has not begun' : 'the sale is over')
    return { price: regular, compare_at_price: null }
  }
  if (ends !== '' && sales !== 'none') notes.dropped(sheet.title('saleEnds'), 'a sale ends when its price is changed')
  if (regular === undefined) return { price: sales === 'none' ? undefined : sale, compare_at_price: null }
  return salePriceOf(sale, regular, sheet.title('salePrice'), context)
}

/** A variation takes what it leaves open of its product, as `parent` says too. */
function taxClassOf(row: ForeignRow, parent: ForeignRow | undefined, context: Context): string | undefined {
  const { sheet } = context
  if (!sheet.has('taxStatus') && !sheet.has('taxClass')) return undefined
  const inherited = (name: 'taxStatus' | 'taxClass') => {
    const own = sheet.text(row, name).toLowerCase()
    return parent !== undefined && (own === '' || own === 'parent') ? sheet.text(parent, name).toLowerCase() : own
  }
  const status = inherited('taxStatus')
  if (status !== '' && status !== 'taxable') return untaxedClass(sheet.title('taxStatus'), context)
  const name = inherited('taxClass')
  return name === '' || name === 'parent' ? 'standard' : taxClassNamed(name, sheet.title('taxClass'), context)
}

const dayOf = (text: string) => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? ''

export function gramsOf(row: ForeignRow, { sheet, notes }: Context): number | null | undefined {
  const text = sheet.optional(row, 'weight')
  if (text === undefined || text === null) return text
  const unit = /\((\w+)\)/.exec(titleKey(sheet.title('weight')))?.[1] ?? 'kg'
  const grams = Math.round(Number(text.replace(',', '.')) * (gramsOfUnit.get(unit) ?? Number.NaN))
  if (grams >= 0) return grams || null
  notes.dropped(sheet.title('weight'), 'is no weight')
  return null
}

function stockOf(row: ForeignRow, sku: string, { sheet, cells, notes }: Context): number | undefined {
  if (!['', '0', 'no'].includes(sheet.text(row, 'backorders').toLowerCase()))
    notes.dropped(sheet.title('backorders'), 'selling without stock is not supported')
  if (sheet.text(row, 'stock').toLowerCase() === 'parent') return undefined
  const stock = cells.number(row, 'stock', sku)
  if (stock === null || (stock === undefined && !sheet.has('stock'))) {
    if (sheet.text(row, 'inStock') === '0') return 0
    if (sheet.has('inStock') || sheet.has('stock'))
      notes.changed(sheet.title('stock'), 'stock that is not counted there stays what it is here')
    return undefined
  }
  if (stock === undefined || stock >= 0) return stock === undefined ? undefined : Math.floor(stock)
  notes.changed(sheet.title('stock'), 'below 0 is 0')
  return 0
}
