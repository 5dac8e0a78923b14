import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { OfferedPromotion } from './candidate-rules.ts'
import { codeKey } from './code-rules.ts'
import { keyOfCode, stateColumn } from './offer-queries.ts'
import type { PromotionKind } from './rules.ts'

/** Fields that staff sets. */
export interface PromotionFields
  extends Pick<
    OfferedPromotion,
    'terms' | 'applies_to' | 'minimum' | 'customers' | 'combines' | 'priority' | 'prices'
  > {
  name: string
  code: string | null
  public: boolean
  kind: PromotionKind
  usage_limit: number | null
  per_customer_limit: number | null
  starts_at: Date | null
  ends_at: Date | null
  status: 'active' | 'paused'
}

export interface PromotionRow extends PromotionFields {
  id: string
  has_codes: boolean
  /** Generated codes. */
  code_count: number
  /** The status with the period, by the database's clock. */
  state: OfferedPromotion['state']
  used_count: number
  version: number
  created_at: Date
  updated_at: Date
}

/** Orders that have a promotion, without cancelled ones: what is folded, and what is not yet. */
const usedCount = sql`
  (coalesce((select orders from promotion_use_totals total
              where total.merchant_id = promotion.merchant_id and total.promotion_id = promotion.id), 0)
   + coalesce((select sum(orders) from promotion_use_changes change
                where change.merchant_id = promotion.merchant_id and change.promotion_id = promotion.id), 0))::int`

const codeCount = sql`
  coalesce((select sum(made)::int from promotion_code_batches batch
             where batch.merchant_id = promotion.merchant_id and batch.promotion_id = promotion.id), 0)`

const columns = sql`
  promotion.id, promotion.name, promotion.code, promotion.has_codes, promotion.public, promotion.kind, promotion.terms,
  promotion.applies_to, promotion.minimum, promotion.customers, promotion.usage_limit, promotion.per_customer_limit,
  promotion.starts_at, promotion.ends_at, promotion.combines, promotion.priority, promotion.status, promotion.prices,
  ${stateColumn} as state, ${usedCount} as used_count,
  ${codeCount} as code_count, promotion.version, promotion.created_at, promotion.updated_at`

/** What a list of promotions is narrowed to. */
export interface PromotionFilter {
  /** Part of a name or a code. */
  q?: string | undefined
  status?: OfferedPromotion['state'] | undefined
  kind?: PromotionKind | undefined
  /** In capitals; also one that was generated. */
  code?: string | undefined
}

function isListed(merchantId: string, { q, status, kind, code }: PromotionFilter): RawBuilder<unknown> {
  const conditions = [sql`promotion.merchant_id = ${merchantId}`]
  if (q) {
    const part = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
    const key = codeKey(q)
    // Shorter ones are in almost every code.
    const sameLetters = key.length < 3 ? sql`false` : sql`${keyOfCode} like ${`%${key}%`}`
    conditions.push(sql`(promotion.name ilike ${part} or promotion.code ilike ${part} or ${sameLetters})`)
  }
  if (status) conditions.push(sql`${stateColumn} = ${status}`)
  if (kind) conditions.push(sql`promotion.kind = ${kind}`)
  if (code)
    conditions.push(sql`
      promotion.id in (select promotion_id from promotion_codes
                        where merchant_id = ${merchantId} and (not exact and ${keyOfCode} = ${codeKey(code)}
                                                               or exact and code = ${code}))`)
  return sql.join(conditions, sql` and `)
}

/** A merchant's promotions, newest first. */
export async function selectPromotions(
  db: Executor,
  merchantId: string,
  filter: PromotionFilter,
  page: PageRange,
): Promise<PromotionRow[]> {
  const behind = behindCursor(page, 'desc', ['created_at', 'timestamptz(3)'], ['id', 'uuid'])
  const { rows } = await sql<PromotionRow>`
    select ${columns} from promotions promotion where ${isListed(merchantId, filter)} and ${behind}
     order by created_at desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countPromotions(db: Executor, merchantId: string, filter: PromotionFilter = {}): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from promotions promotion where ${isListed(merchantId, filter)}`)
}

