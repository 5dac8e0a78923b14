import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { lockNextCards, lockOwners } from '../listing/next-cards-queries.ts'

export interface UnwrittenContext {
  context: number
  /** Every transaction that did not know of the context has ended: nothing is missed by writing all cards. */
  is_settled: boolean
  /** The last card that is written; null: none. */
  written_to: string | null
}

export async function selectUnwritten(db: Executor, merchantId: string): Promise<UnwrittenContext[]> {
  const { rows } = await sql<UnwrittenContext>`
    select context, since < pg_snapshot_xmin(pg_current_snapshot()) as is_settled, written_to
      from price_contexts where merchant_id = ${merchantId} and used and not ready order by context`.execute(db)
  return rows
}

/** Lists are sorted by the prices of the context from now on. */
export async function setWritten(db: Executor, merchantId: string, context: number): Promise<void> {
  await sql`
    update price_contexts set ready = true
     where merchant_id = ${merchantId} and context = ${context} and used`.execute(db)
}

/** Deletes cards of contexts that the shop does not use any more; returns how many. */
export async function deleteUnusedCards(db: Executor, merchantId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from listings where (merchant_id, context, card_id) in (
      select merchant_id, context, card_id from listings
       where merchant_id = ${merchantId}
         and context in (select context from price_contexts where merchant_id = ${merchantId} and not used)
       limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Prices of contexts that the shop does not use any more ended with them. */
export async function endUnusedPrices(db: Executor, merchantId: string): Promise<void> {
  await sql`
    update prices set ends_at = clock_timestamp()
     where merchant_id = ${merchantId} and ends_at = 'infinity'
       and context in (select context from price_contexts where merchant_id = ${merchantId} and not used)`.execute(db)
}

/** Writes the next cards in all contexts. Returns the last card, null behind the last one. */
export async function writeNextCards(
  transaction: Transaction,
  merchantId: string,
  { context, behind }: { context: number; behind: string | null },
  limit: number,
): Promise<string | null> {
  const ids = await lockNextCards(transaction, merchantId, behind, limit)
  const last = ids.at(-1)
  if (last === undefined) return null
  await sql`select write_priced_cards(${ids}::uuid[]), write_priced_groups(${ids}::uuid[])`.execute(transaction)
  await sql`
    update price_contexts set written_to = ${last}
     where merchant_id = ${merchantId} and context = ${context}`.execute(transaction)
  return last
}

/** Takes the next products whose price may have changed. */
export async function takeChanges(transaction: Transaction, merchantId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    delete from price_changes where (merchant_id, product_id) in (
      select merchant_id, product_id from price_changes
       where merchant_id = ${merchantId} order by product_id limit ${limit} for update skip locked)
    returning product_id`.execute(transaction)
  return rows.map(({ product_id }) => product_id)
}

/** Writes the cards of products and of their groups; returns the products whose price is another one. */
export async function writeCards(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  await lockOwners(transaction, merchantId, 'products', ids)
  const groups = await sql<{ id: string }>`
    select distinct group_id as id from products
     where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[]) and group_id is not null`.execute(transaction)
  const groupIds = groups.rows.map(({ id }) => id)
  await lockOwners(transaction, merchantId, 'product_groups', groupIds)
  const { rows } = await sql<{ repriced: string[] }>`
    select write_priced_cards(${[...ids]}::uuid[]) as repriced, write_priced_groups(${groupIds}::uuid[])`.execute(
    transaction,
  )
  return rows[0]?.repriced ?? []
}

/** Marks the products of a list as changed, or all if it names none; milliseconds until it begins or ends next. */
export async function markProductsOfList(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<number | null> {
  const { rows } = await sql<{ names_products: boolean; next_in_ms: number | null }>`
    select names_products,
           (ceil(extract(epoch from (
              case when starts_at > clock_timestamp() then starts_at
                   when ends_at > clock_timestamp() and ends_at < 'infinity' then ends_at end)
              - clock_timestamp()) * 1000))::float8 as next_in_ms
      from price_lists where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
  const [list] = rows
  if (list === undefined) return null
  await sql`
    insert into price_changes (merchant_id, product_id)
    ${
      list.names_products
        ? sql`select distinct merchant_id, product_id from price_list_prices
               where merchant_id = ${merchantId} and list_id = ${id}`
        : sql`select merchant_id, id from products where merchant_id = ${merchantId}`
    }
    on conflict do nothing`.execute(transaction)
  return list.next_in_ms
}
