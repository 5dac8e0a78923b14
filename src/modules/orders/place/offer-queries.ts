import { sql } from 'kysely'
import { defaultOrderLimits, type OrderLimits } from '#src/modules/merchants/index.ts'
import type { Place } from '#src/modules/taxes/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import { isSold, type LineProduct, lineProductColumns } from '#src/platform/db/statements/line-query.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { timeOf } from '#src/platform/lib/ids.ts'
import type { Voucher } from '../row-queries.ts'

export interface OfferedProduct extends LineProduct {
  product_id: string
  sku: string
  name: string
  price_minor: number
  options: Record<string, string>
  reserved: number
  requires_shipping: boolean
  weight_grams: number | null
  /** Empty, so without rates: a multi-purpose voucher, which is taxed when it is spent. */
  tax_class: string
  withdrawal: string
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
  has_tax_rates: boolean
  has_promotions: boolean
  /** Whether the user is a customer of the merchant already. That never ends, so only the first order makes one. */
  is_customer: boolean
  /** A record that staff made for their confirmed address. */
  record_id: string | null
  /** The user's open orders there, up to `max_open_orders_per_user`. */
  open_orders: number
  /** A guest, or an account younger than a day. */
  is_unproved: boolean
  /** Units held by unpaid orders of the client's address; 0 for proved users. */
  unpaid_units: number
}

/** The user and the client address of an order. */
export interface OfferedTo {
  merchantId: string
  userId: string
  isGuest: boolean
  clientHash: Buffer
}

/** Applies the defaults of shops that have set no limits. */
interface Offered extends OfferedTo, OrderLimits {
  productIds?: readonly string[]
  accountCreatedAt: Date
}

const limitNames = Object.keys(defaultOrderLimits) as (keyof OrderLimits)[]

const limitOr = (name: keyof OrderLimits, unlessSet: number) =>
  sql`coalesce(settings.${sql.ref(name)}, ${unlessSet}::int) as ${sql.ref(name)}`

const offersTo = compileOnce(
  (of: 'products' | 'terms', { merchantId, userId, productIds, clientHash, ...unlessSet }: Offered) => {
    const openOrdersLimit = sql`
    coalesce((select max_open_orders_per_user from merchant_settings where merchant_id = ${merchantId}),
             ${unlessSet.max_open_orders_per_user}::int)`
    const isUnproved = sql`
    (${unlessSet.isGuest}::boolean or ${unlessSet.accountCreatedAt}::timestamptz > now() - interval '1 day')`
    const goods =
      of === 'products'
        ? sql`
      products product
      join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id`
        : sql`(values (1)) one_row left join products product on false left join stock on false`
    const isOffered = sql`
     where product.merchant_id = ${merchantId} and product.id = any(${productIds}::uuid[])
       and ${isSold}`
    return sql<OfferedProduct & OrderTerms>`
    select product.id as product_id, product.sku, product.name, product.price_minor,
           product.options, ${lineProductColumns}, stock.reserved,
           product.requires_shipping and not product.gift_card as requires_shipping, product.weight_grams,
           case when product.gift_card and product.voucher = 'multi' then '' else product.tax_class end as tax_class,
           product.withdrawal, case when product.gift_card then product.voucher end as voucher,
           product.voucher_country,
           exists (select from customers
                    where merchant_id = ${merchantId} and user_id = ${userId} and not by_staff) as is_customer,
           record_for(${merchantId}, ${userId}) as record_id,
           (select count(*)
              from (select from orders
                     where merchant_id = ${merchantId} and user_id = ${userId} and status = 'pending'
                     limit ${openOrdersLimit}) open_orders) as open_orders,
           ${isUnproved} as is_unproved,
           case when ${isUnproved} then (select unpaid_units_of(${merchantId}, ${clientHash}::bytea))
                else 0 end as unpaid_units,
           ${sql.join(limitNames.map((name) => limitOr(name, unlessSet[name])))},
           coalesce(settings.prices_include_tax, true) as prices_include_tax,
           settings.shipping_tax, settings.vat_number, settings.invoices -> 'seller_address' as seat,
           settings.invoices ->> 'exemption' is not null as is_exempt,
           coalesce(settings.shipping_required, false) as shipping_required,
           coalesce(settings.has_shipping_methods, false) as has_shipping_methods,
           coalesce(settings.has_tax_rates, false) as has_tax_rates,
           coalesce(settings.has_promotions, false) as has_promotions
      from ${goods}
      left join merchant_settings settings on settings.merchant_id = ${merchantId}
     ${of === 'products' ? isOffered : sql``}`
  },
)

/**
 * The products that the merchant currently sells, with price and stock, and the terms, in one statement; no terms
 * if none of them is sold.
 */
export async function selectOffers(
  db: Executor,
  to: OfferedTo,
  productIds: readonly string[],
): Promise<{ offers: OfferedProduct[]; terms: OrderTerms | undefined }> {
  const accountCreatedAt = timeOf(to.userId)
  const values = { ...to, ...defaultOrderLimits, accountCreatedAt }
  if (productIds.length === 0) return { offers: [], terms: (await offersTo('terms', values).execute(db)).rows[0] }
  const { rows } = await offersTo('products', { ...values, productIds }).execute(db)
  return { offers: rows, terms: rows[0] }
}
