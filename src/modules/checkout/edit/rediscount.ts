import type { EditedOrder, OrderRow } from '#src/modules/orders/index.ts'
import {
  type AppliedDiscount,
  type FoundDiscounts,
  findDiscounts,
  isAnyDeleted,
  lockUses,
  recordUses,
  selectUses,
  usesOf,
} from '#src/modules/promotions/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { lineTotal, sumMinor } from '#src/platform/lib/money.ts'
import { closeDraft, come, type Draft, leave } from './draft.ts'

/** By which promotions discounts are found anew: of now, or of the day of the order. */
export type DiscountsOf = 'today' | 'its day'

/**
 * Finds the discounts of a drafted order anew, and takes those promotions that it did not use; the others are given
 * back when the edit is written. Shipping stays as it was, with its discounts.
 * @throws AppError CONFLICT
 */
export async function rediscount(
  transaction: Transaction,
  before: OrderRow,
  draft: Draft,
  promotions: DiscountsOf,
): Promise<EditedOrder> {
  const its = before.discounts?.flatMap(({ promotion_id }) => promotion_id ?? []) ?? []
  // Nobody knows the terms of a promotion that was deleted: what stays keeps its part.
  if (promotions === 'its day' && (await isAnyDeleted(transaction, before.merchant_id, its)))
    return closeDraft(draft, before)
  const without = new Set<string>()
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { found, discounts, after } = await findAnew(transaction, before, draft, { without, promotions })
    // Nothing of it depends on its lines: what leaves costs what its refund would, to the unit.
    if (promotions === 'its day' && !hasPromotion(before) && !hasPromotion(after)) return closeDraft(draft, before)
    const gone = await useNewPromotions(transaction, before, { ...found, discounts })
    if (gone.length === 0) return after
    for (const id of gone) without.add(id)
  }
  throw new AppError('CONFLICT', 'promotions of the shop have just ended; try again')
}

function hasPromotion({ discounts }: Pick<EditedOrder, 'discounts'>): boolean {
  return discounts?.some(({ promotion_id, amount_minor }) => promotion_id !== null && amount_minor > 0) ?? false
}

interface FindingAnew {
  /** Promotions that have run out meanwhile. */
  without: ReadonlySet<string>
  promotions: DiscountsOf
}

async function findAnew(
  transaction: Transaction,
  { merchant_id: merchantId, user_id: userId, id: exceptOrderId, email, ...order }: OrderRow,
  draft: Draft,
  { without, promotions }: FindingAnew,
): Promise<{ found: FoundDiscounts; discounts: AppliedDiscount[]; after: EditedOrder }> {
  const applied = closeDraft(draft, order).discounts ?? []
  const staying = applied.filter(({ shipping_minor }) => shipping_minor > 0)
  const ofStaff = applied.find(({ promotion_id, amount_minor }) => promotion_id === null && amount_minor > 0)
  const bare = leave(draft, new Map(draft.items.map(({ line, quantity }) => [line, quantity])))
  const items = draft.items.filter(({ quantity }) => quantity > 0)
  const listed = items.map(({ product_id, price_minor, quantity, discount_minor, ...item }) => ({
    product_id,
    price_minor,
    quantity,
    ...((item.custom || item.priced_by_staff) && { is_exempt: true }),
    ...(discount_minor === 0 && { lacks_staff_discount: true }),
  }))
  const discounted = (left: readonly number[]) =>
    come(
      bare,
      items.map(({ line, quantity, price_minor }, index) => {
        const whole = lineTotal({ priceMinor: price_minor, quantity })
        return { line, quantity, price_minor, discount_minor: whole - (left[index] ?? whole) }
      }),
    )
  const taxOf = ({ taxes }: Draft) => sumMinor(taxes.map(({ amount_minor }) => amount_minor))
  const uses =
    promotions === 'today' ? [] : [...(await selectUses(transaction, { merchantId, orderId: exceptOrderId }))]
  const asPlaced = promotions === 'its day' && { asPlaced: { at: order.created_at, uses } }
  const found = await findDiscounts(
    transaction,
    {
      merchantId,
      userId,
      email,
      market_id: order.market_id,
      locale: order.locale,
      currency: order.currency,
      exceptOrderId,
      ...asPlaced,
    },
    {
      listed,
      lines: listed,
      shippingMinor: 0,
      without,
      totalOf: (left) => sumMinor([...left, draft.included ? 0 : taxOf(discounted(left))]),
      codes: applied.flatMap(({ promotion_id, code }) =>
        code === null || without.has(promotion_id ?? '') ? [] : [code],
      ),
      staying: new Set(staying.flatMap(({ promotion_id }) => promotion_id ?? [])),
      ...(ofStaff && { staffDiscount: { amountMinor: ofStaff.amount_minor, reason: ofStaff.name } }),
    },
    true,
  )
  const discounts = [...found.discounts, ...staying]
  const after = closeDraft(discounted(found.left), { ...order, discounts: discounts.length > 0 ? discounts : null })
  return { found, discounts, after }
}

/** Promotions that cannot be used any more; without any, those that are new are used. */
async function useNewPromotions(
  transaction: Transaction,
  order: OrderRow,
  { discounts, ...found }: Pick<FoundDiscounts, 'discounts' | 'emailKey' | 'generated'>,
): Promise<string[]> {
  const key = { merchantId: order.merchant_id, orderId: order.id }
  await lockUses(transaction, key, discounts)
  const own = await selectUses(transaction, key)
  const added = discounts.filter(({ promotion_id }) => promotion_id !== null && !own.has(promotion_id))
  return (await recordUses(transaction, order, usesOf(added, found))).map(({ promotion_id }) => promotion_id)
}
