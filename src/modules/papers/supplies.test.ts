import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll, readUbl } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'

const place = (country: string, city: string, postal_code: string) => ({
  name: 'Ada Lovelace',
  line1: 'Main Street 1',
  city,
  postal_code,
  country,
})
const vienna = { ...place('AT', 'Wien', '1010'), company: 'Muster AG' }
const zurich = place('CH', 'Zürich', '8001')
const belfast = place('GB', 'Belfast', 'BT1 5GS')
const mug = { price: 12 }
const download = { price: 24, requiresShipping: false }
const text = (html: string) => html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describeService('invoices of goods and services', ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service, {}, { vat_number: 'DE136695976' })
  })

  async function invoiced(lines: Parameters<typeof makeOrder>[2], more: object, of = shop) {
    const order = await makeOrder(service, of, lines, more)
    await order.pay()
    await numberAll(service, of)
    return order
  }

  /** Categories of the lines and, behind them, of the taxes. */
  const categoriesOf = ({ xml }: { xml: string }) =>
    [/ClassifiedTaxCategory/, /TaxCategory/].map((name) => {
      const parts = xml.matchAll(new RegExp(`<cac:${name.source}>\\s*<cbc:ID>(\\w+)`, 'g'))
      return [...parts].map(([, category]) => category).join(' ')
    })

  it('GET /admin/orders/{id}/invoice of a business in another member state tells goods from services', async () => {
    const of = async (lines: Parameters<typeof makeOrder>[2], more: object) => {
      const order = await invoiced(lines, { vat_number: 'ATU12345675', ...more })
      return categoriesOf(await readUbl(order))
    }
    assert.deepEqual(await of([download], { shipping_address: vienna }), ['AE', 'AE'])
    assert.deepEqual(await of([mug], { shipping_address: vienna }), ['K', 'K'])
    assert.deepEqual(await of([download, mug], { shipping_address: vienna }), ['AE K', 'AE K'])
    const fetched = { shipping_address: undefined, billing_address: vienna }
    assert.deepEqual(await of([download, mug], fetched), ['S AE', 'S AE'])
  })

  it('GET /admin/orders/{id}/invoice out of the EU is an export, of services not subject to VAT', async () => {
    const goods = await invoiced([mug], { shipping_address: zurich })
    assert.deepEqual(categoriesOf(await readUbl(goods)), ['G', 'G'])
    const services = await invoiced([download], { shipping_address: zurich })
    const ubl = await readUbl(services)
    assert.deepEqual([categoriesOf(ubl), ubl.values('cbc:Percent')], [['O', 'O'], []])
    assert.deepEqual(ubl.values('cbc:CompanyID'), ['DE136695976'], 'no VAT number, and one of the legal entity')
    const page = text((await services.page()).body)
    assert.match(page, /Not subject to VAT: supplied outside of the EU \(Articles 44, 45 and 58/)
    assert.doesNotMatch(page, /Export|146/)
  })

  it('GET /admin/orders/{id}/invoice of both out of the EU answers 409 CONFLICT for UBL, and its page', async () => {
    const order = await invoiced([mug, download], { shipping_address: zurich })
    for (const format of ['ubl', 'facturx']) {
      const answer = await order.page(`?format=${format}`)
      assertRefused(answer, 409, 'CONFLICT')
      assert.match(answer.body.error.message, /services not subject to VAT .* an order of their own/)
    }
    const page = text((await order.page()).body)
    assert.match(page, /Export 0 % 12\.00 0\.00 Not subject to VAT 24\.00 0\.00/)
  })

  it('GET /admin/orders/{id}/invoice of Northern Ireland has goods within the EU, not services', async () => {
    const more = { shipping_address: belfast, vat_number: 'XI980780684' }
    assert.deepEqual(categoriesOf(await readUbl(await invoiced([mug], more))), ['K', 'K'])
    assert.deepEqual(categoriesOf(await readUbl(await invoiced([download], more))), ['O', 'O'])
  })

  it('a refund of an amount is credited as goods and services, as the order has them', async () => {
    const order = await invoiced([mug, download], { shipping_address: vienna, vat_number: 'ATU12345675' })
    assert.equal((await order.refund({ amount: 9 })).status, 201)
    await numberAll(service, shop)
    const { full_number, number } = (await order.papers()).at(-1)
    const ubl = await readUbl(order, `&number=${full_number ?? number}`)
    assert.deepEqual([categoriesOf(ubl)[0], ubl.values('cbc:LineExtensionAmount').slice(1)], ['K AE', ['3.00', '6.00']])
  })

  it('PATCH /admin/merchant with an exemption exempts what has no tax, for its reason in each format', async () => {
    const reason = 'No VAT is charged under § 19 UStG'
    const small = await makeInvoicingShop(service, { vat_id: null, tax_number: '37/1', exemption: { text: reason } })
    const { headers } = small.owner
    await service.request('PUT', '/admin/tax-rates', { headers, body: { rates: [] } })
    const order = await invoiced([mug, download], {}, small)
    const ubl = await readUbl(order)
    assert.deepEqual([categoriesOf(ubl), ubl.values('cbc:TaxExemptionReason')], [['E E', 'E'], [reason]])
    assert.ok(text((await order.page()).body).includes(reason))
    const { data } = (await service.request('GET', '/admin/merchant', { headers })).body
    assert.deepEqual(data.invoices.exemption, { text: reason })
    const patch = (exemption: unknown) =>
      service.request('PATCH', '/admin/merchant', { headers, body: { invoices: { exemption } } })
    const blank = await patch({ text: ' ' })
    assertRefused(blank, 400, 'VALIDATION_ERROR')
    assert.equal(blank.body.error.details[0].field, 'invoices.exemption.text')
    assert.equal((await patch(null)).body.data.invoices.exemption, null)
  })

  it('GET /admin/orders/{id}/invoice shows a consumer prices with tax, and a business those without', async () => {
    const lines = [{ price: 12, quantity: 2 }]
    const consumer = text((await (await invoiced(lines, {})).page()).body)
    assert.match(
      consumer,
      /Price with tax Tax Amount with tax .* 2 12\.00 20 % 24\.00 .*Total EUR 24\.00 Tax contained/,
    )
    const business = await invoiced(lines, { shipping_address: { ...vienna, country: 'DE', postal_code: '10115' } })
    assert.match(text((await business.page()).body), /Unit price Tax Net .* 2 10\.00 20 % 20\.00 .*Total EUR 24\.00/)
  })

  it('an invoice after an edit says what is paid of the order as it is', async () => {
    const order = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    await order.pay()
    assert.equal((await order.edit({ set: [{ line: 1, quantity: 2 }] })).status, 201)
    await numberAll(service, shop)
    const page = text((await order.page()).body)
    assert.match(page, /Total EUR 20\.00 .*To pay EUR 0\.00 .*Paid 20\.00 EUR/)
    assert.doesNotMatch(page, /30\.00/)
  })
})
