import type { DatasetSpec } from './specs.ts'
import { signedInOwners, signedInShoppers } from './specs.ts'

/**
 * The rows of a dataset, by SQL from numbers: the same every time. Triggers run, so that counts, documents, figures and
 * what else the modules keep is written as the service writes it; only the sums that sweeps fold are left to those.
 *
 * `bench_build` remembers which number has which id; it is dropped in the end.
 */
export interface Step {
  what: string
  /**
   * Run once for each batch, with $1 and $2 its first and last number; once without parameters if there is no count.
   */
  sql: string
  count?: number
  batch?: number
}

/** A number from 0 to below 1 that follows from two others. */
const chance = (key: string, seed: number) => `((hashint8extended(${key}, ${seed}) & 2147483647) / 2147483648.0)`

const statusOf = (n: string) => `case when ${n} % 100 < 88 then 'completed' when ${n} % 100 < 92 then 'cancelled'
  when ${n} % 100 < 96 then 'paid' else 'processing' end`

/** Every twentieth product is out of stock, and is never ordered. */
const outOfStock = (k: string) => `${k} % 20 = 7`

export function preparation(): string {
  return `
    drop schema if exists bench_build cascade;
    create schema bench_build;
    create unlogged table bench_build.word
      (number int primary key, name text, description text, category text, price int);
    create unlogged table bench_build.merchant (n int primary key, id uuid);
    create unlogged table bench_build.account (n int primary key, id uuid);
    create unlogged table bench_build.product
      (n int primary key, merchant int, k int, id uuid, sku text, name text, price int);
    create unlogged table bench_build.line
      (n int, line int, product int, quantity int, price int, primary key (n, line));`
}

export function steps({ products, merchants, users, orders, shops }: DatasetSpec): Step[] {
  const perMerchant = products / merchants
  const shopOf = (n: string) => (shops === 'first' ? '0' : `${n} % ${merchants}`)
  const ago = (days: number, n: string, of: number) => `(${of} - ${n}) * interval '${days} days' / ${of}`
  return [
    {
      what: 'merchants',
      sql: `
        with made as (
          insert into bench_build.merchant
          select n, uuidv7(n * interval '1 second' - interval '900 days') from generate_series(0, ${merchants - 1}) n
          returning *
        )
        insert into merchants (id, name, currency, created_at)
        select id, 'Shop ' || n, 'GBP', now() - interval '900 days' + n * interval '1 second' from made`,
    },
    {
      what: 'limits of orders that no load reaches',
      sql: `
        insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line,
                                       max_unpaid_units_per_address)
        select id, 10000, 1000000, 10000000 from merchants`,
    },
    {
      what: 'users',
      count: users,
      batch: 100_000,
      sql: `
        with made as (
          insert into bench_build.account
          select n, uuidv7(-${ago(800, 'n', users)}) from generate_series($1::int, $2::int) n returning *
        )
        insert into users (id, email, email_key, name, phone, password_hash, is_verified, created_at, updated_at)
        select id, 'shopper' || n || '@example.com', 'shopper' || n || '@example.com', 'Shopper ' || n, null,
               '$argon2id$none', true, now() - ${ago(800, 'n', users)}, now()
          from made`,
    },
    {
      what: 'products',
      count: products,
      batch: 20_000,
      sql: `
        with made as (
          insert into bench_build.product
          select n, n % ${merchants}, n / ${merchants}, uuidv7(-${ago(730, 'n', products)}),
                 'B' || lpad(n::text, 7, '0'),
                 (array['','Vintage ','Mini ','Large ','Modern ','Rustic ','Classic ','Little ','Grand ',
                        'Nordic '])[1 + n % 10]
                   || word.name
                   || (array['',' Deluxe',' in Oak',' in Teal',' Pair',' Edition',' Gift',' Duo'])[1 + (n / 7) % 8],
                 greatest(1, word.price * (50 + ${chance('n', 1)} * 300)::int / 100)
            from generate_series($1::int, $2::int) n
            join bench_build.word on word.number = n % (select count(*) from bench_build.word)
          returning *
        )
        insert into products (merchant_id, id, sku, name, description, category, price_minor, currency,
               price_common, status, slug,
                              in_stock, created_at, updated_at)
        select merchant.id, made.id, sku, made.name, word.description, word.category, made.price, 'GBP',
               made.price * 10,
               case when k % 50 = 11 then 'draft' when k % 50 = 12 then 'archived' else 'active' end,
               'product-' || made.n,
               not (${outOfStock('k')}), now() - ${ago(730, 'made.n', products)},
               now() - ${ago(730, 'made.n', products)}
          from made join bench_build.merchant on merchant.n = made.merchant
          join bench_build.word on word.number = made.n % (select count(*) from bench_build.word)`,
    },
    {
      what: 'slugs',
      sql: 'insert into slugs (merchant_id, slug, product_id) select merchant_id, slug, id from products',
    },
    { what: 'lines, planned', ...plannedLines(orders, merchants, perMerchant, shopOf) },
    { what: 'orders', ...orderRows(orders, users, shopOf, ago) },
    { what: 'order lines', ...orderLines(orders, shopOf) },
    { what: 'payments', ...payments(orders, shopOf, ago) },
    {
      what: 'index of planned lines',
      sql: 'create index on bench_build.line (product, n); analyze bench_build.line',
    },
    { what: 'stock', ...stock(products) },
    { what: 'ledger of stock', ...ledger(products, users, ago, orders) },
    {
      what: 'customers',
      sql: `
        insert into customers (merchant_id, user_id, created_at)
        select merchant_id, user_id, min(created_at) from orders group by 1, 2`,
    },
    { what: 'sessions', ...sessions() },
  ]
}

