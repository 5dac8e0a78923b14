import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { figureChecks } from '#src/modules/dashboard/checks.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeMarketIn } from '#test/support/markets.ts'
import { assertRefused, makeShopper, staffOn, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { failRefund } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'

interface Shown {
  revenue: number
  refunds: number
  paid_orders: number
  average_order_value: number | null
  orders: Record<string, number>
}

/**
 * A shop in GBP that also sells in EUR and JPY. Lamp: £20, €25, ¥3,000; bowl: £7, €9.50, ¥1,200. By hand:
 *
 * GBP  2 lamps = 40 paid; 1 bowl = 7 unpaid; 1 lamp = 20 paid, of which 5 refunded
 * EUR  2 lamps + 1 bowl = 59.50 paid, edited to 1 lamp + 1 bowl = 34.50; 1 bowl = 9.50 paid and refunded,
 *      which cancels the order; 1 lamp = 25 cancelled
 * JPY  3 bowls = 3,600 paid, 1 unit (1,200) refunded, which fails later; 1 lamp less 10 % = 2,700 paid, 700 refunded
 */
describeService('figures of a shop in three currencies', ({ service }) => {
  let shop: TestMerchant
  let shopper: TestShopper
  let [lamp, bowl] = ['', '']
  const get = async (path: string) => {
    const answer = await service.request('GET', `/admin/${path}`, { headers: shop.owner.headers })
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const order = async (country: string | undefined, lines: [string, number][], more: Record<string, unknown> = {}) => {
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }))
    const placed = await shopper.order(items, { ...(country && { country }), ...more })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    return placed.body.data
  }
  const paid = async (...placing: Parameters<typeof order>) => {
    const placed = await order(...placing)
    const payment = await shopper.pay(placed.id)
    assert.equal(payment.status, 201, JSON.stringify(payment.body))
    return { ...placed, staff: staffOn(service, shop, placed.id) }
  }

  before(async () => {
    shop = await makeMerchant(service)
    shopper = await makeShopper(service, shop)
    const columns = { unit_cost_minor: 400 }
    lamp = (await makeProduct(service, shop, { name: 'Lamp', price: 20, onHand: 500, columns })).id
    bowl = (await makeProduct(service, shop, { name: 'Bowl', price: 7, onHand: 500, columns })).id
    await makePromotion(service, shop, { name: 'Ten', code: 'TEN-1', percent: 10 })
    const prices = (ofLamp: number, ofBowl: number) => ({ [lamp]: ofLamp, [bowl]: ofBowl })
    await makeMarketIn(service, shop, { country: 'DE', currency: 'EUR', prices: prices(25, 9.5) })
    await makeMarketIn(service, shop, { country: 'JP', currency: 'JPY', prices: prices(3000, 1200) })

    await paid(undefined, [[lamp, 2]])
    await order(undefined, [[bowl, 1]])
    const partly = await paid(undefined, [[lamp, 1]])
    assert.equal((await partly.staff.refund({ amount: 5 })).status, 201)

    const edited = await paid('DE', [[lamp, 2], [bowl, 1]]) // biome-ignore format: one line
    assert.deepEqual([edited.total, edited.currency], [59.5, 'EUR'])
    assert.equal((await edited.staff.edit({ set: [{ line: 1, quantity: 1 }] })).status, 201)
    const given = await paid('DE', [[bowl, 1]])
    assert.equal((await given.staff.refund({ items: [{ line: 1, quantity: 1 }] })).status, 201)
    assert.equal((await shopper.cancel((await order('DE', [[lamp, 1]])).id)).status, 200)

    const failing = await paid('JP', [[bowl, 3]])
    assert.equal((await failing.staff.refund({ items: [{ line: 1, quantity: 1 }] })).status, 201)
    const less = await paid('JP', [[lamp, 1]], { discount_codes: ['TEN-1'] })
    assert.deepEqual([less.total, less.currency], [2700, 'JPY'])
    assert.equal((await less.staff.refund({ amount: 700 })).status, 201)
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from refunds where order_id = ${failing.id}`.execute(service.deps.db)
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['succeeded'],
    )
    await failRefund(service, rows[0]?.id ?? '')
  })

  const money = ({ revenue, refunds, paid_orders, average_order_value, orders }: Shown) => {
    const { total, pending, cancelled } = orders
    return [revenue, refunds, paid_orders, average_order_value, total, pending, cancelled]
  }
  const of = ({ currency, revenue, paid_orders, orders }: Record<string, unknown>) => [
    currency,
    revenue,
    paid_orders,
    orders,
  ]

  it('GET /admin/dashboard with a currency shows its orders alone, folded or not', async () => {
    for (const _time of ['changes', 'folded']) {
      const shown = { gbp: await get('dashboard'), eur: await get('dashboard?currency=EUR') }
      const jpy = await get('dashboard?currency=JPY&compare=previous_period&interval=day')
      assert.deepEqual(money(shown.gbp), [55, 5, 2, 27.5, 3, 1, 0])
      assert.deepEqual(money(shown.eur), [34.5, 9.5, 2, 17.25, 3, 0, 2])
      assert.deepEqual(money(jpy), [5600, 700, 2, 2800, 2, 0, 0])
      assert.deepEqual([shown.gbp.currency, shown.eur.currency, jpy.currency], ['GBP', 'EUR', 'JPY'])
      for (const { currencies } of [shown.gbp, shown.eur, jpy])
        assert.deepEqual(currencies.map(of), [
          ['GBP', 55, 2, 3],
          ['EUR', 34.5, 2, 3],
          ['JPY', 5600, 2, 2],
        ])
      const top = ({ top_products: top }: { top_products: { name: string; units: number; revenue: number }[] }) =>
        top.map(({ name, units, revenue }) => [name, units, revenue])
      assert.deepEqual(top(shown.gbp), [['Lamp', 3, 60]])
      assert.deepEqual(top(shown.eur), [
        ['Lamp', 1, 25],
        ['Bowl', 1, 9.5],
      ])
      assert.deepEqual(top(jpy), [
        ['Bowl', 3, 3600],
        ['Lamp', 1, 2700],
      ])
      assert.deepEqual(
        [shown.gbp.discounts, shown.eur.discounts].map(({ total, by_promotion: by }) => [total, by]),
        [
          [0, []],
          [0, []],
        ],
      )
      const [{ orders, amount }] = jpy.discounts.by_promotion
      assert.deepEqual([jpy.discounts.total, orders, amount], [300, 1, 300])
      const last = jpy.series.at(-1)
      const customers = shown.gbp.new_customers
      assert.deepEqual([last.revenue, last.orders, last.new_customers], [5600, 2, customers])
      assert.deepEqual(money(jpy.previous), [0, 0, 0, null, 0, 0, 0])
      assert.equal((await get('counts')).orders.pending, 1)
      await runSweep(service, 'fold-figures')
      await runSweep(service, 'fold-sales')
      await runSweep(service, 'fold-uses')
    }
  })

  it('GET /admin/dashboard in a currency not sold in answers zeros, of no currency 400', async () => {
    const none = await get('dashboard?currency=CHF')
    assert.deepEqual(money(none), [0, 0, 0, null, 0, 0, 0])
    assert.deepEqual(none.currencies.map(of).at(-2), ['EUR', 34.5, 2, 3])
    assert.deepEqual(none.currencies.map(of)[1], ['CHF', 0, 0, 0])
    for (const path of ['dashboard?currency=XYZ', 'reports/sales?currency=eur', 'reports/visits?currency=EUR']) {
      const refused = await service.request('GET', `/admin/${path}`, { headers: shop.owner.headers })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.match(JSON.stringify(refused.body.error.details), /currency/)
    }
  })

  it('GET /admin/reports with a currency have its orders, refunds and payments alone', async () => {
    const totals = async (report: string, currency?: string) => {
      const answer = await get(`reports/${report}${currency ? `?currency=${currency}` : ''}`)
      assert.deepEqual([answer.currency, answer.currencies], [currency ?? 'GBP', ['GBP', 'EUR', 'JPY']])
      return answer.totals
    }
    const sales = ({ orders, subtotal, discounts, total, refunds, net }: Record<string, number>) => [
      ...[orders, subtotal, discounts, total, refunds, net],
    ]
    for (const by of ['', '?by=product', '?by=country'])
      assert.deepEqual(sales((await get(`reports/sales${by}`)).totals), [2, 60, 0, 60, 5, 55], by)
    assert.deepEqual(sales(await totals('sales')), [2, 60, 0, 60, 5, 55])
    assert.deepEqual(sales(await totals('sales', 'EUR')), [2, 44, 0, 44, 9.5, 34.5])
    assert.deepEqual(sales(await totals('sales', 'JPY')), [2, 6600, 300, 6300, 700, 5600])
    const payments = ({ payments: times, amount, refunds, refunded, net }: Record<string, number>) => [
      ...[times, amount, refunds, refunded, net],
    ]
    assert.deepEqual(payments(await totals('payments')), [2, 60, 1, 5, 55])
    assert.deepEqual(payments(await totals('payments', 'EUR')), [2, 69, 2, 34.5, 34.5])
    assert.deepEqual(payments(await totals('payments', 'JPY')), [2, 6300, 1, 700, 5600])
    const refunds = async (currency?: string) => {
      const { refunds: times, amount, edits, edit_amount } = await totals('refunds', currency)
      return [times, amount, edits, edit_amount]
    }
    assert.deepEqual(await refunds(), [1, 5, 0, 0])
    assert.deepEqual(await refunds('EUR'), [1, 9.5, 1, 25])
    assert.deepEqual(await refunds('JPY'), [1, 700, 0, 0])
    const taxable = async (currency?: string) => (await totals('taxes', currency)).net_taxable
    assert.deepEqual([await taxable(), await taxable('EUR'), await taxable('JPY')], [55, 34.5, 5600])
    const products = async (currency?: string) => {
      const { units, refunded_units: back, net } = await totals('products', currency)
      return [units, back, net]
    }
    assert.deepEqual(await products(), [3, 0, 60])
    assert.deepEqual(await products('EUR'), [3, 1, 34.5])
    assert.deepEqual(await products('JPY'), [4, 0, 6300])
    const discounts = async (currency?: string) => (await totals('discounts', currency)).total
    assert.deepEqual([await discounts(), await discounts('EUR'), await discounts('JPY')], [0, 0, 300])
    const margin = async (currency?: string) => {
      const {
        units,
        units_without_cost: unknown,
        revenue,
        cost,
        margin: left,
        margin_percent: share,
      } = await totals('margin', currency)
      return [units, unknown, revenue, cost, left, share]
    }
    assert.deepEqual(await margin(), [3, 0, 55, 12, 43, 78.2])
    assert.deepEqual(await margin('EUR'), [3, 2, 34.5, null, null, null])
    assert.deepEqual(await margin('JPY'), [4, 4, 5600, null, null, null])
    assert.equal((await totals('gift-cards', 'EUR')).balance, 0)
    const bookings = await get('reports/datev')
    assert.deepEqual([bookings.totals.sales, bookings.totals.payments, bookings.other_currencies], [60, 60, 13])
  })

  it('GET /admin/reports as files have the orders of one currency, which is in each row and the name', async () => {
    const file = async (query: string) =>
      service.app.inject({ url: `/admin/reports/sales?by=month&format=csv${query}`, headers: shop.owner.headers })
    const [own, yen] = [await file(''), await file('&currency=JPY')]
    const lines = (body: string) =>
      body
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(','))
    assert.deepEqual(
      lines(own.body).map((row) => [row.at(-2), row.at(-1)]),
      [['55', 'GBP']],
    )
    assert.deepEqual(
      lines(yen.body).map((row) => [row.at(-2), row.at(-1)]),
      [['5600', 'JPY']],
    )
    assert.match(String(yen.headers['content-disposition']), /"sales-JPY\.csv"/)
  })

  it('GET /admin/users shows what was spent in the shop’s currency, and by currency', async () => {
    const { items } = await get('users?sort=order_total')
    assert.deepEqual([items[0].id, items[0].order_count, items[0].spent], [shopper.id, 6, 67])
    assert.equal((await get('users?spent_min=68')).items.length, 0)
    const details = await get(`users/${shopper.id}`)
    assert.deepEqual([details.order_count, details.spent], [6, 67])
    assert.deepEqual(details.spent_by_currency, [
      { currency: 'GBP', order_count: 3, spent: 67 },
      { currency: 'EUR', order_count: 1, spent: 34.5 },
      { currency: 'JPY', order_count: 2, spent: 6300 },
    ])
  })

  it('GET /admin/orders compares totals within one currency, the shop’s own without another', async () => {
    const totals = async (query: string) => (await get(`orders?sort=total&${query}`)).items.map(totalOf)
    const totalOf = ({ total, currency }: { total: number; currency: string }) => `${total} ${currency}`
    assert.deepEqual(await totals('min_total=20'), ['40 GBP', '20 GBP'])
    assert.deepEqual(await totals('currency=GBP'), ['40 GBP', '20 GBP', '7 GBP'])
    assert.deepEqual(await totals('currency=EUR&max_total=30'), ['25 EUR', '9.5 EUR'])
    assert.deepEqual(await totals('currency=JPY&min_total=2701'), ['3600 JPY'])
    assert.deepEqual(await totals('currency=CHF'), [])
    assert.equal((await totals('')).length, 8)
    for (const path of ['/admin/orders?currency=XYZ', '/admin/orders/export?currency=eur'])
      assertRefused(await service.request('GET', path, { headers: shop.owner.headers }), 400, 'VALIDATION_ERROR')
    const own = await shopper.get('/user/orders?currency=EUR')
    assert.deepEqual(own.body.data.items.map(totalOf), ['25 EUR', '9.5 EUR', '34.5 EUR'])
  })

  it('the checks find nothing wrong with these figures', async () => {
    for (const { name, statement } of figureChecks as unknown as { name: string; statement: string }[]) {
      const { rows } = await sql.raw<{ merchant_id: string }>(statement).execute(service.deps.db)
      assert.deepEqual(
        rows.filter(({ merchant_id: id }) => id === shop.id),
        [],
        name,
      )
    }
  })

  it('DELETE /admin/markets/{id} of the last one keeps figures by currency', async () => {
    for (const { id, own } of (await get('markets')).items ?? (await get('markets')))
      if (!own) await service.request('DELETE', `/admin/markets/${id}`, { headers: shop.owner.headers })
    assert.deepEqual(money(await get('dashboard')), [55, 5, 2, 27.5, 3, 1, 0])
    assert.deepEqual(money(await get('dashboard?currency=JPY')), [5600, 700, 2, 2800, 2, 0, 0])
  })
})
