import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Orders of so many days count, and so do the movements of stock by which they are found. */
const window = sql`now() - interval '90 days'`

/** What is kept of a list; a page shows fewer, because some of them may be sold out. */
const maxRelated = 20

/** What one list looks at, so that a product of a million orders takes as long as one of a thousand. */
const bounds = { movementsOfProduct: 300, orders: 1_000, linesOfOrder: 20 }

/** The product of `item`. OFFSET forces a look-up for each: the planner read all products of the shop. */
const productOf = (merchantId: string) => sql`
  select id, group_id from products where merchant_id = ${merchantId} and id = item.product_id offset 0`

export interface DueShop {
  merchant_id: string
  /** As the database writes it: a Date has no microseconds, so the last order would always be new. */
  paid_until: string
}

/** Shops with orders that were paid since they were looked at, the longest ago first. */
export async function selectDueShops(db: Executor, limit: number): Promise<DueShop[]> {
  const { rows } = await sql<DueShop>`
    select merchants.id as merchant_id, since.paid_until::text as paid_until
      from merchants
      left join related_progress progress on progress.merchant_id = merchants.id
     cross join lateral (select greatest(progress.paid_until, ${window}) as paid_until) since
     cross join lateral (
       -- In the order of the index, or the planner reads all orders for each shop.
       select from orders where merchant_id = merchants.id and paid_at > since.paid_until
        order by merchant_id, paid_at limit 1) due
     order by progress.paid_until nulls first, merchants.id limit ${limit}`.execute(db)
  return rows
}

/**
 * The cards of a shop's next paid orders, except those whose lists were made after them, and until when these orders
 * were paid; undefined if there is none.
 */
export async function selectBoughtCards(
  db: Executor,
  { merchant_id: merchantId, paid_until }: DueShop,
  limit: number,
): Promise<{ paid_until: string; cards: string[] } | undefined> {
  const { rows } = await sql<{ paid_until: string | null; cards: string[] }>`
    with next as materialized (
      select id, paid_at from orders
       where merchant_id = ${merchantId} and paid_at > ${paid_until}::timestamptz
       order by paid_at fetch first ${sql.lit(limit)} rows with ties
    )
    select (select max(paid_at)::text from next) as paid_until,
           array(select distinct coalesce(product.group_id, product.id)
                   from next
                  cross join lateral (
                    select product_id from order_items
                     where merchant_id = ${merchantId} and order_id = next.id offset 0) item
                  cross join lateral (${productOf(merchantId)}) product
                  where not exists (select from related_cards made
                                     where made.merchant_id = ${merchantId} and made.made_at > next.paid_at
                                       and made.card_id = coalesce(product.group_id, product.id))
                  order by 1) as cards`.execute(db)
  const [row] = rows
  return row?.paid_until ? { paid_until: row.paid_until, cards: row.cards } : undefined
}

export async function recordProgress(db: Executor, { merchant_id, paid_until }: DueShop): Promise<void> {
  await sql`
    insert into related_progress as progress (merchant_id, paid_until)
    values (${merchant_id}, ${paid_until}::timestamptz)
    on conflict (merchant_id) do update set paid_until = greatest(progress.paid_until, excluded.paid_until)
    `.execute(db)
}

/** The lists that were made longest ago, if that is more than a week: orders leave the 90 days. */
export async function selectOldLists(db: Executor, limit: number): Promise<{ merchant_id: string; card_id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; card_id: string }>`
    select merchant_id, card_id from related_cards
     where made_at < now() - interval '7 days' order by made_at limit ${limit}`.execute(db)
  return rows
}

/**
 * Makes the lists of a shop's cards: what the most people have bought together with them, whose orders are paid and not
 * cancelled. A card that nobody has ordered in the 90 days has none. Orders are found by the movements of stock.
 */
export async function writeRelated(
  transaction: Transaction,
  merchantId: string,
  cards: readonly string[],
): Promise<void> {
  await sql`
    with card as materialized (select id from unnest(${[...cards]}::uuid[]) id order by id),
    ordered as materialized (
      select card.id as card_id, found.order_id
        from card cross join lateral (
          select distinct order_id from (
            select movement.order_id
              from (select card.id as product_id
                    union all
                    select id from products where merchant_id = ${merchantId} and group_id = card.id) product
             cross join lateral (
               select order_id, type, created_at from stock_movements
                where merchant_id = ${merchantId} and product_id = product.product_id
                order by number desc limit ${sql.lit(bounds.movementsOfProduct)}) movement
             where movement.type = 'order_placed' and movement.created_at > ${window}
             limit ${sql.lit(bounds.orders)}) latest) found
    ), counted as (
      select ordered.card_id, coalesce(product.group_id, product.id) as other_id,
             count(distinct orders.user_id) as buyers, max(orders.paid_at) as last_paid_at
        from ordered
       cross join lateral (
         select id, user_id, paid_at, status from orders
          where merchant_id = ${merchantId} and id = ordered.order_id offset 0) orders
       cross join lateral (
         select product_id from order_items
          where merchant_id = ${merchantId} and order_id = orders.id
          order by line limit ${sql.lit(bounds.linesOfOrder)}) item
       cross join lateral (${productOf(merchantId)}) product
       where coalesce(product.group_id, product.id) <> ordered.card_id
         and orders.paid_at > ${window} and orders.status <> 'cancelled'
       group by 1, 2
    ), ranked as (
      select *, row_number() over (
               partition by card_id order by buyers desc, last_paid_at desc, other_id) as place
        from counted
    ), written as (
      insert into related_cards as made (merchant_id, card_id, related, made_at)
      select ${merchantId}, card.id,
             array(select other_id from ranked
                    where ranked.card_id = card.id and place <= ${sql.lit(maxRelated)} order by place),
             now()
        from card where card.id in (select card_id from ordered)
      on conflict (merchant_id, card_id) do update set related = excluded.related, made_at = excluded.made_at
    )
    delete from related_cards made
     where made.merchant_id = ${merchantId} and made.card_id in (select id from card)
       and made.card_id not in (select card_id from ordered)`.execute(transaction)
}
