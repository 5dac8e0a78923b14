import { type Check, checksOf, difference } from '#src/platform/db/checks.ts'

export const promotionChecks: Check[] = checksOf('promotions', {
  'the uses of promotions are those of the orders': [
    'promotion_uses',
    difference(
      'merchant_id, order_id, promotion_id, state',
      `select merchant_id, order_id, promotion_id, released::text as state, amount_minor + shipping_minor as amount
         from promotion_uses`,
      `select merchant_id, id as order_id, (discount ->> 'promotion_id')::uuid as promotion_id,
              (status = 'cancelled')::text as state,
              (discount ->> 'amount_minor')::bigint + (discount ->> 'shipping_minor')::bigint as amount
         from orders cross join jsonb_array_elements(discounts) discount
        where discount ->> 'promotion_id' is not null`,
    ),
  ],
  'a promotion with a limit counts its uses': [
    'promotion_counters',
    `select counter.merchant_id, counter.promotion_id, counter.used, counted.uses
       from promotion_counters counter
       cross join lateral (
         select count(*) filter (where not released or not given_back) as uses from promotion_uses
          where promotion_uses.merchant_id = counter.merchant_id
            and promotion_uses.promotion_id = counter.promotion_id) counted
      where counter.used <> counted.uses`,
  ],
})
