import { csvLine } from '#src/platform/lib/csv.ts'
import { type FeedShop, feedFields } from './google-feed.ts'
import type { FeedProduct } from './queries.ts'

/** Columns of a catalogue of Meta, which Pinterest reads, too; all of them are fields of Google's feed. */
const columns = [
  ...['id', 'title', 'description', 'availability', 'condition', 'price', 'sale_price', 'link', 'image_link'],
  ...['additional_image_link', 'brand', 'gtin', 'item_group_id', 'product_type', 'color', 'size', 'material'],
  ...['pattern', 'gender', 'shipping_weight'],
]

/** Spelt with a blank there. */
const availability = new Map([
  ['in_stock', 'in stock'],
  ['out_of_stock', 'out of stock'],
])

export const metaHead = csvLine(columns)

/** A product or a variant as a line; several pictures stand in one cell. */
export function metaLine(product: FeedProduct, shop: FeedShop): string {
  const values = Map.groupBy(
    feedFields(product, shop).filter(([, text]) => text),
    ([name]) => name,
  )
  const cell = (column: string) => {
    const text = (values.get(column) ?? []).map(([, one]) => one).join(',')
    return column === 'availability' ? (availability.get(text) ?? text) : text || null
  }
  return csvLine(columns.map(cell))
}
