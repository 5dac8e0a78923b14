import { sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { OfferedPromotion, ProductFacets } from './candidate-rules.ts'
import { codeKey, punctuation, readCode } from './code-rules.ts'

/** Who asks for discounts. */
export interface Customer {
  merchantId: string
  userId: string
  /** Null: the address of the account, if it has one. */
  email: string | null
  /** In whose language names are; null: the shop's. */
  market_id: string | null
  locale: string | null
  /** Of the order. */
  currency: string
  /** An order that is priced anew: limits do not count its own uses. */
  exceptOrderId?: string
  /** It is priced by the promotions of its own day: those that it uses, and those that ran then and still do. */
  asPlaced?: { at: Date; uses: readonly string[] }
}

/** A status with the promotion's period, by the database's clock. */
export const stateColumn = sql<OfferedPromotion['state']>`
  case when promotion.ends_at <= now() then 'ended'
       when promotion.status = 'paused' then 'paused'
       when promotion.starts_at > now() then 'scheduled'
       else 'active' end`

/**
 * What codes are compared by: `codeKey` of a stored code. Of codes that were the same when that rule came, all but the
 * oldest are `exact`: found only as they are written.
 */
export const keyOfCode = sql`translate(code, ${sql.lit(punctuation)}, '')`

interface OfferRequest extends Omit<Customer, 'exceptOrderId' | 'asPlaced' | 'currency'> {
  codes: readonly string[]
  keys: readonly string[]
  orderId: string | null
  placedAt: Date | null
  /** Promotions that apply whatever their state is. */
  own: readonly string[]
}

const offersFor = compileOnce(
  (
    _: null,
    { merchantId, userId, email, market_id, locale, codes, keys, orderId, placedAt, own }: OfferRequest,
  ) => sql<OfferedPromotion>`
    with customer as materialized (
      select folded_email(coalesce(${email}::text, (select email from users where id = ${userId}))) as email_key,
             case when ${market_id}::uuid is not null then currency_of_shop(${merchantId}) end as own_currency
    )
    select promotion.id, case when ${locale}::text is null then promotion.name else
             coalesce(texts_in(${merchantId}, 'promotion', promotion.id,
                               text_locales(${merchantId}, ${market_id}::uuid, ${locale}::text)) ->> 'name',
                      promotion.name) end as name,
           promotion.kind, promotion.terms, promotion.applies_to, promotion.minimum,
           promotion.customers, promotion.per_customer_limit, promotion.combines, promotion.priority,
           promotion.prices, customer.own_currency,
           given.code, coalesce(given.generated, false) as is_generated, customer.email_key,
           case when promotion.id = any(${own}::uuid[]) then 'active' else ${stateColumn} end as state,
           coalesce(counter.used, 0) - (
             select count(*) from promotion_uses own
              where own.merchant_id = ${merchantId} and own.promotion_id = promotion.id
                and own.order_id = ${orderId}::uuid and not own.released) >= promotion.usage_limit
             and not exists (select from promotion_uses returned
                              where returned.merchant_id = ${merchantId} and returned.promotion_id = promotion.id
                                and returned.released and not returned.given_back) is true
             or given.generated is true
             and exists (select from promotion_uses used
                          where used.merchant_id = ${merchantId} and used.code = given.code and not used.released
                            and used.order_id is distinct from ${orderId}::uuid)
             as is_used_up,
           case when promotion.per_customer_limit is null then 0 else (
             select count(*) from promotion_uses earlier
              where earlier.merchant_id = ${merchantId} and earlier.promotion_id = promotion.id
                and not earlier.released and earlier.order_id is distinct from ${orderId}::uuid
                and (earlier.user_id = ${userId} or earlier.email_key = customer.email_key)) end as used_by_customer,
           case when (promotion.customers ->> 'new_only')::boolean
                then is_new_customer(${merchantId}, ${userId}, customer.email_key, ${orderId}::uuid) end
             as is_new_customer
      from (
        select id, null::text as code, null::boolean as generated from promotions
         where merchant_id = ${merchantId} and code is null and not has_codes and status = 'active'
           and (starts_at is null or starts_at <= now())
           and (ends_at is null or ends_at > now())
           and (${placedAt}::timestamptz is null
                or created_at <= ${placedAt}::timestamptz and coalesce(starts_at <= ${placedAt}::timestamptz, true))
         union all
        select id, null::text, null::boolean from promotions
         where merchant_id = ${merchantId} and id = any(${own}::uuid[]) and code is null and not has_codes
         union all
        select promotion_id, code, generated from promotion_codes
         where merchant_id = ${merchantId} and not exact and ${keyOfCode} = any(${keys}::text[])
           and (revoked_at is null or promotion_id = any(${own}::uuid[]))
         union all
        select promotion_id, code, generated from promotion_codes
         where merchant_id = ${merchantId} and exact and code = any(${codes}::text[])
           and (revoked_at is null or promotion_id = any(${own}::uuid[]))
      ) given
      join promotions promotion on promotion.merchant_id = ${merchantId} and promotion.id = given.id
      cross join customer
      left join promotion_counters counter
        on counter.merchant_id = ${merchantId} and counter.promotion_id = promotion.id`,
)

/** The shop's automatic promotions of this moment, and those of the given codes, whatever their state. */
export async function selectOffered(
  db: Executor,
  { exceptOrderId, asPlaced, currency: _, ...customer }: Customer,
  codes: readonly string[],
): Promise<OfferedPromotion[]> {
  const { at: placedAt = null, uses: own = [] } = asPlaced ?? {}
  const given = { codes: codes.map(readCode), keys: codes.map(codeKey) }
  const parameters = { ...customer, ...given, placedAt, own, orderId: exceptOrderId ?? null }
  const { rows } = await offersFor(null, parameters).execute(db)
  return rows.map((row) => ({ ...row, is_used_up: row.is_used_up === true }))
}

/** What choices know of products, with those of the collections that hold them. */
export async function selectFacets(
  db: Executor,
  merchantId: string,
  productIds: readonly string[],
  collectionIds: readonly string[],
): Promise<Map<string, ProductFacets>> {
  const { rows } = await sql<ProductFacets>`
    select product.id as product_id, product.group_id, product.category, product.brand, product.tags,
           product.compare_at_minor is not null as has_compare_at_price,
           case when cardinality(${collectionIds}::uuid[]) = 0 then '{}'::uuid[] else array(
             select card.collection_id from collection_cards card
              where card.merchant_id = ${merchantId} and card.card_id = coalesce(product.group_id, product.id)
                and card.collection_id = any(${collectionIds}::uuid[])) end as collection_ids
      from products product
     where product.merchant_id = ${merchantId} and product.id = any(${productIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
