import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** Counts a change of the products that show a picture, their own or their group's. Answers their ids in order. */
export async function showAnew(
  transaction: Transaction,
  merchantId: string,
  mediaId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const isBehind = after === undefined ? sql`true` : sql`id > ${after}`
  const { rows } = await sql<{ id: string }>`
    update products set media = media, updated_at = now()
     where merchant_id = ${merchantId} and id = any (array(
             select id from products
              where merchant_id = ${merchantId} and ${isBehind} and id in (
                      select id from products
                       where media <> '{}' and media @> array[${mediaId}::uuid] and merchant_id = ${merchantId}
                      union all
                      select variant.id from product_groups one
                        join products variant on variant.merchant_id = one.merchant_id and variant.group_id = one.id
                       where one.media <> '{}' and one.media @> array[${mediaId}::uuid]
                         and one.merchant_id = ${merchantId}
                         and variant.options @> coalesce(one.media_options -> ${mediaId}::text, '{}'))
              order by id limit ${limit} for no key update))
    returning id`.execute(transaction)
  return rows.map(({ id }) => id).sort()
}
