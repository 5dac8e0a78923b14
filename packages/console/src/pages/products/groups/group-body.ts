import type { Schemas } from '@commerce-platform/client'
import { readAmount } from '#console/lib/amounts.ts'
import { type Column, cellOf, cellsOf, type Matrix, type Row, rowsOf, usedOptions } from './matrix.ts'

export type Group = Schemas['ProductGroupWithVariants']
export type GroupFields = Required<
  Omit<Schemas['CreateProductGroup'], 'varies_by' | 'variants' | 'slug' | 'description'>
> & {
  slug?: string
}
export type VariantBody = NonNullable<Schemas['CreateProductGroup']['variants']>[number]
type Pictures = Required<Pick<VariantBody, 'media' | 'image_url'>>
type Carried = Required<Omit<VariantBody, 'sku' | 'options' | 'price' | 'on_hand' | 'position' | keyof Pictures>>

/** A variant as it is sent, and what it was before. */
export interface SentVariant {
  row: Row
  body: VariantBody
  before: Schemas['Variant'] | undefined
  /** Units to be sold; undefined: as many as there are. */
  stock: number | undefined
}

/** The variants as they are typed. What cannot be read as a number is refused by the service, at its field. */
export function variantsOf(matrix: Matrix, groupName: string, currency: string, group: Group | undefined) {
  const products = new Map(group?.variants.map((variant) => [variant.id, variant]))
  const options = usedOptions(matrix)
  const model = group?.variants[0]
  return rowsOf(matrix).map((row): SentVariant => {
    const before = products.get(matrix.products[row.key] ?? '')
    const text = (column: Column) => cellOf(matrix, groupName, row, column).trim()
    const stock = before && cellsOf(before).stock === text('stock') ? undefined : unitsOf(text('stock'))
    const body = {
      ...(before ? carried(before) : model && shipped(model)),
      ...typedTerms(matrix.cells[row.key]),
      ...picturesOf(matrix.pictures[row.key] ?? [], before),
      sku: text('sku'),
      options: Object.fromEntries(options.map(({ name }, at) => [name.trim(), row.values[at]?.text ?? ''])),
      price: readAmount(text('price'), currency)?.amount ?? Number.NaN,
      ...(before === undefined && stock !== undefined && { on_hand: stock }),
    }
    return { row, body, before, stock }
  })
}

/** What is typed of the columns that are shown when they are asked for; what was not typed stays as it is. */
function typedTerms({ gtin, weight, taxClass }: Partial<Record<Column, string>> = {}) {
  const grams = weight?.trim()
  return {
    ...(gtin !== undefined && { gtin: gtin.replaceAll(/[\s-]/g, '') || null }),
    // What is no number is sent as it is, so that the service names the field.
    ...(grams !== undefined && {
      weight_grams: grams === '' ? null : /^\d+$/.test(grams) ? Number(grams) : (grams as never),
    }),
    ...(taxClass?.trim() && { tax_class: taxClass.trim() }),
  }
}

/** Empty: none are there. */
function unitsOf(text: string): number {
  const digits = text.replaceAll(/(?<=\d)[\s,.'](?=\d{3}\b)/g, '')
  return digits === '' ? 0 : /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** What the table does not show stays as it is. */
function carried(variant: Schemas['Variant']): Carried {
  const { status, gtin, metadata, unit_pricing, compare_at_price, unit_cost = null, prices = null } = variant
  return { status, gtin, metadata, unit_pricing, compare_at_price, unit_cost, prices, ...shipped(variant) }
}

/** Pictures of its own take the place of an address. */
function picturesOf(media: readonly string[], before: Schemas['Variant'] | undefined): Pictures {
  const address = before?.media.length === 0 ? before.image_url : null
  return { media: [...media], image_url: media.length > 0 ? null : address }
}

/** A new variant is sent and taxed as the others are. */
function shipped(variant: Schemas['Variant']) {
  const { requires_shipping, weight_grams, tax_class, withdrawal, gift_card, voucher, voucher_country } = variant
  return { requires_shipping, weight_grams, tax_class, withdrawal, gift_card, voucher, voucher_country }
}
