import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import type { CorrectedField } from '../rules.ts'

/** What staff corrects of an order. */
export type Corrected = Pick<OrderRow, CorrectedField>

/** Writes what was corrected of a locked order. */
export async function updateCorrected(
  transaction: Transaction,
  key: OrderKey,
  { email, phone, shipping_address, billing_address, tags, assignee_id, note }: Corrected,
): Promise<OrderRow> {
  const json = (value: object | null) => value && JSON.stringify(value)
  const { rows } = await sql<OrderRow>`
    with orders as (
      update orders
         set email = ${email}, phone = ${phone}, shipping_address = ${json(shipping_address)}::jsonb,
             billing_address = ${json(billing_address)}::jsonb, tags = ${[...tags]}::text[],
             assignee_id = ${assignee_id}::uuid, note = ${note}, updated_at = now()
       where ${isOrder(key)}
      returning *
    )
    select ${orderColumns} from orders`.execute(transaction)
  const [order] = rows
  if (order === undefined) throw new Error(`order ${key.orderId} was deleted while locked`)
  return order
}

/** What was sent of a locked order keeps the address that it went to, before the order gets another one. */
export async function keepSentAddress(transaction: Transaction, { merchantId, orderId }: OrderKey): Promise<void> {
  await sql`
    update fulfillments sent
       set shipping_address = coalesce(orders.shipping_address, 'null'), updated_at = now()
      from orders
     where orders.merchant_id = ${merchantId} and orders.id = ${orderId}
       and sent.merchant_id = ${merchantId} and sent.order_id = ${orderId} and sent.shipping_address is null`.execute(
    transaction,
  )
}
