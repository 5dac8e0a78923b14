import { type Check, checksOf, difference, unpivot } from '#src/platform/db/checks.ts'

const sums = ['orders', 'amount_minor', 'shipping_minor']

/** Sums of uses by the begin of their quarter of an hour or of their day (UTC), and changes not yet folded. */
const sumsBy = (unit: (at: string) => string, table: string) =>
  difference(
    'merchant_id, promotion_id, moment, name',
    `${unpivot(table, 'merchant_id, promotion_id, hour as moment', sums)} union all
     ${unpivot('promotion_use_changes', `merchant_id, promotion_id, ${unit('hour')}`, sums)}`,
    `select merchant_id, promotion_id, ${unit('created_at')} as moment, figure.* from promotion_uses
      cross join lateral (values ('orders', 1), ('amount_minor', amount_minor),
                                 ('shipping_minor', shipping_minor)) figure (name, amount)
      where not released`,
  )

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
  'uses of promotions by the quarter of an hour': [
    'promotion_use_hours',
    sumsBy((at) => `date_bin('15 minutes', ${at}, timestamptz 'epoch')`, 'promotion_use_hours'),
  ],
  'uses of promotions by the day': [
    'promotion_use_days',
    sumsBy((at) => `date_trunc('day', ${at}, 'UTC')`, 'promotion_use_days'),
  ],
  'uses of promotions in all': [
    'promotion_use_totals',
    difference(
      'merchant_id, promotion_id',
      `select merchant_id, promotion_id, orders as amount from promotion_use_totals
        union all select merchant_id, promotion_id, orders from promotion_use_changes`,
      'select merchant_id, promotion_id, 1 as amount from promotion_uses where not released',
    ),
  ],
})
