import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { OrderStatus } from '../rules.ts'

/** An order that money may have come in for. */
export interface OrderToPay {
  id: string
  order_number: string
  status: OrderStatus
  currency: string
  due_minor: number
  /** Of people and companies in its addresses. */
  names: string[]
}

/** Most open orders of a kind: money that comes in is mostly for the newest. */
const maxOpen = 5_000

/** The newest orders that wait for a payment, and those of the given numbers in any status. */
export async function selectOrdersToPay(
  db: Executor,
  merchantId: string,
  numbers: readonly string[],
): Promise<OrderToPay[]> {
  const ofShop = sql`select id from orders where merchant_id = ${merchantId}`
  const newest = sql`order by created_at desc, id desc limit ${maxOpen}`
  const { rows } = await sql<OrderToPay>`
    with found as (
      (${ofShop} and payment_terms is not null and status <> 'cancelled'
                 and (paid_at is null or paid_minor < total_minor) ${newest})
      union (${ofShop} and status = 'pending' ${newest})
      union (${ofShop} and order_number = any (${[...numbers]}::text[]))
    )
    select orders.id, order_number, status, currency,
           total_minor - coalesce(paid_minor, case when paid_at is null then 0 else total_minor end) as due_minor,
           array_remove(array[shipping_address ->> 'name', shipping_address ->> 'company',
                              billing_address ->> 'name', billing_address ->> 'company'], null) as names
      from found join orders on orders.merchant_id = ${merchantId} and orders.id = found.id
     order by orders.created_at, orders.id`.execute(db)
  return rows
}
