import { sql } from 'kysely'
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
  const { rows } = await sql<{ promotion_id: string; reason: FaultReason }>`
    select * from take_promotions(${merchantId}, ${orderId}, ${userId}, ${emailKey},
                                  ${used.map(({ promotion_id }) => promotion_id)}::uuid[], ${codes}::text[],
                                  ${used.map(({ amount_minor }) => amount_minor)}::bigint[],
                                  ${used.map(({ shipping_minor }) => shipping_minor)}::bigint[])`.execute(transaction)
  return rows
}