/** One to three lines an order; few products sell much. */
function plannedLines(orders: number, merchants: number, perMerchant: number, shopOf: (n: string) => string) {
  return {
    count: orders,
    batch: 100_000,
    sql: `
      insert into bench_build.line
      select n, row_number() over (partition by n), product, sum(quantity), max(price)
        from (select n, pick.quantity,
                     (pick.k + (${outOfStock('pick.k')})::int) * ${merchants} + ${shopOf('n')} as product
                from generate_series($1::int, $2::int) n
               cross join lateral (
                 select least((power(${chance('n::bigint * 4 + line', 2)}, 3) * ${perMerchant})::int,
                        ${perMerchant - 2}) as k,
                        1 + (n + line) % 3 as quantity
                   from generate_series(1, 1 + n % 3) line) pick) each
        join (select n as product, price from bench_build.product) product using (product)
       group by n, product`,
  }
}

type Ago = (days: number, n: string, of: number) => string

const userOf = (n: string, users: number) => `(${chance(n, 3)} * ${users})::int % ${users}`

function orderRows(orders: number, users: number, shopOf: (n: string) => string, ago: Ago) {
  return {
    count: orders,
    batch: 50_000,
    sql: `
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
             created_at,
                          updated_at, paid_at, completed_at, cancelled_at, cancel_reason)
      select merchant.id, ${orderId('planned.n')}, account.id,
             to_char(at, 'YYMMDD-') || lpad(upper(to_hex(planned.n)), 6, '0'), status,
             case status when 'cancelled' then 'unpaid' else 'paid' end, 'GBP', total, at, at,
             case status when 'cancelled' then null else at + interval '1 minute' end,
             case status when 'completed' then at + interval '1 day' end,
             case status when 'cancelled' then at + interval '1 hour' end,
             case status when 'cancelled' then 'requested_by_customer' end
        from (select n, sum(quantity * price) as total, ${statusOf('n')} as status,
                     now() - ${ago(365, 'n', orders)} as at
                from bench_build.line where n between $1 and $2 group by n) planned
        join bench_build.merchant on merchant.n = ${shopOf('planned.n')}
        join bench_build.account on account.n = ${userOf('planned.n', users)}`,
  }
}

/** Orders of the same number have the same id in every step, and ids in the order of time. */
const orderId = (n: string) => `(lpad(to_hex(1700000000000 + ${n}::bigint * 31536), 12, '0') || '7000'
  || lpad(to_hex(${n}), 16, '8000000000000000'))::uuid`

function orderLines(orders: number, shopOf: (n: string) => string) {
  return {
    count: orders,
    batch: 50_000,
    sql: `
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
      select merchant.id, ${orderId('line.n')}, line.line, product.id, product.sku, product.name, line.quantity,
             line.price
        from bench_build.line join bench_build.product on product.n = line.product
        join bench_build.merchant on merchant.n = ${shopOf('line.n')}
       where line.n between $1 and $2`,
  }
}

