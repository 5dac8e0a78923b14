import { sql } from 'kysely'
import type { LineProduct } from '#src/modules/catalog/index.ts'
import { isSold, lineProductColumns } from '#src/modules/catalog/shared-queries.ts'
import type { KeptMarket } from '#src/modules/markets/index.ts'
import { defaultOrderLimits, type OrderLimits } from '#src/modules/merchants/index.ts'
import type { Place } from '#src/modules/taxes/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { timeOf } from '#src/platform/lib/ids.ts'
import type { Voucher } from './priced-order.ts'

export interface OfferedProduct extends LineProduct {
  product_id: string
  sku: string
  name: string
  price_minor: number
  /** It has no price in the market. */
  is_elsewhere?: boolean
  options: Record<string, string>
  reserved: number
  requires_shipping: boolean
  weight_grams: number | null
  /** Empty, so without rates: a multi-purpose voucher, which is taxed when it is spent. */
  tax_class: string
  withdrawal: string
  /** Purchase cost, if it is known. */
  unit_cost_minor?: number | null
  /** Of a gift card. */
  voucher?: Voucher | null
  /** Where a single-purpose voucher is taxed. */
  voucher_country?: string | null
}

/** Terms of a user's order at a merchant. */
export interface OrderTerms extends OrderLimits {
  prices_include_tax: boolean
  /** Null: the default of new shops. */
  shipping_tax: 'goods' | 'class' | null
  /** The shop's own. */
  vat_number: string | null
  /** Its address on invoices. */
  seat: Place | null
  /** A small business, whose supplies are exempt. */
  is_exempt: boolean
  shipping_required: boolean
  has_shipping_methods: boolean
  has_payment_methods: boolean
  has_tax_rates: boolean
  has_promotions: boolean
  /** Of the shop's prices in the market; 0: those of its products. */
  price_context: number
  /** Whether the merchant knows the user, by the address of today. Hardly any order but the first makes it so. */
  is_customer: boolean
  /** A record that staff made for their confirmed address. */
  record_id: string | null
  /** The user's open orders there. */
  open_orders: number
  /** A guest, or an account younger than a day. */
  is_unproved: boolean
  /** Units held by unpaid orders of the client's address. */
  unpaid_units: number
}

/** The user and the client address of an order. */
export interface OfferedTo {
  merchantId: string
  userId: string
  isGuest: boolean
  clientHash: Buffer
}

/** What an order asks for, and whether the limits of shoppers bind it. */
export interface RequestedOffers extends KeptMarket {
  productIds: readonly string[]
  /** Of each of them. */
  quantities: readonly number[]
  units: number
  /** The most units of one product. */
  maxUnits: number
  isLimited: boolean
}

/** Applies the defaults of shops that have set no limits. */
interface Offered extends OfferedTo, RequestedOffers, OrderLimits {
  accountCreatedAt: Date
}

const limitNames = Object.keys(defaultOrderLimits) as (keyof OrderLimits)[]

