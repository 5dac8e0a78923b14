/** Rows of orders, and what follows from them. */

/** A number from 0 to below 1 that follows from two others. */
export const chance = (key: string, seed: number) => `((hashint8extended(${key}, ${seed}) & 2147483647) / 2147483648.0)`

export const statusOf = (n: string) => `case when ${n} % 100 < 88 then 'completed' when ${n} % 100 < 92 then 'cancelled'
  when ${n} % 100 < 96 then 'paid' else 'processing' end`

/** Every twentieth product is out of stock, and is never ordered. */
export const outOfStock = (k: string) => `${k} % 20 = 7`

/** One to three lines an order; few products sell much. */
export function plannedLines(orders: number, merchants: number, perMerchant: number, shopOf: (n: string) => string) {
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

export function orderRows(orders: number, users: number, shopOf: (n: string) => string, ago: Ago) {
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

export function orderLines(orders: number, shopOf: (n: string) => string) {
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

export function payments(orders: number, shopOf: (n: string) => string, ago: Ago) {
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

export function ledger(products: number, users: number, ago: Ago, orders: number) {
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
