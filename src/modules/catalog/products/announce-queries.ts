import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
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

export type TextTable = 'products' | 'product_groups' | 'collections'

/** Locks texts that show a picture, in the order of their ids. */
export async function lockTexts(
  transaction: Transaction,
  table: TextTable,
  merchantId: string,
  mediaId: string,
  after: string | undefined,
  limit: number,
): Promise<{ id: string; html: string }[]> {
  const isBehind = after === undefined ? sql`true` : sql`id > ${after}`
  const { rows } = await sql<{ id: string; html: string }>`
    select id, description_html as html from ${sql.table(table)}
     where description_html like '%<img %' and ${isOwnedBy('merchant_id', merchantId)} and ${isBehind}
       and pictures_in_html(description_html) @> array[replace(${mediaId}::text, '-', '')]
     order by id limit ${limit} for no key update`.execute(transaction)
  return rows
}

/** Writes locked texts. The version of a product counts by itself. */
export async function updateTexts(
  transaction: Transaction,
  table: TextTable,
  merchantId: string,
  texts: readonly { id: string; html: string }[],
): Promise<void> {
  if (texts.length === 0) return
  const version = table === 'products' ? sql`` : sql`version = old.version + 1,`
  await sql`
    update ${sql.table(table)} old set ${version} description_html = given.html, updated_at = now()
      from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ html }) => html)}::text[]) given (id, html)
     where ${isOwnedBy('old.merchant_id', merchantId)} and old.id = given.id`.execute(transaction)
}
