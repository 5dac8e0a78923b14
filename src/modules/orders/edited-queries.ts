import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { EditedOrder } from './edited-order.ts'
import type { WrittenLine } from './line-fields.ts'
import { editedColumns, lineColumns, unnestedLines, valuesOfLines } from './line-queries.ts'
import { isOrder, type OrderKey } from './queries.ts'
import type { PaymentStatus } from './rules.ts'

/** Writes the items of a locked order as they are then. */
export async function replaceItems(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  items: readonly WrittenLine[],
): Promise<void> {
  await sql`
    with kept as materialized (
      select * from ${unnestedLines(valuesOfLines(items))} as kept (${lineColumns})
    ), gone as (
      delete from order_items item
       where item.merchant_id = ${merchantId} and item.order_id = ${orderId}
         and not exists (select from kept where kept.line = item.line)
    )
    insert into order_items (merchant_id, order_id, ${lineColumns})
    select ${merchantId}, ${orderId}, ${lineColumns} from kept
    on conflict (merchant_id, order_id, line) do update set ${editedColumns}`.execute(transaction)
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
  { paidMinor, paymentStatus, expiry, isReverted }: NewState,
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
           untaxed_minor = case when not ${isReverted}::boolean then untaxed_minor end,
           paid_minor = ${paidMinor}, payment_status = ${paymentStatus}, updated_at = now(),
           expires_at = ${typeof expiry === 'string' ? expiresAt[expiry] : sql`${expiry.at}::timestamptz`}
     where ${isOrder(key)}`.execute(transaction)
}

/** Counts a refund of an edit. */
export async function countRefund(transaction: Transaction, key: OrderKey): Promise<void> {
  await sql`update orders set refund_count = refund_count + 1 where ${isOrder(key)}`.execute(transaction)
}

/** Returns the new version of the order. */
export async function updateExpiry(transaction: Transaction, key: OrderKey, at: string | null): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update orders set expires_at = ${at}::timestamptz where ${isOrder(key)} returning version`.execute(transaction)
  return rows[0]?.version ?? 0
}

/** Days until an edit that makes a paid order dearer is taken back, unless the difference is paid. */
const unpaidEditDays = 7

/** When an order ends that is not paid: after the days of an edit, or when it did before one. */
type Expiry = 'days of an edit' | { at: string | null } | 'as it was'

export interface NewState {
  paidMinor: number
  paymentStatus: PaymentStatus
  expiry: Expiry
  /** No value that lowers the tax has paid of it any more. */
  isReverted: boolean
}
