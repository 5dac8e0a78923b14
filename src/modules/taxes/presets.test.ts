import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

describeShop('presets of taxes', ({ service, shop }) => {
  const get = (query = '') =>
    service.request('GET', `/admin/tax-rates/presets${query}`, { headers: shop.owner.headers })

  it('GET /admin/tax-rates/presets?country=DE answers 200 with dated rates', async () => {
    const { status, body } = await get('?country=DE')
    assert.equal(status, 200)
    const { country, as_of, source, rates } = body.data
    assert.deepEqual([country, typeof as_of, typeof source], ['DE', 'string', 'string'])
    assert.deepEqual(rates, [
      { country: 'DE', region: null, tax_class: 'standard', name: 'MwSt.', rate: 19 },
      { country: 'DE', region: null, tax_class: 'reduced', name: 'MwSt.', rate: 7 },
    ])
  })

  it('GET /admin/tax-rates/presets has the EU and other countries, and each can be put into the table', async () => {
    const { countries } = (await get()).body.data
    for (const code of [...union, 'GB', 'NO', 'CH', 'AU', 'NZ', 'CA', 'JP', 'SG', 'US'])
      assert.ok(countries.includes(code), code)
    for (const code of countries) {
      const { data } = (await get(`?country=${code}`)).body
      const { status, body } = await service.request('PUT', '/admin/tax-rates', {
        headers: shop.owner.headers,
        body: { rates: data.rates },
      })
      assert.equal(status, 200, `${code}: ${JSON.stringify(body)}`)
      assert.deepEqual(body.data.rates, data.rates)
    }
  })

  it('GET /admin/tax-rates/presets has provinces of Canada, and warns of local rates in the USA', async () => {
    const canada = (await get('?country=CA')).body.data.rates
    const inQuebec = canada.filter(({ region }: { region: string }) => region === 'QC')
    assert.deepEqual(
      inQuebec.map(({ name, rate }: { name: string; rate: number }) => [name, rate]),
      [
        ['GST', 5],
        ['QST', 9.975],
      ],
    )
    assert.match((await get('?country=US')).body.data.warning, /Local rates .* are missing/)
  })

  it('GET /admin/tax-rates/presets of an unknown country answers 404 NOT_FOUND, of no code 400', async () => {
    const unknown = await get('?country=BR')
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
    const wrong = await get('?country=Germany')
    assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'country'])
  })
})
