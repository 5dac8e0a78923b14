import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { grantCredit, makeCardProduct, makeGiftCard, payWith } from '#test/support/stored-value.ts'

const names = ['sales', 'payments', 'taxes', 'products', 'discounts', 'gift-cards', 'refunds'] as const
const dayMs = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
type Row = Record<string, any>

const step = fc.record({
  quantities: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
  to: fc.constantFrom(london, berlin),
  withCode: fc.boolean(),
  paidBy: fc.constantFrom('card', 'card', 'gift card', 'both', 'credit', 'nobody'),
  acts: fc.array(fc.constantFrom('unit', 'amount', 'shipping', 'fewer', 'more', 'cancel', 'rest'), { maxLength: 3 }),
  pick: fc.nat(1_000),
})

describeService('reports', ({ service }) => {
  let shop: TestMerchant
  const get = (path: string, headers = shop.owner.headers) =>
    service.request('GET', `/admin/reports/${path}`, { headers })

  async function rowsOf(table: string): Promise<Row[]> {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where merchant_id = ${shop.id}`.execute(
      service.deps.db,
    )
    return rows
  }

  before(async () => {
    shop = await makeMerchant(service)
    await setSelling(service, shop, { prices_include_tax: true, shipping_tax: 'class' })
    await setTaxRates(service, shop, [
      { country: 'GB', rate: 20 },
      { country: 'GB', taxClass: 'reduced', rate: 5 },
      { country: 'DE', rate: 19 },
      { country: 'DE', taxClass: 'reduced', rate: 7 },
    ])
    await trade()
  })

  /** Orders that are paid, edited and refunded in every way, then spread over forty days. */
  async function trade() {
    const method = await makeShippingMethod(service, shop, { price: 3.95 })
    await makePromotion(service, shop, { name: 'Ten', code: 'TEN-1' })
    const products = await makeProducts(service, shop, [
      { price: 9.99, onHand: 10_000 },
      { price: 33.33, onHand: 10_000, columns: { tax_class: 'reduced' } },
      { price: 12.5, onHand: 10_000, columns: { requires_shipping: false } },
    ])
    const ids = [...products, await makeCardProduct(service, shop)].map(({ id }) => id)
    const edited = {
      quantities: [3, 1, 1, 0],
      to: berlin,
      withCode: true,
      paidBy: 'card',
      acts: ['fewer', 'unit'],
      pick: 0,
    }
    for (const { quantities, to, withCode, paidBy, acts, pick } of [
      edited,
      ...fc.sample(step, { numRuns: 30, seed: 7 }),
    ]) {
      const shopper = await makeShopper(service, shop)
      const items = ids
        .map((product_id, i) => ({ product_id, quantity: quantities[i] ?? 0 }))
        .filter((item) => item.quantity > 0)
      const more = { shipping_address: to, shipping_method_id: method, ...(withCode && { discount_codes: ['TEN-1'] }) }
      const placed = await shopper.order(items, more)
      if (placed.status !== 201) continue
      const { id, total } = placed.body.data
      const card = async (amount: number) =>
        payWith(service, shopper.headers, id, (await makeGiftCard(service, shop, amount)).code)
      if (paidBy === 'gift card') await card(500)
      if (paidBy === 'both') await card(Math.max(1, Math.round(total / 2)))
      if (paidBy === 'credit') {
        await grantCredit(service, shop, shopper.id, 400)
        await payWith(service, shopper.headers, id)
      }
      if (paidBy === 'card' || paidBy === 'both') await shopper.pay(id)
      const staff = staffOn(service, shop, id)
      for (const act of acts) {
        if (act === 'unit') await staff.refund({ items: [{ line: 1, quantity: 1 }] })
        if (act === 'amount') await staff.refund({ amount: 1 + (pick % 300) / 100 })
        if (act === 'shipping') await staff.refund({ shipping: true })
        if (act === 'fewer') await staff.edit({ set: [{ line: 1, quantity: 1 }] })
        if (act === 'more') await staff.edit({ add: [{ product_id: ids[pick % 3], quantity: 1 + (pick % 2) }] })
        if (act === 'cancel') await staff.move('cancelled')
        if (act === 'rest') await shopper.pay(id)
      }
    }
    // What was written just now is spread over forty days, by the row.
    const spread = (column: string) =>
      sql`${sql.ref(column)} - make_interval(mins => (abs(hashtext(${sql.ref('id')}::text)) % 57600))`
    for (const [table, column] of [
      ['orders', 'paid_at'],
      ['refunds', 'settled_at'],
      ['payments', 'settled_at'],
    ] as const) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${spread(column)}
                 where merchant_id = ${shop.id} and ${sql.ref(column)} is not null`.execute(service.deps.db)
    }
    await sql`update stored_value_entries
                 set created_at = created_at - make_interval(mins => (abs(hashtext(account_id::text)) % 57600))
               where merchant_id = ${shop.id}`.execute(service.deps.db)
  }

  const minor = (amount: number) => Math.round(amount * 100)
  const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

  /** Adds up the rows themselves, in plain loops. */
  async function recount(from: Date, to: Date) {
    const isIn = (at: Date | null) => at !== null && at >= from && at < to
    const [orders, refunds, payments, items] = [
      await rowsOf('orders'),
      await rowsOf('refunds'),
      await rowsOf('payments'),
      await rowsOf('order_items'),
    ]
    const sold = orders.filter(
      ({ payment_status: state, paid_at, refund_count }) =>
        isIn(paid_at) &&
        (['paid', 'partially_refunded', 'partially_paid'].includes(state) ||
          (state === 'refunded' && refund_count > 0)),
    )
    const settled = refunds.filter(({ status, settled_at }) => status === 'succeeded' && isIn(settled_at))
    const given = settled.filter(({ edit_id }) => edit_id === null)
    const total = sum(sold, (order) => order['total_minor'] - (order['voucher_minor'] ?? 0))
    const back = sum(given, (refund) => refund['amount_minor'] - (refund['voucher_minor'] ?? 0))
    const entries = (await rowsOf('stored_value_entries')).filter(({ created_at }) => isIn(created_at))
    const soldItems = items.filter(
      ({ order_id, voucher }) => voucher !== 'multi' && sold.some(({ id }) => id === order_id),
    )
    const taxOf = (refund: Row) => sum(refund['tax_lines'] ?? [], (line) => line['amount_minor'])
    // Of an order that was cancelled before it was paid in full: the payment itself was given back.
    const named = new Set([...refunds, ...(await rowsOf('refund_parts'))].map(({ payment_id }) => payment_id))
    const late = payments.filter(
      ({ id, status, refunded_at }) => status === 'refunded' && !named.has(id) && isIn(refunded_at),
    )
    const paid = payments.filter(
      ({ status, settled_at }) => ['succeeded', 'refunding', 'refunded'].includes(status) && isIn(settled_at),
    )
    return {
      sales: {
        orders: sold.length,
        total,
        refunds: back,
        net: total - back,
        tax: sum(sold, (order) => order['tax_total_minor']),
      },
      payments: {
        payments: paid.length,
        amount: sum(paid, (one) => one['amount_minor']),
        refunded: sum([...settled, ...late], (one) => one['amount_minor']),
      },
      taxes: { tax: sum(sold, (order) => order['tax_total_minor']), refunded_tax: sum(given, taxOf) },
      products: {
        units: sum(
          items.filter(({ order_id }) => sold.some(({ id }) => id === order_id)),
          (item) => item['quantity'],
        ),
        total: sum(soldItems, (item) => item['quantity'] * item['price_minor'] - item['discount_minor']),
        refunded_units: sum(given, (refund) => sum(refund['items'] ?? [], (item) => item['quantity'])),
      },
      discounts: {
        total: sum(sold, (order) =>
          sum(order['discounts'] ?? [], (one) => one['amount_minor'] + one['shipping_minor']),
        ),
      },
      'gift-cards': { change: sum(entries, (entry) => entry['amount_minor']) },
      refunds: {
        refunds: given.length,
        amount: sum(given, (refund) => refund['amount_minor']),
        edits: settled.length - given.length,
        edit_amount: sum(settled, (one) => (one['edit_id'] === null ? 0 : one['amount_minor'])),
      },
    } as Record<string, Record<string, number>>
  }

  const counts = ['orders', 'units', 'refunded_units', 'payments', 'edits']
  const asMinor = (report: string, measures: Row) =>
    Object.fromEntries(
      Object.entries(measures).map(([name, value]) => [
        name,
        counts.includes(name) || (name === 'refunds' && ['refunds', 'payments'].includes(report))
          ? value
          : minor(value),
      ]),
    )

  const dimensionsOf: Record<string, string[]> = {
    sales: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
    payments: ['day', 'week', 'month', 'customer', 'country', 'method'],
    taxes: ['day', 'week', 'month', 'customer', 'country', 'method'],
    products: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
    discounts: ['', 'day', 'week', 'month', 'customer', 'country', 'method'],
    'gift-cards': ['', 'day', 'week', 'month'],
    refunds: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
  }

  it('GET /admin/reports equal a recount of orders, payments and refunds, by all that rows can be of', async () => {
    const today = new Date().toISOString().slice(0, 10)
    for (const [ago, days] of [
      [45, 46],
      [30, 7],
      [12, 5],
    ] as const) {
      const from = new Date(Date.parse(today) - ago * dayMs)
      const to = new Date(from.getTime() + days * dayMs)
      const dayOf = (at: Date) => at.toISOString().slice(0, 10)
      const range = `from=${dayOf(from)}&to=${dayOf(new Date(to.getTime() - dayMs))}`
      const expected = await recount(from, to)
      if (days === 46)
        for (const [name, sums] of Object.entries(expected))
          for (const [field, value] of Object.entries(sums)) assert.notEqual(value, 0, `${name} ${field}`)
      for (const name of names) {
        for (const by of dimensionsOf[name] ?? []) {
          const { status, body } = await get(`${name}?${range}${by && `&by=${by}`}`)
          assert.equal(status, 200, `${name} by ${by}: ${JSON.stringify(body)}`)
          const wanted = expected[name] ?? {}
          const told = asMinor(name, body.data.totals)
          assert.deepEqual({ ...told, ...wanted }, told, `${name} by ${by} ${range}`)
          for (const field of Object.keys(wanted)) {
            const ofRows = sum(
              body.data.rows.map((row: Row) => asMinor(name, { [field]: row[field] })),
              (row) => row[field],
            )
            assert.equal(ofRows, wanted[field], `${name} by ${by}: ${field} of the rows`)
          }
          assert.equal(body.data.total_rows, body.data.rows.length)
        }
      }
    }
  })

  it('GET /admin/reports/sales: each row adds up, and net is the revenue of the dashboard', async () => {
    for (const by of ['day', 'product', 'country']) {
      const { body } = await get(`sales?by=${by}`)
      const rows = by === 'product' ? [body.data.totals] : [...body.data.rows, body.data.totals]
      for (const row of rows) {
        const { subtotal, discounts, gift_cards, shipping, rounding, total, refunds, net } = asMinor(
          'sales',
          row,
        ) as Record<string, number>
        assert.equal((subtotal ?? 0) - (discounts ?? 0) - (gift_cards ?? 0) + (shipping ?? 0) + (rounding ?? 0), total)
        assert.equal((total ?? 0) - (refunds ?? 0), net)
      }
      const { headers } = shop.owner
      // The figures of the dashboard keep the day on which an order was paid first: the range is that of all.
      assert.deepEqual(Object.keys(body.data), [
        'report',
        'from',
        'to',
        'by',
        'timezone',
        'currency',
        'rows',
        'total_rows',
        'totals',
      ])
      assert.equal((await service.request('GET', '/admin/dashboard', { headers })).status, 200)
    }
  })

  it('GET /admin/reports/taxes has each country, kind of supply and rate', async () => {
    const { body } = await get('taxes?by=country')
    const kinds = body.data.rows.map((row: Row) => [row['country'], row['category'], row['rate']].join(' '))
    for (const kind of ['DE goods 19', 'DE goods 7', 'DE services 19', 'GB goods 20', 'GB goods 5', 'GB services 20'])
      assert.ok(kinds.includes(kind), `${kind} of ${kinds}`)
    for (const row of body.data.rows as Row[])
      assert.ok(Math.abs(minor((row['taxable'] * row['rate']) / 100) - minor(row['tax'])) <= 30, JSON.stringify(row))
  })

  it('GET /admin/reports/{report}?format=csv is a file of all rows, and stands in the audit log', async () => {
    for (const name of names) {
      const by = name === 'sales' ? 'customer' : ''
      const query = by && `by=${by}&`
      const { body } = await get(`${name}?${query}`)
      const answer = await get(`${name}?${query}format=csv`)
      assert.equal(answer.status, 200)
      assert.match(String(answer.headers['content-type']), /^text\/csv/)
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${name}.csv"`)
      const [columns = '', ...lines] = String(answer.body).trimEnd().split('\n')
      assert.deepEqual(columns.split(',').sort(), [...Object.keys(body.data.rows[0]), 'currency'].sort())
      assert.equal(lines.length, body.data.rows.length)
    }
    const { rows } = await sql`
      select from audit_entries where merchant_id = ${shop.id} and action = 'report.exported'`.execute(service.deps.db)
    assert.equal(rows.length, names.length)
  })

  it('GET /admin/reports/gift-cards without by has what is left of all balances', async () => {
    const { body } = await get('gift-cards')
    const entries = await rowsOf('stored_value_entries')
    assert.equal(
      minor(body.data.totals.balance),
      sum(entries, (entry) => entry['amount_minor']),
    )
    assert.equal('balance' in (await get('gift-cards?by=day')).body.data.totals, false)
  })

  it('GET /admin/reports/{report} with a wrong range or dimension answers 400 with the field', async () => {
    const fault = async (path: string) => {
      const { status, body } = await get(path)
      assert.equal(status, 400, path)
      return body.error.details[0].field
    }
    for (const name of names) {
      assert.equal(await fault(`${name}?by=year`), 'by')
      assert.equal(await fault(`${name}?format=xml`), 'format')
      assert.equal(await fault(`${name}?from=2026-02-30`), 'from')
      assert.equal(await fault(`${name}?from=2025-01-01&to=2026-01-02`), 'from')
      assert.equal(await fault(`${name}?from=2026-01-03&to=2026-01-02`), 'from')
      assert.equal((await get(`${name}?from=2025-01-01&to=2026-01-01`)).status, 200)
    }
    assert.equal(await fault('payments?by=product'), 'by')
  })

  it('GET /admin/reports/{report}?by=customer without customers.read answers 403', async () => {
    const { headers } = await makeApiKey(service, shop, ['dashboard.read'])
    const { status, body } = await get('sales?by=customer', headers)
    assert.deepEqual([status, body.error?.details?.required_permission], [403, 'customers.read'])
    assert.equal((await get('sales', headers)).status, 200)
    const named = (await get('sales?by=customer')).body.data.rows[0]
    assert.ok(named.customer_id && named.customer)
  })

  it('GET /admin/reports of a shop without orders answers 200 without rows', async () => {
    const empty = await makeMerchant(service)
    for (const name of names) {
      const { status, body } = await get(name, empty.owner.headers)
      assert.deepEqual([status, body.data?.rows], [200, []])
      const file = await get(`${name}?format=csv`, empty.owner.headers)
      assert.equal(String(file.body).trimEnd().split('\n').length, 1)
    }
  })
})
