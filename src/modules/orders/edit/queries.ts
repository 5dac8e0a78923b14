import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isDue, isSettled } from '../expire/queries.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import type { PaymentStatus } from '../rules.ts'
import type { EditedItem, EditedOrder, ProductChange } from './draft.ts'

/** Days until an edit that makes a paid order dearer is taken back, unless the difference is paid. */
const unpaidEditDays = 7

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

/** Writes the items of a locked order as they are then. */
export async function replaceItems(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  items: readonly EditedItem[],
): Promise<void> {
  const all = <Column extends keyof EditedItem>(column: Column) => items.map((item) => item[column])
  await sql`
    with kept as materialized (
      select * from unnest(
        ${all('line')}::int[], ${all('product_id')}::uuid[], ${all('sku')}::text[], ${all('name')}::text[],
        ${all('quantity')}::int[], ${all('price_minor')}::bigint[], ${all('discount_minor')}::bigint[],
        ${all('requires_shipping')}::bool[], ${all('tax_line')}::smallint[], ${all('withdrawal')}::text[],
        ${items.map(({ custom }) => custom ?? false)}::bool[],
        ${items.map(({ priced_by_staff }) => priced_by_staff ?? false)}::bool[])
        as kept (line, product_id, sku, name, quantity, price_minor, discount_minor, requires_shipping, tax_line,
                 withdrawal, custom, priced_by_staff)
    ), gone as (
      delete from order_items item
       where item.merchant_id = ${merchantId} and item.order_id = ${orderId}
         and not exists (select from kept where kept.line = item.line)
    )
    insert into order_items as item (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor,
                                     discount_minor, requires_shipping, tax_line, withdrawal, custom,
                                     priced_by_staff)
    select ${merchantId}, ${orderId}, line, product_id, sku, name, quantity, price_minor, discount_minor,
           requires_shipping, tax_line, withdrawal, custom, priced_by_staff
      from kept
    on conflict (merchant_id, order_id, line) do update
      set quantity = excluded.quantity, price_minor = excluded.price_minor, discount_minor = excluded.discount_minor,
          tax_line = excluded.tax_line, priced_by_staff = excluded.priced_by_staff`.execute(transaction)
}

/** When an order ends that is not paid: after the days of an edit, or when it did before one. */
type Expiry = 'days of an edit' | { at: string | null } | 'as it was'

interface NewState {
  paidMinor: number
  paymentStatus: PaymentStatus
  expiry: Expiry
  /** No value that lowers the tax has paid of it any more. */
  isTakenBack: boolean
}

/** Counts what a pending order that is locked has more of units, for the limit of its client address. */
export async function countUnits(transaction: Transaction, key: OrderKey, units: number): Promise<void> {
  await sql`
    select add_unpaid(merchant_id, client_hash, 0, ${units}::bigint) from orders
     where ${isOrder(key)} and status = 'pending' and client_hash is not null`.execute(transaction)
}

/** Writes the totals of a locked order, and what of them is paid. */
export async function updateTotals(
  transaction: Transaction,
  key: OrderKey,
  order: EditedOrder,
  { paidMinor, paymentStatus, expiry, isTakenBack }: NewState,
): Promise<void> {
  const json = (value: object | null) => value && JSON.stringify(value)
  const expiresAt = {
    'days of an edit': sql`
      least(now() + make_interval(days => ${unpaidEditDays}), created_at + interval '366 days')`,
    'as it was': sql`expires_at`,
  }
  await sql`
    update orders
       set subtotal_minor = ${order.subtotal_minor}, discounts = ${json(order.discounts)}::jsonb,
           discount_total_minor = ${order.discount_total_minor}, rounding_total_minor = ${order.rounding_total_minor},
           tax_total_minor = ${order.tax_total_minor}, tax_lines = ${json(order.tax_lines)}::jsonb,
           shipping_tax_line = ${order.shipping_tax_line}, total_minor = ${order.total_minor},
           untaxed_minor = case when not ${isTakenBack}::boolean then untaxed_minor end,
           paid_minor = ${paidMinor}, payment_status = ${paymentStatus}, updated_at = now(),
           expires_at = ${typeof expiry === 'string' ? expiresAt[expiry] : sql`${expiry.at}::timestamptz`}
     where ${isOrder(key)}`.execute(transaction)
}

/** Counts a refund of an edit. */
export async function countRefund(transaction: Transaction, key: OrderKey): Promise<void> {
  await sql`update orders set refund_count = refund_count + 1 where ${isOrder(key)}`.execute(transaction)
}

/** An order as it was before an edit that is not paid. */
export interface Snapshot extends EditedOrder {
  /** ISO 8601. */
  expires_at: string | null
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
    on conflict (merchant_id, order_id) do update set held = excluded.held`.execute(transaction)
}

export async function deleteUnpaidEdit(transaction: Transaction, key: OrderKey): Promise<void> {
  await sql`
    delete from unpaid_edits where merchant_id = ${key.merchantId} and order_id = ${key.orderId}`.execute(transaction)
}

/** Returns the new version of the order. */
export async function updateExpiry(transaction: Transaction, key: OrderKey, at: string | null): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update orders set expires_at = ${at}::timestamptz where ${isOrder(key)} returning version`.execute(transaction)
  return rows[0]?.version ?? 0
}

const isOverdueEdit = sql`orders.expires_at < now() and ${isSettled}`

/** Whether the edit of a locked order still is. */
export async function isOverdue(transaction: Transaction, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`select from orders where ${isOrder(key)} and ${isOverdueEdit}`.execute(transaction)
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
