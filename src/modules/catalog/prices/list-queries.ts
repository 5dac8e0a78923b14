import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

/** What staff sets of a price list, besides its prices. */
export interface PriceListFields {
  name: string
  currency: string
  starts_at: Date | null
  ends_at: Date | null
  priority: number
  /** Null: for everybody. */
  group_ids: string[] | null
  /** Null: it has amounts. */
  percent: number | null
}

export interface PriceListRow extends PriceListFields {
  id: string
  /** Without any it is for all products. */
  price_count: number
  created_at: Date
  updated_at: Date
}

/** A product of a list: with an amount of one of so many units, or null where the list has a percent. */
export interface ListedPrice {
  product_id: string
  min_quantity: number
  amount_minor: number | null
}

const columns = sql`
  id, name, currency, nullif(starts_at, '-infinity') as starts_at, nullif(ends_at, 'infinity') as ends_at, priority,
  group_ids, percent::float8 as percent, created_at, updated_at,
  (select count(*)::int from price_list_prices price
    where price.merchant_id = list.merchant_id and price.list_id = list.id) as price_count`

/** A page of a shop's lists, newest first. */
export async function selectPriceLists(db: Executor, merchantId: string, page: PageRequest): Promise<PriceListRow[]> {
  const { rows } = await sql<PriceListRow>`
    select ${columns} from price_lists list
     where merchant_id = ${merchantId} and ${behindCursor(page, 'desc', ['id', 'uuid'])}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countPriceLists(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from price_lists where merchant_id = ${merchantId}`)
}

export async function selectPriceList(db: Executor, merchantId: string, id: string): Promise<PriceListRow | undefined> {
  const { rows } = await sql<PriceListRow>`
    select ${columns} from price_lists list where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** In the order of the products, and by quantity. */
export async function selectListedPrices(db: Executor, merchantId: string, id: string): Promise<ListedPrice[]> {
  const { rows } = await sql<ListedPrice>`
    select product_id, min_quantity, amount_minor from price_list_prices
     where merchant_id = ${merchantId} and list_id = ${id} order by product_id, min_quantity`.execute(db)
  return rows
}

/** A product that a list names. */
export interface ListedProduct {
  id: string
  sku: string
  name: string
  status: 'draft' | 'active' | 'archived'
}

/** By name. */
export async function selectListedProducts(db: Executor, merchantId: string, id: string): Promise<ListedProduct[]> {
  const { rows } = await sql<ListedProduct>`
    select product.* from (
        select distinct product_id from price_list_prices where merchant_id = ${merchantId} and list_id = ${id}) listed
     cross join lateral (
        -- By its key, also planned while the tables were empty.
        select id, sku, name, status from products
         where merchant_id = ${merchantId} and id = listed.product_id offset 0) product
     order by name, id`.execute(db)
  return rows
}

/** Writes a list, new or changed. Call it while the settings are locked. */
export async function writePriceList(
  transaction: Transaction,
  merchantId: string,
  id: string,
  fields: PriceListFields & { namesProducts: boolean; unit: number },
): Promise<void> {
  const { name, currency, starts_at, ends_at, priority, group_ids, percent, namesProducts, unit } = fields
  await sql`
    insert into price_lists (merchant_id, id, name, currency, starts_at, ends_at, priority, group_ids, percent,
                             names_products, step_minor, created_at, updated_at)
    values (${merchantId}, ${id}, ${name}, ${currency}, coalesce(${starts_at}::timestamptz, '-infinity'),
            coalesce(${ends_at}::timestamptz, 'infinity'), ${priority}, ${group_ids}::uuid[], ${percent},
            ${namesProducts}, ${unit}, now(), now())
    on conflict (merchant_id, id) do update
       set name = excluded.name, currency = excluded.currency, starts_at = excluded.starts_at,
           ends_at = excluded.ends_at, priority = excluded.priority, group_ids = excluded.group_ids,
           percent = excluded.percent, names_products = excluded.names_products,
           step_minor = excluded.step_minor, updated_at = now()`.execute(transaction)
}

/** Makes these the prices of a list. */
export async function replacePrices(
  transaction: Transaction,
  merchantId: string,
  id: string,
  prices: readonly ListedPrice[],
): Promise<void> {
  await sql`
    delete from price_list_prices where merchant_id = ${merchantId} and list_id = ${id}`.execute(transaction)
  await sql`
    insert into price_list_prices (merchant_id, list_id, product_id, min_quantity, amount_minor)
    select ${merchantId}, ${id}, product_id, min_quantity, amount_minor
      from json_populate_recordset(null::price_list_prices, ${JSON.stringify(prices)})`.execute(transaction)
}

/** Which of these are products of the shop. */
export async function selectKnownProducts(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from products where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])
       for key share`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}

export async function deletePriceList(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`delete from price_lists where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** All amounts of lists in a currency. */
export async function selectAmounts(
  transaction: Transaction,
  merchantId: string,
  currency: string,
): Promise<{ list_id: string; product_id: string; min_quantity: number; amount_minor: number; name: string }[]> {
  const { rows } = await sql<{
    list_id: string
    product_id: string
    min_quantity: number
    amount_minor: number
    name: string
  }>`
    select list_id, product_id, min_quantity, amount_minor, list.name
      from price_list_prices price
      join price_lists list on list.merchant_id = price.merchant_id and list.id = price.list_id
     where price.merchant_id = ${merchantId} and list.currency = ${currency} and amount_minor is not null`.execute(
    transaction,
  )
  return rows
}

/** Writes the amounts of lists in another currency. */
export async function moveLists(
  transaction: Transaction,
  merchantId: string,
  { from, to }: { from: string; to: string },
  amounts: readonly (ListedPrice & { list_id: string })[],
): Promise<void> {
  await sql`
    update price_list_prices price set amount_minor = given.amount_minor
      from json_populate_recordset(null::price_list_prices, ${JSON.stringify(amounts)}) given
     where price.merchant_id = ${merchantId} and price.list_id = given.list_id
       and price.product_id = given.product_id and price.min_quantity = given.min_quantity`.execute(transaction)
  await sql`
    update price_lists set currency = ${to}, updated_at = now()
     where merchant_id = ${merchantId} and currency = ${from}`.execute(transaction)
}
