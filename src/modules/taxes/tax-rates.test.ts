import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { selectTaxRates } from './index.ts'
import { maxRates } from './schemas.ts'

describeShop('tax rates', ({ service, shop }) => {
  const read = async ({ owner: { headers } } = shop) =>
    (await service.request('GET', '/admin/tax-rates', { headers })).body.data
  const put = (rates: unknown, { owner: { headers } } = shop) =>
    service.request('PUT', '/admin/tax-rates', { headers, body: { rates } })
  const hasRates = async (merchant: TestMerchant) => {
    const settings = service.deps.db.selectFrom('merchant_settings').where('merchant_id', '=', merchant.id)
    return (await settings.select('has_tax_rates').executeTakeFirst())?.has_tax_rates ?? false
  }
  const audited = async ({ owner: { headers } } = shop) =>
    (await service.request('GET', '/admin/audit-log?action=tax_rates.updated', { headers })).body.data.items
  const vat = { country: 'GB', region: null, tax_class: 'standard', name: 'VAT', rate: 20 }

  it('PUT /admin/tax-rates replaces the table, which GET answers in the order given, and orders read', async () => {
    const fresh = await makeMerchant(service)
    assert.deepEqual([await read(fresh), await hasRates(fresh)], [{ rates: [] }, false])
    const gst = { country: 'CA', region: 'Québec', tax_class: 'shipping', name: 'GST+QST', rate: 14.9755 }
    const { region: _, ...whole } = { ...vat, country: 'CA', rate: 0.0001 }
    const first = await put([vat, { ...gst, region: ' Québec ', name: ' GST+QST ' }, whole], fresh)
    const table = { rates: [vat, gst, { ...whole, region: null }] }
    assert.deepEqual([first.status, first.body.data], [200, table])
    assert.deepEqual([await read(fresh), await hasRates(fresh)], [table, true])
    const rows = table.rates.map((rate) => ({ ...rate, postal_codes: null, compound: false }))
    assert.deepEqual(await selectTaxRates(service.deps.db, fresh.id), rows)
    assert.deepEqual(await selectTaxRates(service.deps.db, fresh.id, 'CA'), rows.slice(1))

    assert.equal((await put(table.rates, fresh)).status, 200)
    const later = [gst, { ...vat, rate: 17.5 }]
    assert.deepEqual((await put(later, fresh)).body.data, { rates: later })
    assert.deepEqual((await put([], fresh)).body.data, { rates: [] })
    assert.deepEqual([await read(fresh), await hasRates(fresh)], [{ rates: [] }, false])
    const log = await audited(fresh)
    assert.deepEqual(
      log.map(({ changes, target }: { changes: unknown; target: { id: string } }) => [changes, target.id]),
      [
        [
          { rows: [2, 0], 'CA Québec shipping': ['GST+QST 14.9755 %', null], 'GB standard': ['VAT 17.5 %', null] },
          fresh.id,
        ],
        [{ rows: [3, 2], 'GB standard': ['VAT 20 %', 'VAT 17.5 %'], 'CA standard': ['VAT 0.0001 %', null] }, fresh.id],
        [
          {
            rows: [0, 3],
            'GB standard': [null, 'VAT 20 %'],
            'CA Québec shipping': [null, 'GST+QST 14.9755 %'],
            'CA standard': [null, 'VAT 0.0001 %'],
          },
          fresh.id,
        ],
      ],
    )
  })

  it('PUT /admin/tax-rates with a row at fault answers 400, names it and leaves the table', async () => {
    assert.equal((await put([vat])).status, 200)
    const entries = (await audited()).length
    const france = { ...vat, country: 'FR' }
    const cases: [unknown, string][] = [
      ...['gb', 'UK', 'XX', 'EU'].map((country): [unknown, string] => [{ country }, '.country']),
      [{ region: ' ' }, '.region'],
      ...[' ', 'a\nb'].map((name): [unknown, string] => [{ name }, '.name']),
      ...[0.00001, 20.12345].map((rate): [unknown, string] => [{ rate }, '.rate']),
      // The same place and class as the first row.
      [vat, ''],
    ]
    for (const [fault, field] of cases) {
      const answer = await put([vat, france, { ...vat, country: 'DE', ...(fault as object) }])
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, `rates[2]${field}`, JSON.stringify(fault))
    }
    const bavaria = { ...vat, country: 'DE', region: 'Freistaat Bayern' }
    const twice = await put([bavaria, france, { ...bavaria, region: 'FREISTAAT  BAYERN ' }, france])
    assert.deepEqual(
      twice.body.error.details.map(({ field, message }: Record<string, string>) => `${field} ${message}`),
      [
        'rates[2] has the same place, class and name as rates[0]',
        'rates[3] has the same place, class and name as rates[1]',
      ],
    )
    assert.deepEqual([await read(), (await audited()).length], [{ rates: [vat] }, entries])
  })

  it('PUT /admin/tax-rates takes a thousand rows and not one more', async () => {
    const fresh = await makeMerchant(service)
    const rates = Array.from({ length: maxRates }, (_, n) => ({ ...vat, region: `Region ${n}` }))
    assert.equal((await put(rates, fresh)).status, 200)
    assert.deepEqual(await read(fresh), { rates })
    assert.deepEqual((await audited(fresh))[0].changes.rows, [0, maxRates])
    assertRefused(await put([...rates, vat], fresh), 400, 'VALIDATION_ERROR')
    assert.equal((await read(fresh)).rates.length, maxRates)
  })

  it('PUT /admin/tax-rates, several at once, leaves one of the tables whole', async () => {
    const fresh = await makeMerchant(service)
    const tables = [[vat], [], [vat, { ...vat, country: 'FR' }], [{ ...vat, rate: 5 }]]
    const answers = await Promise.all([...tables, ...tables].map((rates) => put(rates, fresh)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
    )
    const { rates } = await read(fresh)
    assert.ok(
      tables.some((table) => isDeepStrictEqual(table, rates)),
      JSON.stringify(rates),
    )
    assert.equal(await hasRates(fresh), rates.length > 0)
  })

  it('a shop reads and replaces its own table alone; viewers read it, managers replace it', async () => {
    const fresh = await makeMerchant(service)
    await put([vat])
    await put([], fresh)
    assert.deepEqual(await read(), { rates: [vat] })
    const viewer = { ...shop, owner: await makeStaff(service, shop.id, 'viewer') }
    assert.deepEqual(await read(viewer), { rates: [vat] })
    const refused = await put([], viewer)
    assertRefused(refused, 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal(refused.body.error.details.required_permission, 'settings.write')
    const manager = { ...shop, owner: await makeStaff(service, shop.id, 'manager') }
    assert.equal((await put([vat], manager)).status, 200)
  })
})
