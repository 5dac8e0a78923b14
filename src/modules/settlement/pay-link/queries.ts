import { sql } from 'kysely'
import { type OrderKey, type OrderRow, type OrderStatus, selectOrder } from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'

interface MadeLink {
  status: OrderStatus
  /** Null: the order waits for no payment. */
  expires_at: Date | null
  /** Where its mail goes. */
  email: string | null
}

/**
 * Makes a link of an order that waits for its payment, until it expires; of one that was sent before it is paid, for 30
 * days. Undefined if there is no such order.
 */
export async function insertLink(
  db: Executor,
  key: OrderKey,
  tokenHash: Buffer,
  windowSeconds: number,
): Promise<MadeLink | undefined> {
  const { rows } = await sql<MadeLink>`
    with found as (
      select merchant_id, id, status,
             status = 'pending' or status <> 'cancelled' and (paid_at is null or paid_minor < total_minor) as is_due,
             coalesce(email, (select email from users where users.id = user_id)) as email,
             case when status <> 'pending' and paid_at is null then now() + interval '30 days'
                  else coalesce(expires_at, created_at + make_interval(secs => ${windowSeconds}::float8)) end as until
        from orders where merchant_id = ${key.merchantId} and id = ${key.orderId} for no key update of orders
    ), made as (
      insert into payment_links (merchant_id, token_hash, order_id, expires_at, created_at)
      select merchant_id, ${tokenHash}, id, until, now() from found where is_due and until > now()
      returning expires_at
    )
    select status, email, (select expires_at from made) as expires_at from found`.execute(db)
  return rows[0]
}

/** What a page says of a link's order besides the order itself. */
interface LinkRow {
  order_id: string
  shop_name: string
  support_email: string | null
  timezone: string
  /** The state of its newest payment; null: it was never tried. */
  last_payment: PaymentRow['status'] | null
  link_expires_at: Date
  is_expired: boolean
  /** The shop has issued some. */
  has_gift_cards: boolean
}

export interface LinkedOrder extends OrderRow, Omit<LinkRow, 'order_id'> {}

export async function selectLinked(
  db: Executor,
  merchantId: string,
  tokenHash: Buffer,
): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkRow>`
    select link.order_id, merchants.name as shop_name, setting.support_email,
           coalesce(setting.timezone, 'UTC') as timezone, link.expires_at as link_expires_at,
           link.expires_at <= now() as is_expired,
           exists (select from stored_value_accounts account
                    where account.merchant_id = link.merchant_id and account.kind = 'gift_card') as has_gift_cards,
           (select payments.status from payments
             where payments.merchant_id = link.merchant_id and payments.order_id = link.order_id
             order by payments.id desc limit 1) as last_payment
      from payment_links link
      join merchants on merchants.id = link.merchant_id
      left join merchant_settings setting on setting.merchant_id = link.merchant_id
     where link.merchant_id = ${merchantId} and link.token_hash = ${tokenHash}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { order_id: orderId, ...link } = row
  const order = await selectOrder(db, { merchantId, orderId })
  return order && { ...order, ...link }
}

/** Links are kept for a month after their end, so that they say that they have ended. */
export async function deleteEndedLinks(db: Executor): Promise<void> {
  await sql`delete from payment_links where expires_at < now() - interval '30 days'`.execute(db)
}
