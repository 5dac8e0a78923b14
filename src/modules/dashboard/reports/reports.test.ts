import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { asMinor, minor, type Row, sum, trade } from '#test/support/traded-shop.ts'

const names = [
  'sales',
  'payments',
  'taxes',
  'products',
  'discounts',
  'gift-cards',
  'refunds',
  'margin',
  'visits',
] as const

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
    await trade(service, shop)
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    await service.request('POST', '/catalog/visits', { headers, body: { kind: 'visit', source: 'example.com' } })
  })

  it('GET /admin/reports/margin is what sales are without tax and cost, in each row', async () => {
    for (const by of ['product', 'month', 'country']) {
      const [margin, sales] = [(await get(`margin?by=${by}`)).body.data, (await get(`sales?by=${by}`)).body.data]
      const taxes = (await get('taxes?by=month')).body.data.totals
      assert.equal(minor(margin.totals.revenue), minor(sales.totals.net) - minor(taxes.net_tax))
      for (const row of [...margin.rows, margin.totals] as Row[]) {
        assert.equal(minor(row['margin']), minor(row['revenue']) - minor(row['cost']))
        const percent = row['revenue'] > 0 ? Math.round((row['margin'] / row['revenue']) * 1_000) / 10 : null
        assert.equal(row['margin_percent'], percent)
      }
    }
    const { rows } = (await get('margin')).body.data
    const [cheapest] = rows.filter(({ cost, units }: Row) => cost > 0 && units > 0)
    assert.equal(minor(cheapest.cost) % 417, 0)
  })

  it('GET /admin/reports/sales: each row adds up, and net is the revenue of the dashboard', async () => {
    for (const by of ['day', 'product', 'country']) {
      const { body } = await get(`sales?by=${by}`)
      const rows = by === 'product' ? [body.data.totals] : [...body.data.rows, body.data.totals]
      for (const row of rows) {
        const {
          discounts = 0,
          gift_cards = 0,
          total = 0,
          refunds = 0,
          net,
          ...parts
        } = asMinor('sales', row) as Record<string, number>
        const { subtotal = 0, shipping = 0, payment_fees = 0, rounding = 0 } = parts
        assert.equal(subtotal - discounts - gift_cards + shipping + payment_fees + rounding, total)
        assert.equal(total - refunds, net)
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
        'currencies',
        'rows',
        'total_rows',
        'totals',
      ])
      assert.deepEqual(body.data.currencies, [body.data.currency])
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
