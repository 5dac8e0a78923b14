import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { recount } from '#test/support/recount-reports.ts'
import { asMinor, type Row, sum, trade } from '#test/support/traded-shop.ts'

const dayMs = 86_400_000

describeService('reports, recounted', ({ service }) => {
  let shop: TestMerchant
  const get = (path: string) => service.request('GET', `/admin/reports/${path}`, { headers: shop.owner.headers })

  before(async () => {
    shop = await makeMerchant(service)
    await trade(service, shop)
  })

  const dimensionsOf: Record<string, string[]> = {
    sales: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
    payments: ['day', 'week', 'month', 'customer', 'country', 'method'],
    taxes: ['day', 'week', 'month', 'customer', 'country', 'method'],
    products: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
    discounts: ['', 'day', 'week', 'month', 'customer', 'country', 'method'],
    'gift-cards': ['', 'day', 'week', 'month'],
    refunds: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
    margin: ['day', 'week', 'month', 'product', 'customer', 'country', 'method'],
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
      const expected = await recount(service, shop.id, from, to)
      if (days === 46)
        for (const [name, sums] of Object.entries(expected))
          for (const [field, value] of Object.entries(sums)) assert.notEqual(value, 0, `${name} ${field}`)
      for (const name of Object.keys(dimensionsOf)) {
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
})