const offersTo = compileOnce(
  (_: null, { merchantId, userId, isGuest, clientHash, accountCreatedAt, ...request }: Offered) => {
    const limit = (name: keyof OrderLimits) => sql`coalesce(settings.${sql.ref(name)}, ${request[name]}::int)`
    const ofGuest = (name: keyof OrderLimits, guests: keyof OrderLimits) => sql`
      case when ${isGuest}::boolean then least(terms.${sql.ref(name)}, terms.${sql.ref(guests)})
           else terms.${sql.ref(name)} end`
    const name = sql`case when ${request.locale}::text is null then product.name else
      coalesce(product_name_for(product.merchant_id, product.id, product.group_id, ${request.market_id}::uuid,
                                ${request.locale}::text), product.name) end`
    return sql<(OfferedProduct | { product_id: null }) & OrderTerms>`
    select offer.*, terms.*
      from (
        select exists (select from customers
                        where merchant_id = ${merchantId} and user_id = ${userId} and not by_staff and told
                          and not moved) as is_customer,
               record_for(${merchantId}, ${userId}) as record_id,
               coalesce((select orders from unpaid_counts
                          where merchant_id = ${merchantId} and holder = uuid_send(${userId})), 0) as open_orders,
               ${isGuest}::boolean or ${accountCreatedAt}::timestamptz > now() - interval '1 day' as is_unproved,
               coalesce((select units from unpaid_counts
                          where merchant_id = ${merchantId} and holder = ${clientHash}::bytea), 0) as unpaid_units,
               ${sql.join(limitNames.map((name) => sql`${limit(name)} as ${sql.ref(name)}`))},
               coalesce(case when ${request.market_id}::uuid is not null
                             then market_includes_tax(${merchantId}, ${request.market_id}::uuid) end,
                        settings.prices_include_tax, true) as prices_include_tax,
               settings.shipping_tax, settings.vat_number, settings.invoices -> 'seller_address' as seat,
               settings.invoices ->> 'exemption' is not null as is_exempt,
               coalesce(settings.shipping_required, false) as shipping_required,
               coalesce(settings.has_shipping_methods, false) as has_shipping_methods,
               coalesce(settings.has_payment_methods, false) as has_payment_methods,
               coalesce(settings.has_tax_rates, false) as has_tax_rates,
               coalesce(settings.has_promotions, false) as has_promotions,
               case when settings.has_prices
                    then price_context(${merchantId}, ${request.market_id}::uuid) else 0::smallint end
                 as price_context
          from (values (1)) one
          left join merchant_settings settings on settings.merchant_id = ${merchantId}
        offset 0) terms
      left join lateral (
        select product.id as product_id, product.sku, ${name} as name,
               case when terms.price_context = 0 then product.price_minor else coalesce(its.price_minor, 0) end
                 as price_minor,
               terms.price_context > 0 and its.price_minor is null as is_elsewhere,
               product.options, ${lineProductColumns}, stock.reserved,
               product.requires_shipping and not product.gift_card as requires_shipping, product.weight_grams,
               case when product.gift_card and product.voucher = 'multi' then ''
                    else product.tax_class end as tax_class,
               product.withdrawal, case when product.gift_card then product.voucher end as voucher,
               product.voucher_country, product.unit_cost_minor
          from products product
          join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
          left join lateral price_of(
            product.merchant_id, product.id, terms.price_context,
            (${request.quantities}::int[])[array_position(${request.productIds}::uuid[], product.id)],
            groups_of_customer(${merchantId}, ${userId}), now()) its on terms.price_context > 0
         where (not ${request.isLimited}::boolean
                or terms.open_orders < ${ofGuest('max_open_orders_per_user', 'guest_max_open_orders')}
                   and ${request.maxUnits}::int <= ${ofGuest('max_quantity_per_line', 'guest_max_quantity_per_line')}
                   and (not terms.is_unproved
                        or terms.unpaid_units + ${request.units}::bigint <= terms.max_unpaid_units_per_address))
           and product.merchant_id = ${merchantId} and product.id = any(${request.productIds}::uuid[]) and ${isSold}
        offset 0) offer on true`
  },
)

/**
 * The terms, and the products that the merchant currently sells, with price and stock, in one statement. It reads no
 * product for an order beyond the limits (`refuseBeyondLimits`): without `offset 0` a plan may read them first.
 */
export async function selectOffers(
  db: Executor,
  to: OfferedTo,
  request: RequestedOffers,
): Promise<{ offers: OfferedProduct[]; terms: OrderTerms }> {
  const accountCreatedAt = timeOf(to.userId)
  const { rows } = await offersTo(null, { ...to, ...request, ...defaultOrderLimits, accountCreatedAt }).execute(db)
  const [terms] = rows
  if (terms === undefined) throw new Error('a select from one row had none')
  // A line is exempt from discounts, a shop from tax: terms are no part of its lines.
  const offers = rows.flatMap(({ is_exempt: _, price_context: __, ...row }) => (row.product_id === null ? [] : [row]))
  return { offers, terms }
}

/** What tax and shipping depend on, of a product as it is today, sold or not. */
export interface GoodsRow {
  product_id: string
  /** Empty: a multi-purpose voucher, which is taxed when it is spent. */
  tax_class: string
  weight_grams: number | null
  voucher_country: string | null
}

export async function selectGoods(
  db: Executor,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, GoodsRow>> {
  const { rows } = await sql<GoodsRow>`
    select id as product_id, weight_grams, voucher_country,
           case when gift_card and voucher = 'multi' then '' else tax_class end as tax_class
      from products where merchant_id = ${merchantId} and id = any(${[...productIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
