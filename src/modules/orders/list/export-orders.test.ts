import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { exportColumns } from './export-orders.ts'

describeService('GET /admin/orders/export', ({ service }) => {
  const exported = (shop: TestMerchant, query = '') =>
    service.request('GET', `/admin/orders/export${query}`, { headers: shop.owner.headers })
  const rowsOf = (file: string) =>
    file
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text))

  /** Orders a minute apart, each with lines and a long note. */
  async function fill(shop: TestMerchant, userId: string, orders: number, lines: number, note: string): Promise<void> {
    const { db } = service.deps
    await sql`
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          created_at, updated_at, note)
      select ${shop.id}::uuid, uuidv7(), ${userId}::uuid, to_char(at, 'YYMMDD-') || lpad(n::text, 6, '0'),
             case when n % 10 = 0 then 'cancelled' else 'completed' end, 'paid', 'GBP', n, at, at, ${note}::text
        from generate_series(1, ${orders}::int) n
       cross join lateral (select timestamptz '2026-10-01' + n / 3 * interval '3 minutes' as at) placed`.execute(db)
    await sql`
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
      select merchant_id, id, line, id, 'SKU', 'Name', 1, 0
        from orders cross join generate_series(1, ${lines}::int) line where merchant_id = ${shop.id}`.execute(db)
  }

  it('with ids answers those orders of the shop that the other filters leave', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const placed = async (at: TestMerchant) => {
      const product = await makeProduct(service, at)
      return (await (await makeShopper(service, at)).order([{ product_id: product.id, quantity: 1 }])).body.data
    }
    const [one, two, foreign] = [await placed(shop), await placed(shop), await placed(other)]
    const numbers = async (query: string) =>
      rowsOf((await exported(shop, `?format=ndjson&${query}`)).body).map((row) => row.order_number)
    assert.deepEqual(await numbers(`ids=${two.id}`), [two.order_number])
    assert.deepEqual(await numbers(`ids=${two.id},${foreign.id},${one.id}`), [one.order_number, two.order_number])
    assert.deepEqual(await numbers(`ids=${two.id}&status=paid`), [])
    assert.deepEqual(await numbers(`ids=${two.id},${one.id}&q=${one.order_number}`), [one.order_number])
    assertRefused(await exported(shop, '?ids=1,2'), 400, 'VALIDATION_ERROR')
  })

  it('answers 200 with a row for each line, text made harmless, and is in the audit log', async () => {
    const shop = await makeMerchant(service)
    const shopper = await makeShopper(service, shop)
    const products = [await makeProduct(service, shop, { price: 2.5 }), await makeProduct(service, shop, { price: 1 })]
    const items = products.map(({ id }, index) => ({ product_id: id, quantity: index + 1 }))
    const order = (await shopper.order(items)).body.data
    const address = { name: '-Ada', company: null, line1: '\t1', line2: '@x', city: '+1', country: 'GB', phone: '＝1' }
    await service.deps.db
      .updateTable('orders')
      .set({ note: '=HYPERLINK("x")\n2', email: '\rx@example.com', shipping_address: JSON.stringify(address) })
      .where('id', '=', order.id)
      .execute()
    const file = await exported(shop)
    assert.deepEqual(
      [file.status, file.headers['content-type'], file.headers['content-disposition']],
      [200, 'text/csv; charset=utf-8', 'attachment; filename="orders.csv"'],
    )
    const cells: Record<string, string>[] = parse(file.body, { columns: true })
    const shown = cells.map((row) => [row['line'], row['sku'], row['quantity'], row['price'], row['line_total']])
    const skus = order.items.map(({ sku }: { sku: string }) => sku)
    assert.deepEqual(shown, [
      ['1', skus[0], '1', '2.5', '2.5'],
      ['2', skus[1], '2', '1', '2'],
    ])
    for (const row of cells) {
      assert.deepEqual(Object.keys(row), [...exportColumns])
      assert.deepEqual(
        [row['note'], row['order_email'], row['shipping_name'], row['shipping_line1'], row['shipping_line2']],
        [`'=HYPERLINK("x")\n2`, `'\rx@example.com`, `'-Ada`, `'\t1`, `'@x`],
      )
      assert.deepEqual([row['shipping_city'], row['shipping_phone'], row['total']], [`'+1`, `'＝1`, '4.5'])
      assert.deepEqual([row['customer_id'], row['customer_email']], [shopper.id, shopper.email])
    }
    const phone = { ...address, phone: '+442079460958' }
    const ofOrder = service.deps.db.updateTable('orders').where('id', '=', order.id)
    await ofOrder.set({ shipping_address: JSON.stringify(phone) }).execute()
    const [plain] = parse((await exported(shop)).body, { columns: true }) as Record<string, string>[]
    assert.deepEqual([plain?.['shipping_phone'], plain?.['shipping_city']], ['+442079460958', `'+1`])
    const lines = rowsOf((await exported(shop, '?format=ndjson')).body)
    assert.deepEqual(
      lines.map((row) => [row.order_id, row.line, row.line_total, row.note, row.cancelled_at]),
      [1, 2].map((line) => [order.id, line, line === 1 ? 2.5 : 2, '=HYPERLINK("x")\n2', null]),
    )
    const log = await service.request('GET', '/admin/audit-log?action=order.exported', { headers: shop.owner.headers })
    assert.equal(log.body.data.pagination.total, 3)
  })

  it('with every filter has each order once, oldest first, as many reads as it takes', async () => {
    const shop = await makeMerchant(service)
    const [ada, grace] = [
      await makeUser(service, { merchantId: shop.id, name: 'Ada' }),
      await makeUser(service, { merchantId: shop.id, name: 'Grace' }),
    ]
    await fill(shop, ada.id, 230, 1, '')
    await sql`update orders set user_id = ${grace.id} where merchant_id = ${shop.id} and total_minor % 7 = 0`.execute(
      service.deps.db,
    )
    const placed = await service.deps.db
      .selectFrom('orders')
      .select(['id', 'total_minor as n'])
      .where('merchant_id', '=', shop.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const ids = (wanted: (n: number) => boolean) => placed.filter(({ n }) => wanted(n)).map(({ id }) => id)
    for (const [query, wanted] of [
      ['', () => true],
      ['&status=cancelled', (n) => n % 10 === 0],
      ['&fulfillment_status=fulfilled', (n) => n % 10 !== 0],
      ['&payment_status=unpaid', () => false],
      ['&min_total=1.5&max_total=2', (n) => n >= 150 && n <= 200],
      ['&q=grace', (n) => n % 7 === 0],
      [`&user_id=${grace.id}&status=cancelled`, (n) => n % 70 === 0],
      ['&q=261001-0000&status=completed', (n) => n < 100 && n % 10 !== 0],
      ['&created_from=2026-10-01T03:00:00Z', (n) => Math.floor(n / 3) * 3 >= 180],
    ] as [string, (n: number) => boolean][]) {
      const file = await exported(shop, `?format=ndjson${query}`)
      assert.deepEqual(
        rowsOf(file.body).map((row) => row.order_id),
        ids(wanted),
        query,
      )
    }
  })

  it('reads on only as its reader takes it, and not for one that has gone', async () => {
    const shop = await makeMerchant(service)
    const { id } = await makeUser(service, { merchantId: shop.id })
    await fill(shop, id, 2_000, 8, 'n'.repeat(2_000))
    const { reads } = service.deps
    let begun = 0
    service.deps.reads = {
      ...reads,
      run: (...read) => {
        begun++
        return reads.run(...read)
      },
    }
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const url = `${address}/admin/orders/export?format=ndjson`
        get(url, { headers: shop.owner.headers }, resolve).on('error', reject)
      })
      assert.equal(answer.statusCode, 200)
      // Read by nobody: what the sockets take, about 10 of 35 MB, and then nothing.
      await untilStill(() => begun)
      assert.ok(begun > 0 && begun < 40, `${begun} of 41 reads`)
      answer.destroy()
      await untilStill(() => begun)
      assert.ok(begun < 41, `${begun} of 41 reads`)
      const { pool } = service.deps
      await until(async () => pool.idleCount === pool.totalCount, 'no connection to be in use')
    } finally {
      service.deps.reads = reads
    }
  })

  /** Until a number has not changed for a while. */
  async function untilStill(read: () => number): Promise<void> {
    let last = { value: read(), at: Date.now() }
    await until(async () => {
      if (read() !== last.value) last = { value: read(), at: Date.now() }
      return Date.now() - last.at > 500
    }, 'the number to stay')
  }

  it('of a viewer answers 403, without a token 401, with an unknown format or parameter 400', async () => {
    const shop = await makeMerchant(service)
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const refused = await service.request('GET', '/admin/orders/export', { headers: viewer.headers })
    assert.deepEqual([refused.status, refused.body.error.details.required_permission], [403, 'exports.read'])
    assertRefused(await service.request('GET', '/admin/orders/export'), 401, 'MISSING_TOKEN')
    for (const query of ['?format=xlsx', '?sort=total', '?limit=5', '?status=lost'])
      assertRefused(await exported(shop, query), 400, 'VALIDATION_ERROR')
  })
})