export async function selectPromotion(db: Executor, merchantId: string, id: string): Promise<PromotionRow | undefined> {
  const { rows } = await sql<PromotionRow>`
    select ${columns} from promotions promotion where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** All promotions of a merchant. Call it while the settings are locked. */
export async function selectAllPromotions(transaction: Transaction, merchantId: string): Promise<PromotionRow[]> {
  const { rows } = await sql<PromotionRow>`
    select ${columns} from promotions promotion where merchant_id = ${merchantId} order by id`.execute(transaction)
  return rows
}

export async function updateAmounts(
  transaction: Transaction,
  merchantId: string,
  id: string,
  { terms, minimum, prices }: Pick<PromotionFields, 'terms' | 'minimum' | 'prices'>,
): Promise<void> {
  await sql`
    update promotions set terms = ${JSON.stringify(terms)}::jsonb, minimum = ${JSON.stringify(minimum)}::jsonb,
                          prices = ${prices && JSON.stringify(prices)}::jsonb
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** Waits for orders that are using promotions of the shop, and lets others wait until this transaction ends. */
export async function lockPromotions(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('promotions:' || ${merchantId}::uuid, 0))`.execute(transaction)
}

/** @throws where another code of the shop is the same */
export async function insertPromotion(
  transaction: Transaction,
  merchantId: string,
  id: string,
  fields: PromotionFields,
): Promise<void> {
  await transaction
    .insertInto('promotions')
    .values({ merchant_id: merchantId, id, ...stored(fields), created_at: sql`now()`, updated_at: sql`now()` })
    .execute()
  await setCode(transaction, merchantId, id, fields.code)
}

/** @throws where another code of the shop is the same */
export async function updatePromotion(
  transaction: Transaction,
  merchantId: string,
  id: string,
  fields: PromotionFields,
): Promise<void> {
  await transaction
    .updateTable('promotions')
    .set({ ...stored(fields), version: sql`version + 1`, updated_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
  await setCode(transaction, merchantId, id, fields.code)
}

function stored({ terms, applies_to, minimum, customers, prices, ...fields }: PromotionFields) {
  return {
    ...fields,
    terms: JSON.stringify(terms),
    applies_to: JSON.stringify(applies_to),
    minimum: JSON.stringify(minimum),
    customers: JSON.stringify(customers),
    prices: prices && JSON.stringify(prices),
  }
}

async function setCode(transaction: Transaction, merchantId: string, id: string, code: string | null): Promise<void> {
  await sql`
    delete from promotion_codes
     where merchant_id = ${merchantId} and promotion_id = ${id} and not generated
       and code is distinct from ${code}::text`.execute(transaction)
  if (code === null) return
  await sql`
    insert into promotion_codes (merchant_id, code, promotion_id, generated)
    select ${merchantId}, ${code}, ${id}, false
     where not exists (select from promotion_codes where merchant_id = ${merchantId} and code = ${code}
                          and promotion_id = ${id} and not generated)`.execute(transaction)
}

/** Its codes go with it; the orders that had it stay. */
export async function deletePromotion(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`delete from promotions where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** A promotion with a limit has a counter, which begins with the orders that have it. Under `lockPromotions`. */
export async function setCounter(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`
    delete from promotion_counters counter using promotions promotion
     where counter.merchant_id = ${merchantId} and counter.promotion_id = ${id}
       and promotion.merchant_id = ${merchantId} and promotion.id = ${id} and promotion.usage_limit is null`.execute(
    transaction,
  )
  await sql`
    with counted as (
      insert into promotion_counters (merchant_id, promotion_id, used)
      select merchant_id, id, ${usedCount} from promotions promotion
       where merchant_id = ${merchantId} and id = ${id} and usage_limit is not null
      on conflict do nothing
      returning promotion_id
    )
    update promotion_uses set given_back = true from counted
     where merchant_id = ${merchantId} and promotion_uses.promotion_id = counted.promotion_id
       and released and not given_back`.execute(transaction)
}

/** Named products, groups and collections that the shop does not have. */
export async function selectUnknown(
  db: Executor,
  merchantId: string,
  named: { product_ids: readonly string[]; group_ids: readonly string[]; collection_ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${named.product_ids}::uuid[]) id
     where not exists (select from products where merchant_id = ${merchantId} and products.id = id.id)
     union all
    select id from unnest(${named.group_ids}::uuid[]) id
     where not exists (select from product_groups where merchant_id = ${merchantId} and product_groups.id = id.id)
     union all
    select id from unnest(${named.collection_ids}::uuid[]) id
     where not exists (select from collections where merchant_id = ${merchantId} and collections.id = id.id)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function hasPromotion(transaction: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from promotions where merchant_id = ${merchantId}) as has`.execute(transaction)
  return rows[0]?.has === true
}
