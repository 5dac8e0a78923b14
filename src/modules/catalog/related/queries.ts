import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type CardKey, readKeys } from '../listing/key-queries.ts'
import { stockOf } from '../products/line-queries.ts'

/** A page shows so many. */
const maxShown = 8

/**
 * Keys of cards that can be bought: what was bought together with this one, then the newest of its category. All are of
 * its shop.
 */
export async function selectRelatedKeys(
  db: Executor,
  { merchantId, cardId, category }: { merchantId: string; cardId: string; category: string | null },
): Promise<CardKey[]> {
  const columns = sql`card.merchant_id, card.card_id, card.form, card.shown_id, card.stamp, card.created_at`
  const inOrder = sql`source, place, created_at desc, card_id desc`
  // One range of the index for each form: the planner sorts a whole category otherwise.
  const newest = (form: 'g' | 'p') => sql`
    (select 2 as source, 0 as place, ${columns}
       from listings card
      where card.merchant_id = ${merchantId} and card.context = 0 and card.active
        and card.category = ${category} and card.form = ${sql.lit(form)}::"char" and card.in_stock
        and card.card_id <> ${cardId}
      order by card.created_at desc, card.card_id desc limit ${sql.lit(2 * maxShown)})`
  const { rows } = await sql<{ keys: string | null }>`
    with together as materialized (
      select 1 as source, wanted.place, ${columns}
        from related_cards made
       cross join lateral unnest(made.related) with ordinality wanted (id, place)
       cross join lateral (
         select * from listings
          where merchant_id = ${merchantId} and context = 0 and card_id = wanted.id offset 0) card
       where made.merchant_id = ${merchantId} and made.card_id = ${cardId} and card.active and card.in_stock
       order by wanted.place limit ${sql.lit(maxShown)}
    ), related as (
      select * from together
       union all
      select * from (${newest('g')} union all ${newest('p')}) alike
       where card_id not in (select card_id from together)
       order by ${inOrder} limit ${sql.lit(maxShown)}
    )
    select string_agg(card_key(card_id, form, shown_id, on_hand - reserved, stamp), ',' order by ${inOrder})
             as keys
      from related ${stockOf('related.merchant_id', 'related.shown_id')}`.execute(db)
  return readKeys(rows[0]?.keys ?? null)
}
