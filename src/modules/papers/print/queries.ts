import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { InvoiceAddress } from '../invoice.ts'

interface PackedItem {
  product_id: string
  sku: string
  name: string
  /** Not sent and not cancelled. */
  left: number
  sent: number
}

export interface PackedOrder {
  id: string
  order_number: string
  created_at: Date
  shipping_address: (InvoiceAddress & { name: string; company: string | null }) | null
  shipping_method: string | null
  items: PackedItem[]
}

/** What is sent of some orders, in the order of the ids. */
export async function selectPackedOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<PackedOrder[]> {
  const { rows } = await sql<PackedOrder>`
    select id, order_number, created_at, shipping_address, shipping_method ->> 'name' as shipping_method,
           (select json_agg(json_build_object(
                     'product_id', item.product_id, 'sku', item.sku, 'name', item.name,
                     'left', case orders.status when 'completed' then 0 when 'cancelled' then 0
                             else item.quantity - item.quantity_fulfilled - item.quantity_cancelled end,
                     'sent', case orders.status when 'completed' then item.quantity - item.quantity_cancelled
                             else item.quantity_fulfilled end)
                   order by item.line)
              from order_items item
             where item.merchant_id = orders.merchant_id and item.order_id = orders.id and item.requires_shipping
           ) as items
      from orders where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])
     order by array_position(${[...ids]}::uuid[], id)`.execute(db)
  return rows.map((row) => ({ ...row, items: row.items ?? [] }))
}
