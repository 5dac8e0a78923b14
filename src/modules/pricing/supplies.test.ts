import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, setSelling, setTaxRates } from '#test/support/selling.ts'
import { differences } from '#test/upgrade/recount.ts'

const vienna = { name: 'Ada Lovelace', line1: 'Gasse 1', city: 'Wien', postal_code: '1010', country: 'AT' }
const seat = { line1: 'Weg 1', line2: null, city: 'Berlin', region: null, postal_code: '10117', country: 'DE' }

describeService('the place of tax of an order', ({ service }) => {
  after(async () => {
    const found = Object.keys(await differences(service.databaseUrl))
    assert.deepEqual(
      found.filter((name) => /^(orders|refunds):/.test(name)),
      [],
    )
  })

  const rates = [
    { country: 'DE', rate: 19 },
    { country: 'AT', rate: 20 },
  ]

  /** A shop with goods at 11.90 and a download at 23.80, taxes included. */
  async function makeShop({ hasSeat = true, table = rates, vat = null as string | null, included = true } = {}) {
    const merchant = await makeMerchant(service, { currency: 'EUR' })
    await setTaxRates(service, merchant, table)
    await setSelling(service, merchant, { vat_number: vat, prices_include_tax: included })
    if (hasSeat) {
      const body = { invoices: { seller_name: 'Shop', seller_address: seat, vat_id: 'DE136695976' } }
      const set = await service.request('PATCH', '/admin/merchant', { headers: merchant.owner.headers, body })
      assert.equal(set.status, 200, JSON.stringify(set.body))
    }
    const goods = await makeProduct(service, merchant, { price: 11.9, onHand: 99 })
    const download = await makeProduct(service, merchant, { price: 23.8, onHand: 99, requiresShipping: false })
    const items = [goods, download].map(({ id }) => ({ product_id: id, quantity: 1 }))
    return { merchant, items, shopper: await makeShopper(service, merchant) }
  }

  const linesOf = (order: { tax_lines: { rate: number; taxable: number; amount: number }[] }) =>
    order.tax_lines.map(({ rate, taxable, amount }) => [rate, taxable, amount])

  const staffOrder = (merchant: TestMerchant, path: string, body: object) =>
    service.request('POST', `/admin/orders${path}`, { headers: merchant.owner.headers, body })

  it('POST /user/orders without an address is taxed at the shop, as its quote and that of staff', async () => {
    for (const shop of [await makeShop(), await makeShop({ hasSeat: false, table: rates.slice(0, 1) })]) {
      const { shopper, merchant, items } = shop
      const quoted = (await shopper.quote(items, {})).body.data
      const placed = (await shopper.order(items, { expected_total: quoted.expected_total })).body.data
      const byStaff = await staffOrder(merchant, '', { customer: { email: 'a@example.com' }, items })
      for (const order of [quoted, placed, byStaff.body.data])
        assert.deepEqual([linesOf(order), order.total], [[[19, 35.7, 5.7]], 35.7])
    }
  })

  it('POST /user/orders without an address of a shop that adds tax adds that of its place', async () => {
    const { shopper, items } = await makeShop({ included: false })
    const order = (await shopper.order(items, {})).body.data
    assert.deepEqual([linesOf(order), order.total], [[[19, 35.7, 6.78]], 42.48])
  })

  it('POST /user/orders with a billing address alone taxes goods at the shop and downloads there', async () => {
    const { shopper, items } = await makeShop()
    const order = (await shopper.order(items, { billing_address: vienna })).body.data
    assert.deepEqual(linesOf(order), [
      [19, 11.9, 1.9],
      [20, 23.8, 3.97],
    ])
    assert.deepEqual(linesOf((await shopper.order(items, { shipping_address: vienna })).body.data), [[20, 35.7, 5.95]])
  })

  it('POST /user/orders of a shop whose place nothing says has no tax without an address', async () => {
    const { shopper, items } = await makeShop({ hasSeat: false })
    const order = (await shopper.order(items, {})).body.data
    assert.deepEqual([order.tax_lines, order.total], [[], 35.7])
  })

  it('POST /admin/orders/{id}/edits adds units at the same place', async () => {
    const { shopper, merchant, items } = await makeShop()
    const { id } = (await shopper.order(items, { billing_address: vienna })).body.data
    const edited = await staffOn(service, merchant, id).edit({ add: items })
    assert.equal(edited.status, 201, JSON.stringify(edited.body))
    assert.deepEqual(linesOf(edited.body.data.order), [
      [19, 23.8, 3.8],
      [20, 47.6, 7.94],
    ])
  })

  describe('of a business in another member state', () => {
    const vat_number = 'ATU13585627'

    it('POST /user/orders that is fetched has tax on the goods, and none on the download', async () => {
      const { shopper, merchant, items } = await makeShop({ vat: 'DE136695976' })
      const order = (await shopper.order(items, { billing_address: vienna, vat_number })).body.data
      assert.deepEqual(
        order.tax_lines.map(({ rate, taxable, amount, reason }: Record<string, unknown>) => [
          rate,
          taxable,
          amount,
          reason,
        ]),
        [
          [19, 11.9, 1.9, undefined],
          [0, 20, 0, 'reverse_charge'],
        ],
      )
      assert.deepEqual([order.total, order.tax_included, order.buyer_vat.reverse_charge], [31.9, true, true])
      const edited = await staffOn(service, merchant, order.id).edit({ add: [items[1]] })
      assert.deepEqual([edited.status, edited.body.data.order.total], [201, 51.9])
    })

    it('POST /user/orders that is sent there has none on both', async () => {
      const { shopper, items } = await makeShop({ vat: 'DE136695976' })
      const order = (await shopper.order(items, { shipping_address: vienna, vat_number })).body.data
      assert.deepEqual([order.total, order.tax_included, linesOf(order)], [30, false, [[0, 30, 0]]])
    })

    it('POST /user/orders of goods that stay at home is no reverse charge', async () => {
      const { shopper, items } = await makeShop({ vat: 'DE136695976' })
      const goods = items.slice(0, 1)
      for (const where of [{}, { shipping_address: berlin }]) {
        const order = (await shopper.order(goods, { ...where, vat_number })).body.data
        assert.deepEqual([linesOf(order), order.buyer_vat.reverse_charge], [[[19, 11.9, 1.9]], false])
      }
    })
  })
})
