import { sql } from 'kysely'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import type { OrderStatus } from '../rules.ts'

interface MadeLink {
  status: OrderStatus
  /** Null: the order waits for no payment. */
  expires_at: Date | null
  /** Where its mail goes. */
  email: string | null
}

/** Makes a link of an order that waits for its payment, until it expires. Undefined if there is no such order. */
export async function insertLink(
  db: Executor,
  key: OrderKey,
  tokenHash: Buffer,
  windowSeconds: number,
): Promise<MadeLink | undefined> {
  const { rows } = await sql<MadeLink>`
    with found as (
      select merchant_id, id, status,
             status = 'pending' or status <> 'cancelled' and paid_minor < total_minor as is_due,
             coalesce(email, (select email from users where users.id = user_id)) as email,
             coalesce(expires_at, created_at + make_interval(secs => ${windowSeconds}::float8)) as until
        from orders where ${isOrder(key)} for no key update of orders
    ), made as (
      insert into payment_links (merchant_id, token_hash, order_id, expires_at, created_at)
      select merchant_id, ${tokenHash}, id, until, now() from found where is_due and until > now()
      returning expires_at
    )
    select status, email, (select expires_at from made) as expires_at from found`.execute(db)
  return rows[0]
}

/** The order of a link, and the state of its newest payment. */
export interface LinkedOrder extends OrderRow {
  shop_name: string
  support_email: string | null
  timezone: string
  /** Null: it was never tried. */
  last_payment: PaymentRow['status'] | null
  link_expires_at: Date
  is_expired: boolean
  /** The shop has issued some. */
  has_gift_cards: boolean
}

export async function selectLinked(
  db: Executor,
  merchantId: string,
  tokenHash: Buffer,
): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkedOrder>`
    select ${orderColumns}, merchants.name as shop_name, setting.support_email,
           coalesce(setting.timezone, 'UTC') as timezone, link.expires_at as link_expires_at,
           link.expires_at <= now() as is_expired,
           exists (select from stored_value_accounts account
                    where account.merchant_id = orders.merchant_id and account.kind = 'gift_card') as has_gift_cards,
           (select payments.status from payments
             where payments.merchant_id = orders.merchant_id and payments.order_id = orders.id
             order by payments.id desc limit 1) as last_payment
      from payment_links link
      join orders on orders.merchant_id = link.merchant_id and orders.id = link.order_id
      join merchants on merchants.id = orders.merchant_id
      left join merchant_settings setting on setting.merchant_id = orders.merchant_id
     where link.merchant_id = ${merchantId} and link.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Links are kept for a month after their end, so that they say that they have ended. */
export async function deleteEndedLinks(db: Executor): Promise<void> {
  await sql`delete from payment_links where expires_at < now() - interval '30 days'`.execute(db)
}
