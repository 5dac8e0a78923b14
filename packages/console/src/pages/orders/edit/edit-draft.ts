import type { Schemas } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import type { Product } from '../new/order-draft.ts'

export type EditBody = Schemas['EditOrder']
type Item = Order['items'][number]

/** A line as it is typed: of the order, or a product that comes. An empty price is that of before. */
export interface EditedLine {
  key: string
  item?: Item
  product?: Product
  quantity: string
  price: string
}

export const linesOf = (order: Order): EditedLine[] =>
  order.items.map((item) => ({ key: String(item.line), item, quantity: String(item.quantity), price: '' }))

export const nameOf = ({ item, product }: EditedLine) => item?.name ?? product?.name ?? ''

/** A product that comes again is one more of it. */
export function withAdded(lines: readonly EditedLine[], product: Product): readonly EditedLine[] {
  const existing = lines.find((line) => line.product?.id === product.id)
  if (existing === undefined) return [...lines, { key: product.id, product, quantity: '1', price: '' }]
  return lines.map((line) => (line === existing ? { ...line, quantity: String(Number(line.quantity) + 1) } : line))
}

const isWhole = (text: string) => /^\s*\d+\s*$/.test(text)

/** What is changed so far; undefined while a number is missing, null if nothing is. */
export function bodyOf(
  lines: readonly EditedLine[],
  currency: string,
  isRecalculated: boolean,
): EditBody | null | undefined {
  if (lines.some(({ quantity }) => !isWhole(quantity))) return undefined
  const priceOf = ({ price }: EditedLine) => readAmount(price, currency)
  if (lines.some((line) => priceOf(line)?.fault !== undefined)) return undefined
  const remaining = lines.filter(({ item, quantity }) => item !== undefined && Number(quantity) > 0)
  const body: EditBody = {}
  const added = lines.filter(({ product, quantity }) => product !== undefined && Number(quantity) > 0)
  if (added.length > 0) {
    body.add = added.map((line) => {
      const price = priceOf(line)?.amount
      const quantity = Number(line.quantity)
      return { product_id: line.product?.id ?? '', quantity, ...(price !== undefined && { price }) }
    })
  }
  const removed = lines.flatMap(({ item, quantity }) => (item && Number(quantity) === 0 ? [item.line] : []))
  if (removed.length > 0) body.remove = removed
  const set = remaining.filter(({ item, quantity }) => item?.quantity !== Number(quantity))
  if (set.length > 0)
    body.set = set.map(({ item, quantity }) => ({ line: item?.line ?? 0, quantity: Number(quantity) }))
  const repriced = remaining.flatMap((line) => {
    const price = priceOf(line)?.amount
    return line.item === undefined || price === undefined ? [] : [{ line: line.item.line, price }]
  })
  if (repriced.length > 0) body.reprice = repriced
  if (isRecalculated) body.recalculate_discounts = true
  return Object.keys(body).length === 0 ? null : body
}

/** The places in a body that are about a line. */
export function fieldsOf(body: EditBody, line: EditedLine): string[] {
  const at = (name: string, list: readonly { line?: number; product_id?: string }[] | undefined) => {
    const index = (list ?? []).findIndex((one) =>
      line.item ? one.line === line.item.line : one.product_id === line.product?.id,
    )
    return index < 0 ? [] : ['quantity', 'price', 'line', 'product_id'].map((part) => `${name}[${index}].${part}`)
  }
  return line.item ? [...at('set', body.set), ...at('reprice', body.reprice)] : at('add', body.add)
}
