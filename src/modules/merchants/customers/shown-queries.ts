import { sql } from 'kysely'
import type { PostalAddress } from '#src/modules/identity/index.ts'

/** What the shop was told of a customer. */
export interface ShownCustomer {
  /** Null: the account is gone, and so is the rest of it. */
  id: string | null
  account: boolean
  is_erased: boolean
  is_verified: boolean
  email: string | null
  name: string | null
  phone: string | null
  company: string | null
  vat_number: string | null
  addresses: PostalAddress[]
  tags: string[]
  note: string | null
  locale: string | null
  consent_at: Date | null
  consent_source: string | null
  consent_withdrawn_at: Date | null
  tax_exempt: boolean
  send_before_paid: boolean
  last_order_at: Date | null
  version: number
}

/** Orders whose addresses are shown. */
const newestOrders = 10

const isTold = sql`(customer.told or customer.by_staff)`

/**
 * Of `customer` and their `users`. Rows that the release before has written have no fields of their own yet. Addresses
 * are those that staff kept, then those of orders since, the newest first.
 */
export const shownColumns = sql`
  users.id, not customer.by_staff and not users.is_guest as account, users.deleted_at is not null as is_erased,
  case when ${isTold} then customer.email else users.email end as email,
  case when ${isTold} then customer.name else users.name end as name,
  case when ${isTold} then customer.phone else users.phone end as phone,
  users.is_verified and not customer.by_staff and users.email_key = customer.email_key as is_verified,
  customer.company, customer.vat_number, customer.tags, customer.note, customer.locale, customer.consent_at,
  customer.consent_source, customer.consent_withdrawn_at, customer.tax_exempt,
  customer.send_before_paid, customer.version,
  (select created_at from orders
    where orders.merchant_id = customer.merchant_id and orders.user_id = customer.user_id
    order by created_at desc, id desc limit 1) as last_order_at,
  (select coalesce(jsonb_agg(address order by place), '[]')
     from (select address, min(place) as place
             from (select address, place from jsonb_array_elements(customer.addresses)
                     with ordinality kept (address, place)
                   union all
                   select address, 1000 + row_number() over (order by placed.created_at desc, placed.id desc, side)
                     from (select id, created_at, shipping_address, billing_address from orders
                            where orders.merchant_id = customer.merchant_id and orders.user_id = customer.user_id
                              and orders.created_at > coalesce(customer.addresses_at, timestamptz '-infinity')
                            order by created_at desc, id desc limit ${sql.lit(newestOrders)}) placed
                    cross join lateral (values (0, shipping_address), (1, billing_address)) used (side, address)
                    where address is not null and address <> 'null') known
            group by address) one
    where users.deleted_at is null) as addresses`
