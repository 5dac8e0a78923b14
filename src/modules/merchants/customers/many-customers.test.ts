import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { foldChanges } from '#src/modules/dashboard/fold-queries.ts'
import { describeShop } from '#test/support/describe-shop.ts'

/** 10,500 customers named Common, and one named Other behind each twentieth of them. */
describeShop('GET /admin/users with a text that most of many customers have', ({ service, shop: merchant }) => {
  before(async () => {
    const { db } = service.deps
    await sql`
      insert into users (id, email, email_key, name, created_at, updated_at)
      select uuidv7(), key, key, case when n % 21 = 0 then 'Other' else 'Common' end || ' ' || n * 7919 % 11025,
             now(), now()
        from generate_series(1, 11025) n, lateral (select 'many' || n || '@example.com' as key) named`.execute(db)
    await sql`
      insert into customers (merchant_id, user_id, name_key, email_key, created_at)
      select ${merchant.id}::uuid, id, customer_name_key(name), email_key, now() - length(name) * interval '1 hour'
        from users where email_key like 'many%'`.execute(db)
    await sql`
      insert into figure_changes (merchant_id, hour, user_id, order_count, order_total_minor)
      select merchant_id, date_trunc('hour', now()), user_id, hashtext(user_id::text) & 7, hashtext(email_key) & 255
        from customers where merchant_id = ${merchant.id}`.execute(db)
    await foldChanges(db, 50_000)
    // What is not folded yet counts as well.
    await sql`
      insert into figure_changes (merchant_id, hour, user_id, order_count, order_total_minor)
      select merchant_id, date_trunc('hour', now()), user_id, 5, 5000 from customers
       where merchant_id = ${merchant.id} and name_key like '%00'`.execute(db)
    await sql`analyze customers, customer_sales, figure_changes`.execute(db)
  })

  const columns = {
    customer_since: 'created_at',
    name: 'name_key',
    email: 'email_key',
    order_count: 'sold.order_count',
    order_total: 'sold.order_total_minor',
  }

  async function expected(column: string, order: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select customers.user_id as id
        from customers join (
          select user_id, sum(order_count) as order_count, sum(order_total_minor) as order_total_minor
            from (select user_id, order_count, order_total_minor from customer_sales where merchant_id = ${merchant.id}
                   union all
                  select user_id, order_count, order_total_minor from figure_changes
                   where merchant_id = ${merchant.id}) figure
           group by 1) sold using (user_id)
       where merchant_id = ${merchant.id} and name_key like 'common%'
       order by ${sql.raw(column)} ${sql.raw(order)}, user_id ${sql.raw(order)} limit 1200`.execute(service.deps.db)
    return rows.map(({ id }) => id)
  }

  const list = async (query: string) => {
    const path = `/admin/users?q=COMMON&limit=100&${query}`
    const { status, body } = await service.request('GET', path, { headers: merchant.owner.headers })
    assert.equal(status, 200)
    return { ids: body.data.items.map(({ id }: { id: string }) => id), pagination: body.data.pagination }
  }

  for (const [sort, column] of Object.entries(columns))
    it(`by ${sort} shows its pages in order, by offset and by cursor`, async () => {
      for (const order of ['asc', 'desc']) {
        const all = await expected(column, order)
        const first = await list(`sort=${sort}&order=${order}`)
        assert.deepEqual(first.ids, all.slice(0, 100), order)
        assert.deepEqual([first.pagination.total, first.pagination.total_precision], [10_000, 'at_least'])
        const later = await list(`sort=${sort}&order=${order}&offset=1000`)
        assert.deepEqual(later.ids, all.slice(1_000, 1_100), order)
        const behind = await list(`sort=${sort}&order=${order}&cursor=${later.pagination.next_cursor}`)
        assert.deepEqual(behind.ids, all.slice(1_100, 1_200), order)
      }
    })
})
