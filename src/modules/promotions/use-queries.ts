import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { FaultReason } from './candidate-rules.ts'
import type { AppliedDiscount } from './rules.ts'

/** Uses stay, so that limits hold; the address goes. */
export async function eraseFromUses(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update promotion_uses set email_key = null
     where user_id = ${userId} and email_key is not null and merchant_id in (
       select merchant_id from orders where user_id = ${userId})`.execute(transaction)
}

/** What an order uses of promotions: one value each. */
export interface OrderUses {
  emailKey: string | null
  usedIds: readonly string[]
  usedCodes: readonly (string | null)[]
  usedAmounts: readonly number[]
  usedShippings: readonly number[]
}

/** A promotion that cannot be used. */
export interface RefusedUse {
  promotion_id: string
  reason: FaultReason
}

/** Undefined if the order uses no promotion. Generated codes are good for one order. */
export function usesOf(
  discounts: readonly AppliedDiscount[],
  { emailKey, generated }: { emailKey: string | null; generated: ReadonlySet<string> },
): OrderUses | undefined {
  const used = discounts.flatMap(({ promotion_id, ...one }) =>
    promotion_id === null ? [] : [{ ...one, promotion_id }],
  )
  if (used.length === 0) return undefined
  return {
    emailKey,
    usedIds: used.map(({ promotion_id }) => promotion_id),
    usedCodes: used.map(({ code }) => (code !== null && generated.has(code) ? code : null)),
    usedAmounts: used.map(({ amount_minor }) => amount_minor),
    usedShippings: used.map(({ shipping_minor }) => shipping_minor),
  }
}

/**
 * Uses promotions for an order: all, or none, and then its rows are those that cannot be used. Part of the statement
 * that writes an order; stock is locked behind it.
 */
export function recordingUses(
  order: { merchant_id: string; id: string; user_id: string },
  { emailKey, usedIds, usedCodes, usedAmounts, usedShippings }: Partial<OrderUses>,
): RawBuilder<RefusedUse> {
  return sql<RefusedUse>`
    select * from take_promotions(${order.merchant_id}::uuid, ${order.id}::uuid, ${order.user_id}::uuid,
                                  ${emailKey}::text, ${usedIds}::uuid[], ${usedCodes}::text[],
                                  ${usedAmounts}::bigint[], ${usedShippings}::bigint[])`
}

/** The same for an order that is there. */
export async function recordUses(
  transaction: Transaction,
  order: Parameters<typeof recordingUses>[0],
  uses: OrderUses | undefined,
): Promise<RefusedUse[]> {
  return uses ? (await recordingUses(order, uses).execute(transaction)).rows : []
}

/** Locks what the promotions of an order, and those that it is to take, count. */
export async function lockUses(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  discounts: readonly AppliedDiscount[],
): Promise<void> {
  const ids = discounts.flatMap(({ promotion_id }) => promotion_id ?? [])
  await sql`select lock_promotions(${merchantId}, ${orderId}, ${ids}::uuid[])`.execute(transaction)
}

/** The promotions of an order that has them. */
export async function selectUses(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ promotion_id: string }>`
    select promotion_id from promotion_uses
     where merchant_id = ${merchantId} and order_id = ${orderId} and not released`.execute(transaction)
  return new Set(rows.map(({ promotion_id }) => promotion_id))
}

/** Whether the shop has deleted any of these promotions. */
export async function isAnyDeleted(
  transaction: Transaction,
  merchantId: string,
  promotionIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from promotions where merchant_id = ${merchantId} and id = any(${[...promotionIds]}::uuid[])
    `.execute(transaction)
  return rows.length < new Set(promotionIds).size
}

/** Writes what the promotions of an order give it after an edit, and gives its other uses back. */
export async function retainUses(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  discounts: readonly AppliedDiscount[],
): Promise<void> {
  const used = discounts.filter(({ promotion_id }) => promotion_id !== null)
  await sql`
    select keep_promotions(${merchantId}, ${orderId}, ${used.map(({ promotion_id }) => promotion_id)}::uuid[],
                           ${used.map(({ amount_minor }) => amount_minor)}::bigint[],
                           ${used.map(({ shipping_minor }) => shipping_minor)}::bigint[])`.execute(transaction)
}
