import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** For whom prices are read. */
export interface PriceReader {
  /** Of a shop, as its market has it; undefined: each shop's own. */
  context: number | undefined
  /** Whose customer groups count. */
  userId: string | undefined
}

/** A product whose price is asked for; the card of a group has the range of its variants, too. */
export interface AskedPrice {
  merchantId: string
  productId: string
  groupId: string | null
}

/** Prices of a product in minor units of their currency. */
export interface PriceRow {
  currency: string
  price_minor: number
  compare_at_minor: number | null
  lowest_30d_minor: number | null
}

export interface CardPrice {
  product_id: string
  /** The shop sells in the context; else its own prices are those of its products. */
  in_context: boolean
  /** Null: it is not sold there. */
  price: PriceRow | null
  range: { min: number; max: number; variants: number; currency: string } | null
}

/** What products cost one by one for a reader, by `price_of`; in the order asked. */
export async function selectCardPrices(
  db: Executor,
  { context, userId }: PriceReader,
  asked: readonly AskedPrice[],
): Promise<CardPrice[]> {
  const { rows } = await sql<CardPrice>`
    select wanted.id as product_id, place.context > 0 as in_context,
           case when its.price_minor is not null then
             json_build_object('currency', its.currency, 'price_minor', its.price_minor,
                               'compare_at_minor', its.compare_at_minor,
                               'lowest_30d_minor', its.lowest_30d_minor) end as price,
           case when its_range.variants > 0 then
             json_build_object('min', its_range.least, 'max', its_range.most, 'variants', its_range.variants,
                               'currency', its_range.currency)
             end as range
      from unnest(${asked.map(({ merchantId }) => merchantId)}::uuid[], ${asked.map((one) => one.productId)}::uuid[],
                  ${asked.map(({ groupId }) => groupId)}::uuid[])
           with ordinality wanted (shop, id, group_id, place)
     cross join lateral (
       select coalesce(${context ?? null}::smallint, price_context(wanted.shop, null)) as context,
              groups_of_customer(wanted.shop, ${userId ?? null}::uuid) as groups offset 0) place
      left join lateral price_of(wanted.shop, wanted.id, place.context, 1, place.groups, now()) its on true
      left join lateral (
        select count(*)::int as variants, min(one.price_minor) as least, max(one.price_minor) as most,
               min(one.currency) as currency
          from products variant
         cross join lateral price_of(wanted.shop, variant.id, place.context, 1, place.groups, now()) one
         where variant.merchant_id = wanted.shop and variant.group_id = wanted.group_id and variant.status = 'active'
      ) its_range on wanted.group_id is not null
     order by wanted.place`.execute(db)
  return rows
}
