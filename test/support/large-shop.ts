import { sql } from 'kysely'
import { background } from '#src/app/background.ts'
import { newFeedKey } from '#src/modules/catalog/feeds/feed-key.ts'
import { sealToken } from '#src/modules/orders/index.ts'
import { sealSecret } from '#src/modules/webhooks/sending/secrets.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { TestApp } from './app.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser, type TestMerchant } from './factories.ts'
import { type FoundIds, readIds } from './large-shop-ids.ts'
import { papers } from './large-shop-papers.ts'
import { auditLog, carts, guests, type ShopSize, secondFactors, sessions, size } from './large-shop-people.ts'
import { selling } from './large-shop-selling.ts'

/**
 * A large shop: one merchant has most of the rows, and one product, user, subscription and session list has more rows
 * of its own than a page shows. Made by SQL with the triggers enabled, so that derived rows exist, too.
 */
export interface LargeShop {
  merchant: TestMerchant
  /** Has thousands of orders, hundreds of sessions, and a cart. */
  shopper: SignedInUser
  ids: FoundIds & Record<'colleague' | 'feedKey' | 'orderToken', string>
}

const eventsAtOnce = 100

/** With `analyzes: false` PostgreSQL knows nothing of what it holds. */
export async function makeLargeShop(
  service: TestApp,
  of: ShopSize = size,
  { analyzes = true } = {},
): Promise<LargeShop> {
  const { products, orders, users, soldProducts, many } = of
  const batch = Math.min(5_000, products)
  const { db } = service.deps
  const merchant = await makeMerchant(service)
  const shopper = await makeUser(service, { merchantId: merchant.id })
  const colleague = await makeStaff(service, merchant.id, 'viewer')
  const shop = sql`${merchant.id}::uuid`
  const user = sql`${shopper.id}::uuid`
  const owners = { shop, user, owner: sql`${merchant.owner.id}::uuid`, size: of }
  const feedKey = newFeedKey(merchant.id)
  const run = async (...statements: ReturnType<typeof sql>[]) => {
    for (const statement of statements) await statement.execute(db)
  }

  await run(
    sql`insert into merchants (id, name, currency) select uuidv7(), 'Shop ' || n, 'GBP'
    from generate_series(1, ${many}::int) n`,
    sql`insert into users (id, email, email_key, name, created_at, updated_at)
        select uuidv7(), key, key, 'Ada Nr ' || n, now(), now()
          from generate_series(1, ${users}::int) n, lateral (select 'u' || n || '@example.com' as key) named`,
    sql`insert into customers (merchant_id, user_id) select ${shop}, id from users on conflict do nothing`,
    sql`insert into customer_groups (merchant_id, id, name, name_key, created_at, updated_at)
        select ${shop}, uuidv7(), 'Group ' || n, 'group ' || n, now(), now() from generate_series(1, 50) n`,
    sql`insert into customer_group_members (merchant_id, group_id, user_id)
        select ${shop}, (select id from customer_groups order by id limit 1), id from users
         where exists (select from customers where merchant_id = ${shop} and user_id = users.id) limit 10000`,
    sql`insert into redirects (merchant_id, id, path, target, target_path, permanent, created_at)
        select ${shop}, uuidv7(), '/old-' || n, '/new-' || n, '/new-' || n, true, now()
          from generate_series(1, 20000) n`,
    sql`insert into pages (merchant_id, id, title, slug, body_html, body_text, status, created_at, updated_at)
        select ${shop}, uuidv7(), 'Page ' || n, 'page-' || n, '<p>Us</p>', 'Us', 'published', now(), now()
          from generate_series(1, 900) n`,
    sql`insert into markets (merchant_id, id, name, own, countries, currency, locales, active, position, created_at,
                             updated_at)
        values (${shop}, uuidv7(), 'Others', true, '{}', 'GBP', '{en,de}', true, 0, now(), now()),
               (${shop}, uuidv7(), 'Austria', false, '{AT}', 'GBP', '{de,en}', true, 1, now(), now())`,
    sql`insert into roles (merchant_id, id, name, name_key, permissions, created_at, updated_at)
        select case when n <= 20 then ${shop} else id end, uuidv7(), 'Role ' || n, 'role ' || n, '{orders.read}',
               now(), now()
          from (select id, row_number() over (order by id) as n from merchants) merchant`,
    sql`insert into staff (merchant_id, user_id, role)
        select case when number <= 20 then ${shop} else merchant.id end, worker.id, 'viewer'
          from (select id, row_number() over (order by id) as number from merchants) merchant
          join (select id, row_number() over (order by id desc) as number from users) worker using (number)
        on conflict do nothing`,
    sql`insert into invitations (id, merchant_id, email, email_key, role, token_hash, created_at, expires_at)
        select uuidv7(), case when n <= 20 then ${shop} else merchant.id end, 'new' || n || '@example.com',
               'new' || n || '@example.com', 'viewer', sha256(n::text::bytea), now(), now() + interval '7 days'
          from (select id, row_number() over (order by id) as n from merchants) merchant`,
    sql`insert into api_keys (id, merchant_id, user_id, name, permissions, key_hash, last_four, created_at)
        select uuidv7(), merchant_id, user_id, 'key', '{orders.read}', sha256(user_id::text::bytea), 'abcd', now()
          from staff`,
  )
  for (let first = 1; first <= products; first += batch) await run(...productRows(first))
  await run(
    ...movements(),
    ...related(),
    ...groups(),
    ...orderRows(),
    ...selling(owners),
    ...papers(owners),
    ...carts(owners),
    ...sessions(owners),
    ...secondFactors(owners, service.deps.seal.seal('secret', 'large shop')),
    ...(await webhooks()),
    ...auditLog(owners),
    ...leftovers(),
    ...guests(owners),
  )
  for (const statement of collectionRows()) await run(statement)
  for (const { sweeps = [] } of background) for (const sweep of sweeps) await sweep.run(service.deps)
  if (analyzes) await run(sql`vacuum analyze`)
  const ids = await readIds(db, owners)
  const until = Math.floor(Date.now() / 1000) + 86_400
  const orderToken = sealToken(service.deps.seal, { merchantId: merchant.id, orderId: ids.order, until })
  return { merchant, shopper, ids: { ...ids, colleague: colleague.id, feedKey, orderToken } }

  /** Every fifth product is another merchant's; words of all frequencies. */
  function productRows(first: number) {
    const numbers = sql`generate_series(${first}::int, ${first + batch - 1}::int) n`
    return [
      sql`insert into products (merchant_id, id, sku, name, description, category, price_minor, price_common,
      currency, status, slug, brand, tags,
                                in_stock, created_at, updated_at)
          select case when n % 5 = 0 then other.id else ${shop} end, uuidv7(), 'S' || n,
                 'Lantern ' || (array['red','blue','green','old'])[1 + n % 4] || ' oak' || n % 10000,
                 'Vintage no' || n % 300,
                 'C' || n % 40, n, n * 10, 'GBP', case when n % 25 = 1 then 'draft' when n % 25 = 2 then 'archived'
                 else 'active' end, 'lantern-' || n, 'Brand ' || n % 50, array['Tag ' || n % 30],
                 n % 20 <> 7, now() - n * interval '1 minute', now()
            from ${numbers}
            join (select id, row_number() over (order by id) as number from merchants where id <> ${shop}) other
              on other.number = 1 + n % ${many}::int`,
      sql`insert into slugs (merchant_id, slug, product_id)
          select merchant_id, slug, id from products on conflict do nothing`,
      sql`insert into stock (merchant_id, product_id, on_hand, movement_count, updated_at)
          select merchant_id, id, in_stock::int * 100, case when sku = 'S3' then ${many}::int else 1 end, now()
                 from products
           where not exists (select from stock where stock.merchant_id = products.merchant_id and product_id = id)`,
    ]
  }

  /** A collection of as many products as can be put in by hand. */
  function collectionRows() {
    return [
      sql`insert into translations (merchant_id, type, subject_id, locale, texts, updated_at)
          select ${shop}, 'product', id, locale, json_build_object('name', name || ' ' || locale), now()
            from products cross join unnest('{de,fr}'::text[]) locale
           where merchant_id = ${shop} and group_id is null`,
      sql`insert into listing_languages (merchant_id, language, ready) values (${shop}, 'de', true)`,
      sql`select write_language_texts(array(select card_id from listings where merchant_id = ${shop}))`,
      sql`insert into collections (merchant_id, id, name, slug, sort, created_at, updated_at)
          values (${shop}, uuidv7(), 'Everything', 'everything', 'manual', now(), now())`,
      sql`insert into collection_cards (merchant_id, collection_id, position, card_id)
          select ${shop}, collection.id, row_number() over (order by product.id), product.id
            from collections collection join products product on product.merchant_id = collection.merchant_id
           where collection.slug = 'everything' limit 10000`,
    ]
  }

  /** What was bought together: of each tenth product with the 20 after it. */
  function related() {
    return [
      sql`insert into related_cards (merchant_id, card_id, related, made_at)
          select merchant_id, id, array(select later.id from products later
                                         where later.merchant_id = product.merchant_id and later.id > product.id
                                         order by later.id limit 20), now() - interval '8 days'
            from products product where merchant_id = ${shop} and sku like '%1'`,
    ]
  }

  function movements() {
    return [
      sql`insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
      on_hand_after,
                                       reserved_after, created_at)
          select merchant_id, id, number, 'adjustment', 1, 0, number, 0, now()
            from products, lateral generate_series(1, case when sku = 'S3' then ${many}::int else 1 end) number`,
    ]
  }

  /** Of the shop: of the products that are not for sale, one each. */
  function groups() {
    return [
      sql`insert into product_groups (merchant_id, id, name, slug, category, varies_by, created_at, updated_at)
          select merchant_id, uuidv7(), 'Lamp ' || sku, 'lamp-' || sku, category, '{Size}', created_at, now()
            from products where merchant_id = ${shop} and status <> 'active' limit 1_200`,
      sql`update products
             set group_id = one.id, group_name = one.name, name = one.name || ', M', description = null,
                 slug = one.slug, options = '{"Size": "M"}', options_key = 'm'
            from product_groups one
           where products.merchant_id = ${shop} and one.merchant_id = ${shop} and one.slug = 'lamp-' || sku`,
      sql`insert into slugs (merchant_id, slug, product_id, group_id)
          select merchant_id, slug, id, null from products where group_id is null
           union all
          select merchant_id, slug, null, id from product_groups
          on conflict do nothing`,
    ]
  }

  /** A quarter of the orders are the shopper's. */
  function orderRows() {
    return [
      sql`insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency,
      total_minor, created_at,
                              updated_at, paid_at, email, tags, assignee_id)
          select ${shop}, uuidv7(), case when n % 4 = 0 then ${user} else buyer.id end,
                 to_char(at at time zone 'UTC', 'YYMMDD-') || lpad(n::text, 6, '0'), status,
                 case when status in ('pending', 'cancelled') then 'unpaid' else 'paid' end, 'GBP', 1000,
                 at, now(),
                 case when status not in ('pending', 'cancelled') then now() - n * interval '1 minute' end,
                 case when n % 4 = 1 then 'grace' || n || '@example.org' end,
                 case when n % 300 = 8 then array['urgent'] else '{}' end,
                 case when n % 300 = 8 then ${owners.owner} end
            from generate_series(1, ${orders}::int) n
            join (select id, row_number() over (order by id) as number from users) buyer
              on buyer.number = 1 + n % ${users}::int
           cross join lateral (
             select (array['pending', 'paid', 'processing', 'completed', 'cancelled'])[1 + n / 4 % 5] as status) moved
           cross join lateral (select now() - n * interval '1 minute' * (status <> 'pending')::int as at) placed`,
      sql`insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
          select ${shop}, placed.id, line, product.id, product.sku, product.name, 1, 500
            from (select id, row_number() over (order by id) as number from orders) placed, generate_series(1, 2) line,
                 lateral (select 3 + 5 * ((placed.number + line) % ${soldProducts}::int) as n) pick
            join products product on product.sku = 'S' || pick.n and product.merchant_id = ${shop}`,
      sql`update stock set reserved = 5, ordered = true where merchant_id = ${shop} and on_hand > 5`,
      sql`insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency,
      actor_id, created_at,
                                settled_at, due_at)
          select merchant_id, uuidv7(), id, 'test', 'test_success', 'succeeded', total_minor, currency, user_id,
                 now(), now(), now()
            from orders where payment_status = 'paid'`,
      sql`insert into test_provider_charges (payment_id, amount_minor, currency, succeeded)
          select id, amount_minor, currency, true from payments`,
      // Every second paid order is partly refunded and partly sent.
      sql`insert into refunds (merchant_id, id, order_id, payment_id, status, amount_minor, currency, created_at,
      due_at)
          select merchant_id, uuidv7(), order_id, id, 'succeeded', 100, currency, now(), now()
            from (select *, row_number() over (order by id) as number from payments) paid where number % 2 = 0`,
      sql`insert into test_provider_refunds (refund_id, attempt, payment_id, amount_minor, succeeded)
          select id, 1, payment_id, amount_minor, true from refunds`,
      sql`insert into fulfillments (merchant_id, order_id, id, items, created_at, updated_at)
          select merchant_id, order_id, uuidv7(), '[]', now(), now() from refunds`,
      sql`update orders set refund_count = 1, refunded_total_minor = 100,
                            fulfillment_status = case orders.status when 'completed' then 'fulfilled'
                                                             else 'partially_fulfilled' end
            from refunds where orders.merchant_id = refunds.merchant_id and orders.id = refunds.order_id`,
    ]
  }

  /** One subscription of each merchant, the shop's with a long history. */
  async function webhooks() {
    const owners = (await db.selectFrom('merchants').select('id').execute()).map(({ id }) => id)
    const ids = owners.map(() => newId())
    const secrets = ids.map((id) => sealSecret(service.deps.seal, id, 'a secret'))
    return [
      sql`insert into webhook_subscriptions (merchant_id, id, url, events, event_names, active, secret, created_at,
      updated_at)
          select merchant_id, id, 'https://example.com', '{cart.abandoned}', '{cart.abandoned}', true, secret,
                 now(), now()
            from unnest(${owners}::uuid[], ${ids}::uuid[], ${secrets}::bytea[]) as made (merchant_id, id, secret)`,
      ...Array.from(
        { length: 11 },
        (_, day) => sql`select create_day_partitions((now() at time zone 'UTC')::date - ${day}::int)`,
      ),
      // A few at a time, as in practice.
      ...Array.from(
        { length: of.events / eventsAtOnce },
        (_, part) => sql`
          insert into events (id, merchant_id, name, body, created_at)
          select id, ${shop}, name, convert_to(json_build_object('id', 'evt_' || replace(id::text, '-', ''),
                   'event', name, 'created', 1, 'data', json_build_object(), 'api_version', 'v1')::text, 'UTF8'), at
            from (select uuidv7(-n * interval '90 seconds') as id, now() - n * interval '90 seconds' as at,
                         case when n % 700 = 0 then 'user.deleted' else 'cart.abandoned' end as name
                    from (select ${of.events}::int - ${part}::int * ${eventsAtOnce}::int - m as n
                            from generate_series(0, ${eventsAtOnce - 1}::int) m) numbered) made`,
      ),
      // Most were delivered; failures are few, and far between.
      sql`insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at,
      updated_at)
          select delivery_id(event.id, subscription.id), ${shop}, subscription.id, event.id, event.name,
                 case when event.number % 500 = 0 then 'failed' when event.number % 5 = 0 then 'pending'
                 else 'delivered' end,
                 event.created_at, now()
            from (select id, name, created_at, row_number() over (order by id) as number from events
            where merchant_id = ${shop}) event
            join webhook_subscriptions subscription on subscription.merchant_id = ${shop}`,
      sql`insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome)
          select id, 1, now(), 1, 'delivered' from deliveries`,
      sql`insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at)
          select id, merchant_id, subscription_id, event_id, now() + interval '1 day' from deliveries
                 where status = 'pending'`,
    ]
  }

  function leftovers() {
    return [
      sql`insert into feeds (merchant_id, id, key, storefront_url, created_at)
          values (${shop}, uuidv7(), ${feedKey}, 'https://shop.example', now())`,
      sql`insert into bulk_jobs (merchant_id, id, status, change, currency, unit, cause, total, created_at, updated_at)
          values (${shop}, uuidv7(), 'completed', '{}', 'GBP', 100, '{}', 1, now(), now())`,
      sql`insert into idempotency_keys (owner, key, fingerprint, status, body)
          select 'user:' || n, 'k' || n, '\\x00', 201, '\\x00' from generate_series(1, ${many}::int) n`,
      sql`insert into media (merchant_id, id, state, content_hash, width, height, sizes)
          select ${shop}, uuidv7(), 'ready', sha256(n::text::bytea), 160, 90,
                 '[{"width":160,"webp":"a.webp","jpeg":"a.jpg"}]' from generate_series(1, ${many}::int) n`,
      sql`insert into media (merchant_id, id, state, failure)
          select id, uuidv7(), 'failed', 'none' from merchants where id <> ${shop}`,
      sql`update products set media = array[picture.id]
            from (select id, row_number() over (order by id) as number from media where state = 'ready') picture
           where products.merchant_id = ${shop} and products.sku = 'S' || picture.number`,
      sql`insert into product_imports (merchant_id, id, status, created_at, updated_at)
          select ${shop}, uuidv7(), 'completed', now(), now() from generate_series(1, ${many}::int)`,
      sql`insert into jobs (id, name, payload, max_attempts, due_at)
          select uuidv7(), 'mail', '{}', 13, now() + interval '1 day' from generate_series(1, ${many}::int)`,
      // No row is old enough for the sweeps, however long the tests take.
      sql`insert into attempt_counts (key, window_start, count)
          select sha256(n::text::bytea), now() + interval '1 hour', 1 from generate_series(1, ${many}::int) n`,
      sql`insert into request_counts (key, window_start, count)
          select sha256(n::text::bytea), now() + interval '1 hour', 1 from generate_series(1, ${many}::int) n`,
      sql`insert into recent_writes (writer) select uuidv7() from generate_series(1, ${many}::int)`,
    ]
  }
}
