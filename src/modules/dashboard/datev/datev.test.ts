import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { trade } from '#test/support/traded-shop.ts'

describeService('GET /admin/reports/datev and its settings', ({ service }) => {
  const send = (
    shop: TestMerchant,
    method: 'GET' | 'PUT',
    path: string,
    body?: unknown,
    headers = shop.owner.headers,
  ) => service.request(method, `/admin/reports/${path}`, { headers, ...(body !== undefined && { body }) })

  it('totals are those of the other reports, also of a shop in another currency', async () => {
    const shop = await makeMerchant(service)
    await trade(service, shop)
    const today = new Date()
    // Within one fiscal year.
    const year = today.toISOString().slice(0, 4)
    const to = today.toISOString().slice(0, 10)
    const range = `from=${year}-01-01&to=${to}`
    const report = async (name: string) => (await send(shop, 'GET', `${name}?${range}`)).body.data.totals
    const { totals, total_rows, rows, currency } = (await send(shop, 'GET', `datev?${range}`)).body.data
    const [sales, taxes, payments] = [await report('sales'), await report('taxes'), await report('payments')]
    assert.equal(currency, 'GBP')
    assert.equal(total_rows, rows.length)
    assert.deepEqual(
      [totals.sales, totals.sales_tax, totals.refunds, totals.refunds_tax, totals.payments, totals.repayments],
      [sales.total, taxes.tax, sales.refunds, taxes.refunded_tax, payments.amount, payments.refunded],
    )
    for (const { amount } of rows) assert.ok(amount > 0)
  })

  it('settings are those of SKR03 at first; PUT replaces them and is in the audit log', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const standard = (await send(shop, 'GET', 'datev/settings')).body.data
    assert.deepEqual([standard.chart, standard.advisor_number, standard.accounts.debtors], ['SKR03', null, '10000'])
    const accounts = { other_payments: '1461', payments: [{ method: 'stripe', account: '1462' }] }
    const input = { chart: 'SKR04', advisor_number: 1_001, client_number: 7, fiscal_year_start: '07-01', accounts }
    const set = (await send(shop, 'PUT', 'datev/settings', input)).body.data
    assert.deepEqual((await send(shop, 'GET', 'datev/settings')).body.data, set)
    assert.deepEqual([set.fiscal_year_start, set.accounts.other_payments], ['07-01', '1461'])
    assert.deepEqual(set.accounts.payments[0], { method: 'stripe', account: '1462' })
    assert.deepEqual(set.accounts.revenue[0], {
      kind: 'domestic',
      supply: null,
      rate: 19,
      account: '4400',
      tax_key: null,
    })
    // What was answered can be sent back.
    assert.deepEqual((await send(shop, 'PUT', 'datev/settings', set)).body.data, set)
    const headers = shop.owner.headers
    const log = await service.request('GET', '/admin/audit-log?action=datev_settings.updated', { headers })
    assert.equal(log.body.data.items.at(-1).changes.chart[1], 'SKR04')
  })

  it('PUT /admin/reports/datev/settings with a wrong value answers 400 with the field', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const revenue = [{ kind: 'domestic', supply: null, rate: 19, account: '84000', tax_key: null }]
    for (const [part, field] of [
      [{ chart: 'SKR99' }, 'chart'],
      [{ advisor_number: 5 }, 'advisor_number'],
      [{ client_number: 0 }, 'client_number'],
      [{ account_length: 9 }, 'account_length'],
      [{ fiscal_year_start: '13-01' }, 'fiscal_year_start'],
      [{ accounts: { revenue } }, 'accounts.revenue[0].account'],
      [{ accounts: { debtors: '1234567' } }, 'accounts.debtors'],
      [{ accounts: { gift_cards: 'x' } }, 'accounts.gift_cards'],
    ] as const) {
      const { status, body } = await send(shop, 'PUT', 'datev/settings', { chart: 'SKR03', ...part })
      assert.equal(status, 400, field)
      assert.equal(body.error.details[0].field, field)
    }
  })

  it('a file without advisor or client number, or in another currency, answers 409 with the field', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const refused = async (at = shop) => {
      const { status, body } = await send(at, 'GET', 'datev?format=csv')
      assert.deepEqual([status, body.error?.code], [409, 'CONFLICT'])
      return body.error.details.field
    }
    assert.equal(await refused(), 'advisor_number')
    await send(shop, 'PUT', 'datev/settings', { chart: 'SKR03', advisor_number: 1_001 })
    assert.equal(await refused(), 'client_number')
    assert.equal(await refused(await makeMerchant(service)), 'currency')
  })

  it('days of two fiscal years answer 400; without from they begin with the year', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const { status, body } = await send(shop, 'GET', 'datev?from=2025-12-31&to=2026-01-05')
    assert.deepEqual([status, body.error?.details?.[0].field], [400, 'from'])
    assert.equal((await send(shop, 'GET', 'datev?to=2026-01-05')).body.data.from, '2026-01-01')
    assert.equal((await send(shop, 'GET', 'datev?format=xml')).status, 400)
  })

  it('needs orders.read besides dashboard.read, and settings.write to change the accounts', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const { headers } = await makeApiKey(service, shop, ['dashboard.read', 'settings.read'])
    const { status, body } = await send(shop, 'GET', 'datev', undefined, headers)
    assert.deepEqual([status, body.error?.details?.required_permission], [403, 'orders.read'])
    assert.equal((await send(shop, 'GET', 'datev/settings', undefined, headers)).status, 200)
    assert.equal((await send(shop, 'PUT', 'datev/settings', { chart: 'SKR04' }, headers)).status, 403)
  })
})
