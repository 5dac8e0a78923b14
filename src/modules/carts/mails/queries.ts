import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { CartKey } from '../queries.ts'

/** A cart that a customer left. */
export interface LeftCart extends CartKey {
  cartId: string
}

/** Carts that were left longer ago are not mailed: of the time before a shop wanted such mails. */
const latestHours = 24

/**
 * Keeps that at most `limit` carts are to be mailed, and returns them: those of customers who agreed to marketing, at
 * shops that want such mails. A cart is kept once, however many sweeps run.
 */
export async function keepLeftCarts(transaction: Transaction, limit: number): Promise<LeftCart[]> {
  const { rows } = await sql<LeftCart>`
    insert into cart_mails (merchant_id, cart_id, user_id)
    select setting.merchant_id, cart.id, cart.user_id
      from merchant_settings setting
     cross join lateral (
       select id, user_id from carts
        where carts.merchant_id = setting.merchant_id and not carts.is_guest
          and carts.last_activity_at <= now() - make_interval(hours => setting.mail_abandoned_cart_hours)
          and carts.last_activity_at
              > now() - make_interval(hours => setting.mail_abandoned_cart_hours + ${latestHours})
          and not exists (select from cart_mails mail
                           where mail.merchant_id = carts.merchant_id and mail.cart_id = carts.id)
          and exists (select from customers customer
                       where customer.merchant_id = carts.merchant_id and customer.user_id = carts.user_id
                         and customer.consent_at is not null and customer.consent_withdrawn_at is null)
        order by carts.last_activity_at limit ${limit}) cart
     where setting.mail_abandoned_cart_hours is not null
     limit ${limit}
    on conflict do nothing
    returning merchant_id as "merchantId", cart_id as "cartId", user_id as "userId"`.execute(transaction)
  return rows
}

/** Locks the cart until the transaction ends, if it is still there and was left; returns when that was. */
export async function lockLeftCart(
  transaction: Transaction,
  { merchantId, userId, cartId }: LeftCart,
  hours: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ left_at: Date }>`
    select last_activity_at as left_at from carts
     where merchant_id = ${merchantId} and user_id = ${userId} and id = ${cartId}
       and last_activity_at <= now() - make_interval(hours => ${hours})
       for update`.execute(transaction)
  return rows[0]?.left_at
}

/** Of a cart that is not to be mailed now: it may be left once more. */
export async function forgetLeftCart(transaction: Transaction, { merchantId, cartId }: LeftCart): Promise<void> {
  await sql`
    delete from cart_mails
     where merchant_id = ${merchantId} and cart_id = ${cartId} and sent_at is null`.execute(transaction)
}

/** Sets that a locked cart is mailed. */
export async function setMailed(transaction: Transaction, { merchantId, userId, cartId }: LeftCart): Promise<void> {
  await sql`
    with mailed as (
      update carts set mailed_at = coalesce(mailed_at, now())
       where merchant_id = ${merchantId} and user_id = ${userId} and id = ${cartId} returning merchant_id, id
    )
    update cart_mails mail set sent_at = coalesce(mail.sent_at, now()) from mailed
     where mail.merchant_id = mailed.merchant_id and mail.cart_id = mailed.id`.execute(transaction)
}

/** Of a mail that the mailbox's server refused for good. */
export async function unsetMailed(db: Executor, { merchantId, userId, cartId }: LeftCart): Promise<void> {
  await sql`
    with refused as (
      update carts set mailed_at = null
       where merchant_id = ${merchantId} and user_id = ${userId} and id = ${cartId}
    )
    update cart_mails set sent_at = null where merchant_id = ${merchantId} and cart_id = ${cartId}`.execute(db)
}

/** Counts the order of a mailed cart as what its mail brought. */
export async function keepBrought(
  transaction: Transaction,
  { merchantId, cartId }: Omit<LeftCart, 'userId'>,
  order: { id: string; total_minor: number },
): Promise<void> {
  await sql`
    update cart_mails set order_id = ${order.id}, order_total_minor = ${order.total_minor}
     where merchant_id = ${merchantId} and cart_id = ${cartId}`.execute(transaction)
}

export interface Brought {
  /** Of its orders; null: of mails that brought none, and of all in a shop with one currency. */
  currency: string | null
  mails: number
  orders: number
  total_minor: number
}

/** What the mails of the last days brought, by currency in a shop that may sell in several. */
export async function selectBrought(
  db: Executor,
  merchantId: string,
  days: number,
  hasMarkets: boolean,
): Promise<Brought[]> {
  const currency = hasMarkets ? sql`currency_of_order(${merchantId}, order_id)` : sql`null::text`
  const { rows } = await sql<Brought>`
    select ${currency} as currency, count(*) as mails, count(order_id) as orders,
           coalesce(sum(order_total_minor), 0)::float8 as total_minor
      from cart_mails
     where merchant_id = ${merchantId} and sent_at > now() - make_interval(days => ${days})
     group by 1`.execute(db)
  return rows
}

export interface CartMailRow {
  merchant_id: string
  cart_id: string
  sent_at: Date
  order_id: string | null
}

/** Mails to a user about their carts, those after `last` of a shop. */
export async function selectMailsTo(
  db: Executor,
  userId: string,
  last: CartMailRow | undefined,
  limit: number,
): Promise<CartMailRow[]> {
  const after = last === undefined ? sql`true` : sql`(merchant_id, cart_id) > (${last.merchant_id}, ${last.cart_id})`
  const { rows } = await sql<CartMailRow>`
    select merchant_id, cart_id, sent_at, order_id from cart_mails
     where user_id = ${userId} and sent_at is not null and ${after}
     order by merchant_id, cart_id limit ${limit}`.execute(db)
  return rows
}

/** The mails stay counted; nobody knows any more to whom they went. */
export async function eraseCartMails(transaction: Transaction, userId: string): Promise<void> {
  await sql`update cart_mails set user_id = null where user_id = ${userId}`.execute(transaction)
}