function payments(orders: number, shopOf: (n: string) => string, ago: Ago) {
  return {
    count: orders,
    batch: 50_000,
    sql: `
      insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency, actor_id,
                            created_at, settled_at, due_at)
      select placed.merchant_id, uuidv7(-${ago(365, 'series.n', orders)}), placed.id, 'test', 'test_success',
             'succeeded',
             total_minor, 'GBP', placed.user_id, paid_at, paid_at, paid_at
        from generate_series($1::int, $2::int) as series (n)
        join bench_build.merchant on merchant.n = ${shopOf('series.n')}
        join orders placed on placed.merchant_id = merchant.id and placed.id = ${orderId('series.n')}
       where placed.paid_at is not null`,
  }
}

function stock(products: number) {
  return {
    count: products,
    batch: 50_000,
    sql: `
      insert into stock (merchant_id, product_id, on_hand, reserved, movement_count, ordered, updated_at)
      select merchant.id, product.id, spare + coalesce(held, 0), coalesce(held, 0),
             (spare + coalesce(gone, 0) + coalesce(held, 0) > 0)::int + coalesce(moves, 0), moves is not null, now()
        from (select *, case when ${outOfStock('k')} then 0 else 100 + (${chance('n', 4)} * 900)::int end as spare
                from bench_build.product) product
        join bench_build.merchant on merchant.n = product.merchant
        left join lateral (
          select sum(quantity) filter (where ${statusOf('line.n')} in ('paid', 'processing')) as held,
                 sum(quantity) filter (where ${statusOf('line.n')} = 'completed') as gone,
                 nullif(sum(case when ${statusOf('line.n')} in ('completed', 'cancelled') then 2
                                 else 1 end), 0) as moves
            from bench_build.line where line.product = product.n) sold on true
       where product.n between $1 and $2`,
  }
}

function ledger(products: number, users: number, ago: Ago, orders: number) {
  const change = (column: string) => `sum(${column}) over (partition by product.n order by seq)`
  return {
    count: products,
    batch: 50_000,
    sql: `
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
             on_hand_after,
                                   reserved_after, order_id, actor_id, created_at)
      select merchant.id, product.id, row_number() over (partition by product.n order by seq), type, on_hand, reserved,
             ${change('move.on_hand')}, ${change('move.reserved')},
             case when order_n is not null then ${orderId('order_n')} end, account.id,
             now() - case when order_n is null then interval '730 days' else ${ago(365, 'order_n', orders)} end
        from bench_build.product
        join bench_build.merchant on merchant.n = product.merchant
       cross join lateral (
         select -1::bigint as seq, 'opening' as type, null::int as order_n, 0 as reserved,
                (select (stock.on_hand
                         + coalesce(sum(line.quantity) filter (where ${statusOf('line.n')} = 'completed'), 0))::int
                   from stock left join bench_build.line on line.product = product.n
                  where stock.merchant_id = merchant.id and stock.product_id = product.id
                  group by stock.on_hand) as on_hand
         union all
         select line.n::bigint * 2, 'order_placed', line.n, line.quantity, 0 from bench_build.line
          where line.product = product.n
         union all
         select line.n::bigint * 2 + 1, case ${statusOf('line.n')} when 'completed' then 'order_completed'
                else 'order_cancelled' end,
                line.n, -line.quantity, case ${statusOf('line.n')} when 'completed' then -line.quantity else 0 end
           from bench_build.line
          where line.product = product.n and ${statusOf('line.n')} in ('completed', 'cancelled')) move
        left join bench_build.account on account.n = ${userOf('order_n', users)}
       where product.n between $1 and $2 and not (move.on_hand = 0 and move.reserved = 0)`,
  }
}

/** Shoppers with a session each; the first users are the owners of the first shops, each with an admin session too. */
function sessions() {
  return {
    sql: `
      with shopper as (
        insert into sessions (id, user_id, device_id, created_at, last_used_at, expires_at)
        select uuidv7(), id, 'bench-' || n, now(), now(), now() + interval '10 years'
          from bench_build.account where n < ${signedInShoppers}
      ), owner as (
        insert into staff (merchant_id, user_id, role)
        select merchant.id, account.id, 'owner' from bench_build.merchant join bench_build.account using (n)
         where n < ${signedInOwners}
        returning merchant_id, user_id
      )
      insert into sessions (id, user_id, device_id, merchant_id, role, created_at, last_used_at, expires_at)
      select uuidv7(), user_id, 'bench-admin', merchant_id, 'owner', now(), now(), now() + interval '10 years'
        from owner join bench_build.merchant on merchant.id = merchant_id order by n`,
  }
}
