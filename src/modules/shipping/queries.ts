import { sql } from 'kysely'
import { type KeptMarket, noMarket } from '#src/modules/markets/index.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { ShippingMethodRow } from './rules.ts'

const columns = sql`
  id, name, description, countries, regions, postal_codes, price_minor, free_from_minor, min_weight_grams,
  max_weight_grams, position, active, prices`

/** The active methods of a merchant, with texts in the language of a reader, if one is given. */
export async function selectShippingMethods(
  db: Executor,
  merchantId: string,
  reader: Reader = noMarket,
): Promise<ShippingMethodRow[]> {
  if (reader.locale !== null) return selectTranslated(db, merchantId, reader)
  const { rows } = await sql<ShippingMethodRow>`
    select ${columns} from shipping_methods where merchant_id = ${merchantId} and active`.execute(db)
  return rows
}

/** For whom methods are read. */
type Reader = Pick<KeptMarket, 'market_id' | 'locale'>

async function selectTranslated(
  db: Executor,
  merchantId: string,
  { market_id, locale }: Reader,
): Promise<ShippingMethodRow[]> {
  const { rows } = await sql<ShippingMethodRow & { texts: { name?: string; description?: string } | null }>`
    select ${columns}, texts_in(${merchantId}, 'shipping_method', id,
                                (select text_locales(${merchantId}, ${market_id}, ${locale}))) as texts
      from shipping_methods
     where merchant_id = ${merchantId} and active`.execute(db)
  return rows.map(({ texts, ...method }) => ({
    ...method,
    name: texts?.name ?? method.name,
    description: texts?.description ?? method.description,
  }))
}

/** All methods of a merchant, inactive ones too. Call it while the settings are locked. */
export async function selectAllMethods(transaction: Transaction, merchantId: string): Promise<ShippingMethodRow[]> {
  const { rows } = await sql<ShippingMethodRow>`
    select ${columns} from shipping_methods where merchant_id = ${merchantId} order by id`.execute(transaction)
  return rows
}

/** A page of a merchant's methods, by position. */
export async function listMethods(db: Executor, merchantId: string, page: PageRequest): Promise<ShippingMethodRow[]> {
  const behind = behindCursor(page, 'asc', ['position', 'int'], ['id', 'uuid'])
  const { rows } = await sql<ShippingMethodRow>`
    select ${columns} from shipping_methods where merchant_id = ${merchantId} and ${behind}
     order by position, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countMethods(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from shipping_methods where merchant_id = ${merchantId}`)
}

/** False, and nothing written, if the merchant has `max` already. Call it while the settings are locked. */
export async function insertMethod(
  transaction: Transaction,
  merchantId: string,
  method: ShippingMethodRow,
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into shipping_methods (merchant_id, ${columns}, created_at, updated_at)
    select ${merchantId}::uuid, ${method.id}::uuid, ${method.name}::text, ${method.description}::text,
           ${method.countries}::text[], ${method.regions}::text[], ${method.postal_codes}::text[],
           ${method.price_minor}::bigint, ${method.free_from_minor}::bigint,
           ${method.min_weight_grams}::int, ${method.max_weight_grams}::int, ${method.position}::int,
           ${method.active}::boolean, ${method.prices && JSON.stringify(method.prices)}::jsonb, now(), now()
     where (select count(*) from shipping_methods where merchant_id = ${merchantId}) < ${max}::int
    returning 1`.execute(transaction)
  return rows.length > 0
}

export async function selectMethod(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<ShippingMethodRow | undefined> {
  const { rows } = await sql<ShippingMethodRow>`
    select ${columns} from shipping_methods where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
  return rows[0]
}

export async function updateMethod(
  transaction: Transaction,
  merchantId: string,
  { id, prices, ...fields }: ShippingMethodRow,
): Promise<void> {
  await transaction
    .updateTable('shipping_methods')
    .set({ ...fields, prices: prices && JSON.stringify(prices), updated_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a method and returns it. */
export async function deleteMethod(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<ShippingMethodRow | undefined> {
  const { rows } = await sql<ShippingMethodRow>`
    delete from shipping_methods where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(
    transaction,
  )
  return rows[0]
}

export async function hasActiveMethod(transaction: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from shipping_methods where merchant_id = ${merchantId} and active) as has`.execute(
    transaction,
  )
  return rows[0]?.has === true
}
