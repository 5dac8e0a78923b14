import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { berlin } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { setTaxRates } from '#test/support/selling.ts'

describeService('orders by staff for a business', ({ service }) => {
  const germany = 'DE136695976'
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service, { currency: 'EUR' })
    await setTaxRates(service, shop, [
      { country: 'FR', rate: 20 },
      { country: 'DE', rate: 19 },
    ])
    const { headers } = shop.owner
    const own = await service.request('PATCH', '/admin/merchant', { headers, body: { vat_number: 'FR40303265045' } })
    assert.equal(own.status, 200)
  })

  const post = (path: string, body: object) =>
    service.request('POST', path, { headers: shop.owner.headers, body: { shipping_address: berlin, ...body } })

  it('of another member state is a reverse charge: all prices without the tax of the shop’s country', async () => {
    const product = await makeProduct(service, shop, { price: 9.99 })
    const body = {
      items: [{ product_id: product.id, quantity: 3 }],
      custom_items: [{ name: 'Engraving', price: 12, quantity: 1 }],
      customer: { email: 'grace@example.com' },
      vat_number: 'de 136 695 976',
    }
    const quote = (await post('/admin/orders/quote', body)).body.data
    const { status, body: placed } = await post('/admin/orders', { ...body, expected_total: quote.expected_total })
    assert.equal(status, 201, JSON.stringify(placed))
    const { data: order } = placed
    assert.deepEqual(
      [order.items[0].price, order.items[1].price, order.tax_total, order.tax_included, order.total],
      [8.33, 10, 0, false, 34.99],
    )
    assert.deepEqual(order.buyer_vat, { number: germany, reverse_charge: true, check: null })
    const plain = (await post('/admin/orders', { ...body, vat_number: '' })).body.data
    assert.deepEqual([plain.total, 'buyer_vat' in plain], [41.97, false])
  })

  it('a number that is none answers 400', async () => {
    const answer = await post('/admin/orders/quote', {
      custom_items: [{ name: 'Engraving', price: 1, quantity: 1 }],
      vat_number: 'DE136695977',
    })
    assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.equal(answer.body.error.details[0].field, 'vat_number')
  })
})
