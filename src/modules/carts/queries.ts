import { type RawBuilder, sql } from 'kysely'
import type { LineProduct } from '#src/modules/catalog/index.ts'
import { isSold, joinProductOf, lineProductColumns } from '#src/modules/catalog/shared-queries.ts'
import type { KeptMarket } from '#src/modules/markets/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** A user has one cart per merchant. */
export interface CartKey {
  merchantId: string
  userId: string
}

/** A line with the product's current data. */
export interface CartLine extends LineProduct {
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
  /** No promotion knows it. */
  gift_card: boolean
  /** Whether the product is still for sale. */
  sold: boolean
  /** It has no price in the market of the cart. */
  is_elsewhere: boolean
  /** Whether it is for sale with enough units available. */
  is_available: boolean
  options: Record<string, string>
}

export interface CartRow extends KeptMarket {
  id: string
  merchant_id: string
  user_id: string
  status: 'active' | 'abandoned'
  /** The currency of its products; empty without any. */
  currency: string
  created_at: Date
  last_activity_at: Date
  /** Codes that the shopper keeps, in capitals. */
  discount_codes: string[]
  /** The shop has promotions, which may change the total. */
  has_promotions: boolean
  /** Its customer got a mail about it. */
  mailed: boolean
  lines: CartLine[]
}

/**
 * Creates the user's cart, or makes it active again. Its row stays locked until the transaction ends, so that lines
 * change one transaction at a time; if a checkout has just deleted the cart, a new one is created. It keeps its
 * market.
 */
export async function openCart(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  newCartId: string,
  isGuest: boolean,
  { market_id, locale }: KeptMarket,
): Promise<{ isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into carts (merchant_id, user_id, id, status, created_at, last_activity_at, is_guest, market_id, locale)
    values (${merchantId}, ${userId}, ${newCartId}, 'active', now(), now(), ${isGuest}, ${market_id}, ${locale})
    on conflict (merchant_id, user_id)
      do update set status = 'active', abandoned_at = null, last_activity_at = now(),
                    market_id = coalesce(kept_market(carts.merchant_id, carts.market_id), excluded.market_id),
                    locale = case when kept_market(carts.merchant_id, carts.market_id) is null then excluded.locale
                                  else carts.locale end
    returning id`.execute(transaction)
  return { isNew: rows[0]?.id === newCartId }
}

export async function setCodes(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  codes: readonly string[],
): Promise<void> {
  await sql`
    update carts set discount_codes = ${[...codes]}::text[]
     where merchant_id = ${merchantId} and user_id = ${userId}`.execute(transaction)
}

/** Makes the cart active again and locks it; false if the user has none. */
export async function touchCart(transaction: Transaction, { merchantId, userId }: CartKey): Promise<boolean> {
  const { rows } = await sql`
    update carts set status = 'active', abandoned_at = null, last_activity_at = now()
     where merchant_id = ${merchantId} and user_id = ${userId} returning 1`.execute(transaction)
  return rows.length > 0
}

/** Locks the cart. Read its lines in a later statement, whose snapshot is taken after the lock. */
export async function lockCart(transaction: Transaction, { merchantId, userId }: CartKey): Promise<boolean> {
  const { rows } = await sql`
    select from carts where merchant_id = ${merchantId} and user_id = ${userId} for update`.execute(transaction)
  return rows.length > 0
}

/**
 * Adds to the product's line, or inserts one if the product is for sale and the cart has fewer than `maxLines` others.
 * Returns whether it did either. Call under the cart's lock.
 */
export async function addToLine(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  productId: string,
  quantity: number,
  maxLines: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into cart_items (merchant_id, user_id, product_id, quantity, added_at)
    select merchant_id, ${userId}, id, ${quantity}, clock_timestamp() from products
     where merchant_id = ${merchantId} and id = ${productId} and status = 'active' and withheld is null
       and (select count(*) from cart_items
             where merchant_id = ${merchantId} and user_id = ${userId} and product_id <> ${productId}) < ${maxLines}
    on conflict (merchant_id, user_id, product_id)
      do update set quantity = cart_items.quantity + excluded.quantity
    returning 1`.execute(transaction)
  return rows.length > 0
}

/** Sets a line's quantity and returns the previous one; undefined without such a line. Call under the cart's lock. */
export async function setLine(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  productId: string,
  quantity: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    update cart_items line set quantity = ${quantity} from cart_items before
     where line.merchant_id = ${merchantId} and line.user_id = ${userId} and line.product_id = ${productId}
       and before.merchant_id = line.merchant_id and before.user_id = line.user_id
       and before.product_id = line.product_id
    returning before.quantity as before`.execute(transaction)
  return rows[0]?.before
}

export async function deleteLine(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  productId: string,
): Promise<void> {
  await sql`
    delete from cart_items
     where merchant_id = ${merchantId} and user_id = ${userId} and product_id = ${productId}`.execute(transaction)
}

/** Deletes the cart with its lines. */
export async function deleteCart(transaction: Transaction, { merchantId, userId }: CartKey): Promise<void> {
  await sql`delete from carts where merchant_id = ${merchantId} and user_id = ${userId}`.execute(transaction)
}

/** Deletes all carts of an erased user. Each is at a merchant whose customer they are, or is a guest's cart. */
export async function deleteCartsOfUser(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    delete from carts
     where user_id = ${userId}
       and (is_guest or merchant_id in (select merchant_id from customers where user_id = ${userId}))`.execute(
    transaction,
  )
}

