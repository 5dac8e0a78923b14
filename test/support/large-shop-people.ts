import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of each. `soldProducts` are in orders. `many` is the number of rows of one owner among the rest, so that a plan
 * that reads them all is noticed.
 */
export const size = { products: 25_000, orders: 10_000, users: 5_000, soldProducts: 4_900, many: 3_000, events: 9_000 }

export type ShopSize = typeof size

/** Soon made: what reads each row for each row of a page still reads far more than a page. */
export const grown: ShopSize = {
  products: 2_000,
  orders: 1_500,
  users: 800,
  soldProducts: 300,
  many: 400,
  events: 2_000,
}

/** The large shop, its shopper and its owner, as expressions. */
export interface Owners {
  size: ShopSize
  shop: RawBuilder<unknown>
  user: RawBuilder<unknown>
  owner: RawBuilder<unknown>
}

export function carts({ shop }: Owners) {
  return [
    sql`insert into carts (merchant_id, user_id, id, status, created_at, last_activity_at)
        select ${shop}, id, uuidv7(), 'active', now(), now() from users`,
    sql`insert into cart_items (merchant_id, user_id, product_id, quantity, added_at)
        select cart.merchant_id, cart.user_id, product.id, 1, now() from carts cart
          join products product on product.merchant_id = ${shop} and product.sku in ('S3', 'S4', 'S8')`,
    sql`insert into cart_mails (merchant_id, cart_id, user_id, sent_at)
        select ${shop}, uuidv7(), id, now() - row_number() over () * interval '1 hour' from users`,
  ]
}

/** Last, because the other statements use every user. */
export function guests({ shop, size }: Owners) {
  return [
    sql`insert into addresses (user_id, id, name, line1, city, country, created_at, updated_at)
        select id, uuidv7(), 'Ada', '1 Mall', 'London', 'GB', now(), now() from users`,
    sql`insert into users (id, is_guest, guest_expires_at, created_at, updated_at)
        select uuidv7(), true, now() + interval '30 days', now(), now() from generate_series(1, ${size.users}::int)`,
    sql`insert into carts (merchant_id, user_id, id, status, created_at, last_activity_at, is_guest)
        select ${shop}, id, uuidv7(), 'active', now(), now(), true from users where is_guest`,
  ]
}

export function sessions({ user, size }: Owners) {
  return [
    sql`insert into sessions (id, user_id, device_id, created_at, last_used_at, expires_at)
        select uuidv7(), case when n <= 500 then ${user} else other.id end, 'd' || n, now(), now(),
               now() + interval '1 day'
          from generate_series(1, ${size.users}::int) n
          join (select id, row_number() over (order by id) as number from users) other on other.number = n`,
    sql`insert into refresh_tokens (token_hash, session_id, created_at)
        select sha256(id::text::bytea), id, now() from sessions`,
    sql`insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
        select sha256(id::text::bytea), id, 'verify_email', email_key, now(), now() + interval '1 day' from users
         where email_key is not null`,
    sql`insert into pending_emails (user_id, email, email_key, created_at)
        select id, 'new.' || email, 'new.' || email_key, now() from users where email_key is not null`,
    sql`insert into former_emails (id, user_id, email, email_key, created_at, expires_at)
        select uuidv7(), id, 'old.' || email, 'old.' || email_key, now(), now() + interval '8 days' from users
         where email_key is not null`,
  ]
}

/** For everybody except the users of the requests; encrypted, because a sweep reads each. */
export function secondFactors({ shop, user, owner }: Owners, secret: Buffer) {
  const hundred = sql`generate_series(1, case when id = ${shop} then 100 else 1 end)`
  return [
    sql`insert into two_factors (user_id, secret, created_at, confirmed_at, tries_since)
        select id, ${secret}, now(), now(), now() from users where id not in (${user}, ${owner})`,
    sql`insert into recovery_codes (user_id, code_hash) select user_id, '' from two_factors`,
    sql`insert into sign_in_challenges (token_hash, user_id, device_id, password_check, expires_at)
        select sha256(user_id::text::bytea), user_id, '', '', now() + interval '1 day' from two_factors`,
    // Dated yesterday, like most settings: the trigger would write the current time.
    sql`alter table merchant_settings disable trigger merchant_settings_touched`,
    sql`insert into merchant_settings (merchant_id, max_open_orders_per_user, require_two_factor, updated_at)
        select id, 10000, id <> ${shop}, now() - interval '1 day' from merchants`,
    sql`alter table merchant_settings enable trigger merchant_settings_touched`,
    sql`insert into shipping_methods (merchant_id, id, name, price_minor, position, active, created_at, updated_at)
        select id, uuidv7(), 'Post ' || n, n, n, false, now(), now() from merchants, ${hundred} n`,
    sql`insert into payment_methods (merchant_id, id, kind, name, position, active, created_at, updated_at)
        select id, uuidv7(), 'in_store', 'Shop ' || n, n, false, now(), now() from merchants, ${hundred} n`,
    sql`insert into tax_rates (merchant_id, position, country, region, region_key, tax_class, name, rate)
        select id, n, 'US', n::text, n::text, 'standard', 'Tax', 5 from merchants, ${hundred} n`,
    sql`insert into vat_checks (merchant_id, number, status, checked_at)
        select id, 'DE' || n, 'valid', now() from merchants, ${hundred} n`,
    sql`insert into notification_cursors (merchant_id, position, seen_at) select id, 0, now() from merchants`,
  ]
}

/** Of two actors, some hours apart; one action is rare. */
export function auditLog({ shop, user, owner, size }: Owners) {
  return [
    sql`insert into audit_entries (merchant_id, at, id, actor_type, actor_id, action, target_type, target_id, changes)
        select ${shop}, date_trunc('milliseconds', now() - n * interval '9 minutes'), uuidv7(), 'user',
               case when n % 3 = 0 then ${user} else ${owner} end,
               case when n % 900 = 0 then 'staff.signed_in' else 'product.updated' end, 'product', uuidv7(),
               '{"price": [1, 2]}'
          from generate_series(1, ${size.many}::int) n`,
  ]
}
