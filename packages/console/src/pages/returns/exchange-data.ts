import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Return } from '../orders/returns-of-order.ts'

/** A variant that can be sent instead, or a product that has none. */
export type Choice = Pick<
  Schemas['Variant'],
  'id' | 'sku' | 'name' | 'options' | 'available' | 'status' | 'image_url' | 'media'
>

/** Units that come back, and can be exchanged for a variant. */
export interface Exchangeable {
  line: number
  productId: string
  name: string
  groupId: string | null
  quantity: number
}

/** What comes back, or came, unless it is no product. */
export function exchangeableOf({ items, status }: Return, order: Order): Exchangeable[] {
  return items.flatMap(({ line, quantity, quantity_received }) => {
    const item = order.items.find((one) => one.line === line)
    const units = status === 'received' ? (quantity_received ?? 0) : quantity
    if (item === undefined || item.custom || item.gift_card || units === 0) return []
    const { product_id: productId, name, group_id: groupId } = item
    return [{ line, productId, name, groupId, quantity: units }]
  })
}

/** The variants of a group that are for sale, or a product that has none, with what is left of them. */
export const choicesOptions = ({ groupId, productId }: Pick<Exchangeable, 'groupId' | 'productId'>) =>
  queryOptions({
    queryKey: ['products', 'to exchange', groupId ?? productId],
    queryFn: async ({ signal }): Promise<readonly Choice[]> => {
      const path = { id: groupId ?? productId }
      const choices =
        groupId === null
          ? [await read(api.GET('/admin/products/{id}', { params: { path }, signal }))]
          : (await read(api.GET('/admin/product-groups/{id}', { params: { path }, signal }))).variants
      return choices.filter(({ status }) => status === 'active')
    },
    // Stock changes.
    staleTime: 0,
  })

/** `M · Red`; a product without variants by its name. */
export const choiceName = ({ name, options }: Pick<Choice, 'name' | 'options'>) =>
  Object.values(options ?? {}).join(' · ') || name

/** Those with all the words that are typed in their values, name or SKU. */
export function fitting(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(({ name, sku, options }) => {
    const text = [name, sku, ...Object.values(options ?? {})].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
