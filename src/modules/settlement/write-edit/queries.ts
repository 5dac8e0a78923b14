import { sql } from 'kysely'
import type { EditedOrder, OrderKey, OrderRow } from '#src/modules/orders/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isDue, isSettled } from '../expire/queries.ts'
import type { ProductChange } from './changed-products.ts'

/** A change of an order by an edit. */
export interface NewEdit {
  id: string
  kind: 'edited' | 'paid' | 'taken_back'
  is_settled: boolean
  difference_minor: number
  tax_minor: number
  products: readonly ProductChange[]
  stock: readonly { product_id: string; units: number }[]
  actor_id: string | null
}

/** Writes the change of a locked order, before its items change: figures compare with what they are now. */
export async function insertEdit(transaction: Transaction, key: OrderKey, edit: NewEdit): Promise<void> {
  await sql`
    insert into order_edits (merchant_id, order_id, id, kind, is_settled, difference_minor, tax_minor, products, stock,
                             actor_id, created_at)
    values (${key.merchantId}, ${key.orderId}, ${edit.id}, ${edit.kind}, ${edit.is_settled}, ${edit.difference_minor},
            ${edit.tax_minor}, ${JSON.stringify(edit.products)}::jsonb, ${JSON.stringify(edit.stock)}::jsonb,
            ${edit.actor_id}, now())`.execute(transaction)
}

/** An order as it was before an edit that is not paid. */
export interface Snapshot extends EditedOrder {
  /** ISO 8601. */
  expires_at: string | null
  /** Where it went, if the edit has changed that. */
  addresses?: Pick<OrderRow, 'shipping_address' | 'billing_address'>
}

export interface UnpaidEdit {
  before: Snapshot
  held: HeldUnits[]
}

/** Units that have left an order and stay reserved. */
export interface HeldUnits {
  product_id: string
  quantity: number
}

/** Of a locked order. */
export async function selectUnpaidEdit(transaction: Transaction, key: OrderKey): Promise<UnpaidEdit | undefined> {
  const { rows } = await sql<UnpaidEdit>`
    select before, held from unpaid_edits
     where merchant_id = ${key.merchantId} and order_id = ${key.orderId}`.execute(transaction)
  return rows[0]
}

export async function upsertUnpaidEdit(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  { before, held }: UnpaidEdit,
): Promise<void> {
  await sql`
    insert into unpaid_edits (merchant_id, order_id, before, held, created_at)
    values (${merchantId}, ${orderId}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(held)}::jsonb, now())
    on conflict (merchant_id, order_id) do update set before = excluded.before, held = excluded.held`.execute(
    transaction,
  )
}

export async function deleteUnpaidEdit(transaction: Transaction, key: OrderKey): Promise<void> {
  await sql`
    delete from unpaid_edits where merchant_id = ${key.merchantId} and order_id = ${key.orderId}`.execute(transaction)
}

const isOverdueEdit = sql`orders.expires_at < now() and ${isSettled}`

/** Whether the edit of a locked order still is. */
export async function isOverdue(transaction: Transaction, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from orders
     where merchant_id = ${key.merchantId} and id = ${key.orderId} and ${isOverdueEdit}`.execute(transaction)
  return rows.length > 0
}

/** Edits that were not paid in time, except of orders whose payment is under way or whose expiry is postponed. */
export async function selectOverdueEdits(
  db: Executor,
  limit: number,
): Promise<{ merchant_id: string; order_id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; order_id: string }>`
    select edit.merchant_id, edit.order_id from unpaid_edits edit
      join orders on orders.merchant_id = edit.merchant_id and orders.id = edit.order_id
     where ${isOverdueEdit} and ${isDue}
     order by orders.expires_at limit ${limit}`.execute(db)
  return rows
}
