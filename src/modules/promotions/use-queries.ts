import { sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { FaultReason } from './candidate-rules.ts'
import type { AppliedDiscount } from './rules.ts'

export interface PromotionUse {
  merchantId: string
  orderId: string
  userId: string
  emailKey: string | null
  discounts: readonly AppliedDiscount[]
  generated: ReadonlySet<string>
}

/** Uses stay, so that limits hold; the address goes. */
export async function eraseFromUses(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update promotion_uses set email_key = null
     where user_id = ${userId} and email_key is not null and merchant_id in (
       select merchant_id from orders where user_id = ${userId})`.execute(transaction)
}

/**
 * Uses the promotions of an order that is being placed: all, or none, and then those that cannot be used. Call it
 * before stock is locked.
 */
export async function takePromotions(
  transaction: Transaction,
  { merchantId, orderId, userId, emailKey, discounts, generated }: PromotionUse,
): Promise<{ promotion_id: string; reason: FaultReason }[]> {
  const used = discounts.filter(({ promotion_id }) => promotion_id !== null)
  if (used.length === 0) return []
  const codes = used.map(({ code }) => (code !== null && generated.has(code) ? code : null))
  const { rows } = await taking(null, {
    ...{ merchantId, orderId, userId, emailKey, codes },
    promotionIds: used.map(({ promotion_id }) => promotion_id),
    amounts: used.map(({ amount_minor }) => amount_minor),
    shippings: used.map(({ shipping_minor }) => shipping_minor),
  }).execute(transaction)
  return rows
}

interface Taken extends Pick<PromotionUse, 'merchantId' | 'orderId' | 'userId' | 'emailKey'> {
  codes: readonly (string | null)[]
  promotionIds: readonly (string | null)[]
  amounts: readonly number[]
  shippings: readonly number[]
}

const taking = compileOnce(
  (_: null, use: Taken) => sql<{ promotion_id: string; reason: FaultReason }>`
    select * from take_promotions(${use.merchantId}, ${use.orderId}, ${use.userId}, ${use.emailKey},
                                  ${use.promotionIds}::uuid[], ${use.codes}::text[], ${use.amounts}::bigint[],
                                  ${use.shippings}::bigint[])`,
)

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

/** Writes what the promotions of an order give it after an edit, and gives its other uses back. */
export async function keepUses(
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