/** Merchants where a user has carts from their time as a guest. */
export async function selectGuestCarts(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from carts where user_id = ${userId} and is_guest order by merchant_id`.execute(db)
  return rows.map((row) => row.merchant_id)
}

/** Sets the quantities of lines, new ones included, except for deleted products. Call under the cart's lock. */
export async function setLines(
  transaction: Transaction,
  { merchantId, userId }: CartKey,
  lines: readonly { product_id: string; quantity: number }[],
): Promise<void> {
  await sql`
    insert into cart_items (merchant_id, user_id, product_id, quantity, added_at)
    select ${merchantId}, ${userId}, product_id, quantity, clock_timestamp()
      from unnest(${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
           as line (product_id, quantity)
      join products product on product.merchant_id = ${merchantId} and product.id = line.product_id
       for key share of product
    on conflict (merchant_id, user_id, product_id) do update set quantity = excluded.quantity`.execute(transaction)
}

export async function selectCart(db: Executor, { merchantId, userId }: CartKey): Promise<CartRow | undefined> {
  const [cart] = await selectCarts(db, sql`cart.merchant_id = ${merchantId} and cart.user_id = ${userId}`)
  return cart
}

export async function selectCartsOf(db: Executor, keys: readonly CartKey[]): Promise<CartRow[]> {
  const merchantIds = keys.map((key) => key.merchantId)
  const userIds = keys.map((key) => key.userId)
  return selectCarts(
    db,
    sql`(cart.merchant_id, cart.user_id) in (select * from unnest(${merchantIds}::uuid[], ${userIds}::uuid[]))`,
  )
}

/**
 * Carts with their lines in the order they were added; one statement, so that lines, prices and stock are of one
 * snapshot.
 */
async function selectCarts(db: Executor, which: RawBuilder<unknown>): Promise<CartRow[]> {
  type Row = Omit<CartRow, 'lines' | 'currency'> & { currency: string | null } & (
      | CartLine
      | { [column in keyof CartLine]: null }
    )
  const { rows } = await sql<Row>`
    select cart.id, cart.merchant_id, cart.user_id, cart.status,
           case when market.id is null then product.currency
                else market_currency(cart.merchant_id, market.id) end as currency, cart.created_at,
           cart.last_activity_at, cart.discount_codes, cart.mailed_at is not null as mailed,
           coalesce(settings.has_promotions, false) as has_promotions,
           product.id as product_id, product.sku, line.quantity, market.id as market_id,
           case when market.id is null then null else cart.locale end as locale,
           case when market.id is null then product.name else
             coalesce(product_name_for(product.merchant_id, product.id, product.group_id, market.id, cart.locale),
                      product.name) end as name,
           case when place.context > 0 then coalesce(its.price_minor, 0) else product.price_minor end as price_minor,
           place.context > 0 and its.price_minor is null as is_elsewhere,
           product.gift_card, product.options, ${isSold} as sold,
           ${lineProductColumns},
           ${isSold} and coalesce(stock.on_hand - stock.reserved, 0) >= line.quantity
             and (place.context is null or place.context = 0 or its.price_minor is not null) as is_available
      from carts cart
      left join lateral kept_market(cart.merchant_id, cart.market_id) market (id) on cart.market_id is not null
      left join merchant_settings settings on settings.merchant_id = cart.merchant_id
      left join cart_items line on line.merchant_id = cart.merchant_id and line.user_id = cart.user_id
      ${joinProductOf('line')}
      left join lateral (
        select price_context(cart.merchant_id, market.id) as context offset 0) place on settings.has_prices
      left join lateral price_of(
        cart.merchant_id, product.id, place.context, line.quantity,
        groups_of_customer(cart.merchant_id, cart.user_id), now()) its on place.context > 0
     where ${which}
     order by line.added_at, line.product_id`.execute(db)
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { id, merchant_id, user_id, status, created_at, last_activity_at, discount_codes, has_promotions, mailed } =
      first
    const { market_id, locale } = first
    const currency = first.currency ?? ''
    const lines = group.flatMap((row) => (row.product_id === null ? [] : [toLine(row)]))
    const more = { discount_codes, has_promotions, mailed, market_id, locale }
    return [{ id, merchant_id, user_id, status, currency, created_at, last_activity_at, ...more, lines }]
  })
}

function toLine(row: CartLine): CartLine {
  const { product_id, sku, name, quantity, price_minor, gift_card, options, sold, is_available } = row
  const is_elsewhere = row.is_elsewhere === true
  const { picture, image_url, group_id, slug, available } = row
  return {
    product_id,
    sku,
    name,
    quantity,
    price_minor,
    gift_card,
    options,
    sold,
    is_elsewhere,
    is_available,
    picture,
    image_url,
    group_id,
    slug,
    available,
  }
}

/**
 * Marks at most `limit` carts idle for longer than `idleSeconds` as abandoned, and returns their keys. Skips locked
 * carts until the next run; a cart that became active meanwhile no longer matches.
 */
export async function abandonIdleCarts(
  transaction: Transaction,
  idleSeconds: number,
  limit: number,
): Promise<CartKey[]> {
  const { rows } = await sql<CartKey>`
    with idle as (
      select merchant_id, user_id from carts
       where status = 'active' and last_activity_at < now() - make_interval(secs => ${idleSeconds})
       order by last_activity_at limit ${limit}
         for update skip locked
    )
    update carts set status = 'abandoned', abandoned_at = now() from idle
     where carts.merchant_id = idle.merchant_id and carts.user_id = idle.user_id
    returning carts.merchant_id as "merchantId", carts.user_id as "userId"`.execute(transaction)
  return rows
}
