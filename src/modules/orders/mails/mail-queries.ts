import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { tokenDays } from '../return/order-token.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import type { MailShop } from './order-data.ts'

/** The body of an event of the last day: older events, as after a restore, are not mailed again. */
export async function selectRecentEvent(
  db: Executor,
  merchantId: string,
  eventId: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from events
     where id = ${eventId} and merchant_id = ${merchantId} and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.body
}

/** Mail settings of a shop. */
export interface MailSettings {
  support_email: string | null
  timezone: string
  /** Of BCP 47: that of the order, of its customer, or of the shop. */
  locale: string
  mail_order_confirmation: boolean
  mail_shipment: boolean
  mail_refund: boolean
  mail_address_change: boolean
  /** URL of the shop's own pages. */
  storefront_url: string | null
}

/** Of whom the order is, and of which shop. */
interface Parties {
  shop_name: string
  account_email: string | null
  /** As the shop knows it. */
  customer_name: string | null
  /** Whether the account has confirmed its address. */
  is_verified: boolean
  /** Time of the confirmation; null: longer ago than orders wait. */
  verified_at: Date | null
  is_erased: boolean
  /** Seconds since 1970 at which a link to the order ends that is mailed now. */
  link_until: number
}

/** The shop of an order, as its mails speak of it. */
export function mailShopOf(order: MailSettings & Parties): MailShop {
  const { shop_name: name, support_email, timezone, locale } = order
  return { name, support_email, timezone, locale: writtenLocale(locale) }
}

export async function selectOrderToMail(
  db: Executor,
  merchantId: string,
  orderId: string,
): Promise<(OrderRow & MailSettings & Parties) | undefined> {
  const { rows } = await sql<OrderRow & MailSettings & Parties>`
    select ${orderColumns}, merchants.name as shop_name, users.email as account_email,
           case when told.told or told.by_staff then told.name else users.name end as customer_name,
           coalesce(users.is_verified, false) as is_verified, users.verified_at,
           users.id is null or users.deleted_at is not null as is_erased,
           setting.support_email, coalesce(setting.timezone, 'UTC') as timezone,
           coalesce(orders.locale, told.locale, setting.locale, 'en') as locale,
           coalesce(setting.mail_order_confirmation, true) as mail_order_confirmation,
           coalesce(setting.mail_shipment, true) as mail_shipment, coalesce(setting.mail_refund, true) as mail_refund,
           coalesce(setting.mail_address_change, true) as mail_address_change,
           setting.storefront_url,
           floor(extract(epoch from now() + make_interval(days => ${tokenDays})))::float8 as link_until
      from orders
      join merchants on merchants.id = orders.merchant_id
      left join users on users.id = orders.user_id
      left join customers told on told.merchant_id = orders.merchant_id and told.user_id = orders.user_id
      left join merchant_settings setting on setting.merchant_id = orders.merchant_id
     where orders.merchant_id = ${merchantId} and orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** A shop as its mails speak of it, and the time. */
export async function selectShopToMail(
  db: Executor,
  merchantId: string,
): Promise<(MailShop & { storefront_url: string | null; currency: string; now: Date }) | undefined> {
  const { rows } = await sql<MailShop & { storefront_url: string | null; currency: string; now: Date }>`
    select merchants.name, setting.support_email, coalesce(setting.timezone, 'UTC') as timezone,
           coalesce(setting.locale, 'en') as locale, setting.storefront_url,
           coalesce(setting.currency, merchants.currency) as currency, now() as now
      from merchants left join merchant_settings setting on setting.merchant_id = merchants.id
     where merchants.id = ${merchantId}`.execute(db)
  return rows[0]
}

/**
 * The refund of an order that succeeded, or was left to staff to pay back, in the transaction which changed the order
 * last at that time. One that was left to them is told then, and not again when they have paid.
 */
export async function selectSettledRefund(
  db: Executor,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  at: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from refunds
     where merchant_id = ${merchantId} and order_id = ${orderId}
       and (status = 'succeeded' or asked_at is not null)
       and date_trunc('milliseconds', coalesce(asked_at, settled_at)) = ${at}::timestamptz
     order by id desc limit 1`.execute(db)
  return rows[0]?.id
}
