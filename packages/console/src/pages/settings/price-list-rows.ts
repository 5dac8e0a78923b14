import type { Schemas } from '@commerce-platform/client'
import { readAmount } from '#console/lib/amounts.ts'
import { typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

export type WholeList = Schemas['WholePriceList']
type Body = Schemas['CreatePriceList']

/** What a list changes: everything or chosen products by a percent, or the prices of products one by one. */
export type ListKind = 'all' | 'chosen' | 'prices'

export interface RowProduct {
  id: string
  sku: string
  name: string
  status?: 'draft' | 'active' | 'archived'
}

/** A row of the form. What it is filled with; what is typed since stands in its inputs. */
export interface Row {
  key: number
  product: RowProduct
  amount: string
  from: string
}

export function kindOf(list: WholeList | undefined): ListKind {
  if (list?.percent === null) return 'prices'
  return list !== undefined && list.product_ids.length > 0 ? 'chosen' : 'all'
}

export function rowsOf(list: WholeList | undefined): Row[] {
  if (list === undefined) return []
  const products = new Map(list.products.map((product) => [product.id, product]))
  const listed = [
    ...list.prices.map(({ product_id, amount, min_quantity }) => ({
      id: product_id,
      amount: typedAmount(amount, list.currency),
      from: `${min_quantity}`,
    })),
    ...list.product_ids.map((id) => ({ id, amount: '', from: '1' })),
  ]
  return listed.map(({ id, ...typed }, key) => ({
    key,
    product: products.get(id) ?? { id, sku: '', name: t('A deleted product') },
    ...typed,
  }))
}

/** What the rows say, as the service takes it. */
export function readRows(kind: ListKind, rows: readonly Row[], values: FormData, currency: string): Partial<Body> {
  if (kind === 'all') return { product_ids: [] }
  if (kind === 'chosen') return { product_ids: [...new Set(rows.map(({ product }) => product.id))] }
  const typed = (name: string) => String(values.get(name) ?? '')
  const prices = rows.map(({ key, product }) => ({
    product_id: product.id,
    min_quantity: Number(typed(`from:${key}`)),
    amount: readAmount(typed(`amount:${key}`), currency)?.amount ?? 0,
  }))
  return { prices }
}

/** The field that a fault of a row has, where it is the one at this place of those that were sent. */
export const fieldsAt = (kind: ListKind, at: number) =>
  kind === 'prices'
    ? [`prices[${at}].amount`, `prices[${at}].min_quantity`, `prices[${at}].product_id`]
    : [`product_ids[${at}]`]
