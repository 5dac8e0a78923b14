import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** As many cards of a collection as a home page shows. */
const maxShown = 12

/**
 * Drawings of a merchant that are not made yet: first those of collections and of their first products, with which a
 * shop begins, then the newest, with which its lists begin. Other pictures that are being made have an address, from
 * which they are fetched.
 */
export async function selectUndrawn(db: Executor, merchantId: string): Promise<{ id: string; alt: string }[]> {
  const { rows } = await sql<{ id: string; alt: string }>`
    with pictured (card_id, media) as (
      select id, media from products where merchant_id = ${merchantId}
       union all select group_id, media from products where merchant_id = ${merchantId} and group_id is not null
       union all select id, media from product_groups where merchant_id = ${merchantId}
    ), ranked as (
      select card_id, row_number() over (partition by collection_id order by position) as rank
        from collection_cards where merchant_id = ${merchantId}
    ), first (id, rank) as (
      select unnest(media), 0 from collections where merchant_id = ${merchantId}
       union all
      select unnest(media), rank from ranked join pictured using (card_id) where rank <= ${maxShown}
    )
    select id, alt from media left join (select id, min(rank) as rank from first group by id) first using (id)
     where merchant_id = ${merchantId} and state = 'processing' and source_url is null and alt is not null
     order by rank nulls last, id desc`.execute(db)
  return rows
}
