import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectTestDatabase } from '#test/support/database.ts'

const shop = '019a0000-0000-7000-8000-000000000001'

describe('opening stock', () => {
  it('reads a product a row, also with a plan of when the shop had none', async (t) => {
    const { client } = await connectTestDatabase(t)
    await client.query("insert into merchants (id, name, currency) values ($1, 'Shop', 'GBP')", [shop])
    // Only the reads of the triggers are of interest.
    await client.query('alter table stock drop constraint stock_merchant_id_product_id_fkey')
    // PostgreSQL now knows that the tables are empty. So it does in a database that was just restored.
    await client.query('vacuum analyze products, stock, low_stock')
    const fetched = async () => {
      const { rows } = await client.query<{ fetched: number }>(
        "select idx_tup_fetch::int as fetched from pg_stat_xact_user_tables where relname = 'products'",
      )
      return rows[0]?.fetched ?? 0
    }
    const open = async (first: number, last: number) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                               in_stock, created_at, updated_at)
         select $1, uuidv7(), 'S' || n, 'Lamp', 'Lamps', 100, 1000, 'GBP', 'active', true, now(), now()
           from generate_series($2::int, $3::int) n returning id`,
        [shop, first, last],
      )
      await client.query('begin')
      const before = await fetched()
      await client.query(
        `insert into stock (merchant_id, product_id, on_hand, updated_at)
         select $1, id, 3, now() from unnest($2::uuid[]) id`,
        [shop, rows.map(({ id }) => id)],
      )
      const after = await fetched()
      await client.query('commit')
      return after - before
    }
    // The plans of this first row stay with the connection.
    await open(1, 1)
    await open(2, 500)
    assert.equal((await client.query('select from low_stock')).rowCount, 500)
    // Each row of stock is one look-up of each of two triggers.
    assert.equal(await open(501, 1_000), 1_000)
  })
})
