import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Owners } from './large-shop-people.ts'

export type FoundIds = Awaited<ReturnType<typeof readIds>>

/** A row of each kind, for the addresses of requests. */
export async function readIds(db: Executor, { shop, user, size }: Owners) {
  const one = (table: string, more = sql`true`) =>
    sql`(select id from ${sql.table(table)} where merchant_id = ${shop} and ${more} limit 1)`
  const own = (status: string) => sql`user_id = ${user} and status = ${status}`
  const { rows } = await sql<
    Record<
      | ('product' | 'cartProduct' | 'group' | 'collection' | 'media' | 'productImport' | 'bulkJob' | 'promotion')
      | ('order' | 'unpaidOrder' | 'cancelledOrder' | 'return' | 'giftCard' | 'webhook' | 'delivery' | 'event')
      | ('apiKey' | 'session' | 'statement' | 'page' | 'market' | 'priceList'),
      string
    >
  >`
    select ${one('products', sql`sku = 'S3'`)} as product,
           ${one('products', sql`sku = 'S4'`)} as "cartProduct",
           ${one('product_groups')} as "group",
           ${one('collections')} as collection,
           ${one('media')} as media,
           ${one('product_imports')} as "productImport",
           ${one('bulk_jobs')} as "bulkJob",
           ${one('promotions')} as promotion,
           ${one('orders', own('paid'))} as "order",
           ${one('orders', sql`${own('pending')} order by id`)} as "unpaidOrder",
           ${one('orders', sql`${own('pending')} order by id desc`)} as "cancelledOrder",
           ${one('returns', sql`user_id = ${user}`)} as "return",
           ${one('stored_value_accounts', sql`kind = 'gift_card'`)} as "giftCard",
           ${one('webhook_subscriptions')} as webhook,
           ${one('deliveries', sql`status = 'failed'`)} as delivery,
           ${one('events', sql`true order by id offset ${Math.floor(size.events / 2)}`)} as event,
           ${one('api_keys')} as "apiKey",
           ${one('pages')} as page,
           ${one('markets', sql`not own`)} as market,
           ${one('price_lists')} as "priceList",
           ${one('bank_statements')} as statement,
           (select id from sessions where user_id = ${user} order by id desc limit 1) as session`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('the large shop is empty')
  return found
}
