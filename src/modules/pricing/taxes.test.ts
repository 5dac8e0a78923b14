import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { differences } from '#test/upgrade/recount.ts'

const one = (product: { id: string }, quantity = 1) => ({ product_id: product.id, quantity })
const address = (country: string, region: string | null = null, postal_code: string | null = null) => ({
  name: 'Ada Lovelace',
  line1: 'Main Street 1',
  city: 'City',
  country,
  region,
  postal_code,
})

describeService('the taxes of an order', ({ service }) => {
  after(async () => {
    const found = Object.keys(await differences(service.databaseUrl))
    assert.deepEqual(
      found.filter((name) => /^(orders|refunds):/.test(name)),
      [],
    )
  })

  async function sellingShop(currency: string, settings: Parameters<typeof setSelling>[2] = {}) {
    const merchant = await makeMerchant(service, { currency })
    if (Object.keys(settings).length > 0) await setSelling(service, merchant, settings)
    return { merchant, shopper: await makeShopper(service, merchant) }
  }
  const put = (merchant: TestMerchant, rates: unknown) =>
    service.request('PUT', '/admin/tax-rates', { headers: merchant.owner.headers, body: { rates } })
  const taxesAt = async (shopper: TestShopper, product: { id: string }, shipping_address: unknown) =>
    (await shopper.quote([one(product)], { shipping_address })).body.data.tax_lines
  const pay = async (shopper: TestShopper, merchant: TestMerchant, items: unknown[], more: object) => {
    const order = (await shopper.order(items as never, { ...more })).body.data
    await shopper.pay(order.id)
    const refund = async (body: object) =>
      (
        await service.request('POST', `/admin/orders/${order.id}/refunds`, {
          headers: merchant.owner.headers,
          body,
        })
      ).body.data
    return { order, refund }
  }

  it('GST and QST are lines of their own on quote, order, refund and export, and refunds sum to them', async () => {
    const { merchant, shopper } = await sellingShop('CAD', { prices_include_tax: false })
    const rate = { country: 'CA', region: 'Québec', tax_class: 'standard' }
    const table = [
      { ...rate, name: 'GST', rate: 5 },
      { ...rate, name: 'QST', rate: 9.975 },
      { country: 'CA', region: null, tax_class: 'standard', name: 'GST', rate: 5 },
    ]
    assert.deepEqual((await put(merchant, table)).body.data, { rates: table })
    const product = await makeProduct(service, merchant, { price: 33.33, onHand: 9 })
    const expected = [
      { name: 'GST', rate: 5, taxable: 99.99, amount: 5 },
      { name: 'QST', rate: 9.975, taxable: 99.99, amount: 9.97 },
    ]
    for (const region of ['QC', 'Quebec', 'québec', 'CA-QC']) {
      const { data } = (await shopper.quote([one(product, 3)], { shipping_address: address('CA', region) })).body
      assert.deepEqual([data.tax_lines, data.tax_total, data.total], [expected, 14.97, 114.96])
    }
    assert.equal((await taxesAt(shopper, product, address('CA', 'Ontario'))).length, 1)
    const more = { shipping_address: address('CA', 'QC') }
    const { order, refund } = await pay(shopper, merchant, [one(product, 3)], more)
    assert.deepEqual([order.tax_lines, order.total], [expected, 114.96])
    const refunds = [await refund({ items: [one(product, 2)] }), await refund({ items: [one(product)] })]
    assert.deepEqual(
      refunds.map(({ refund: { amount, tax_lines } }) => [
        amount,
        tax_lines.map((line: { amount: number }) => line.amount),
      ]),
      [
        [76.64, [3.33, 6.65]],
        [38.32, [1.67, 3.32]],
      ],
    )
    assert.deepEqual(refunds[1]?.order.refunds[0].tax_lines[0], { name: 'GST', rate: 5, taxable: 66.66, amount: 3.33 })
    const headers = merchant.owner.headers
    const file = await service.request('GET', '/admin/orders/export?format=ndjson', { headers })
    const line = typeof file.body === 'string' ? JSON.parse(file.body.split('\n')[0] ?? '') : file.body
    assert.equal(line.tax_lines, 'GST 5 %: 5; QST 9.975 %: 9.97')
  })

  it('postal codes come before the region and the country, and take their place', async () => {
    const { merchant, shopper } = await sellingShop('EUR')
    const rate = { tax_class: 'standard', rate: 7 }
    const table = [
      { ...rate, country: 'ES', region: null, name: 'IVA', rate: 21 },
      { ...rate, country: 'ES', region: null, postal_codes: ['35*', '38*'], name: 'IGIC' },
      { ...rate, country: 'GB', region: null, postal_codes: ['BT*'], name: 'NI' },
    ]
    assert.deepEqual((await put(merchant, table)).body.data, { rates: table })
    const product = await makeProduct(service, merchant, { price: 107 })
    const namesAt = async (...place: Parameters<typeof address>) =>
      (await taxesAt(shopper, product, address(...place))).map(({ name }: { name: string }) => name)
    assert.deepEqual(await namesAt('ES', 'Madrid', '28001'), ['IVA'])
    assert.deepEqual(await namesAt('ES', 'Las Palmas', '35001'), ['IGIC'])
    assert.deepEqual(await namesAt('ES', null, '38670'), ['IGIC'])
    assert.deepEqual(await namesAt('GB', null, 'bt1 5gs'), ['NI'])
    assert.deepEqual(await namesAt('GB', null, 'SW1Y 4JH'), [])
    const wrong = await put(merchant, [{ ...table[1], postal_codes: ['35*', '3*5'] }])
    assertRefused(wrong, 400, 'VALIDATION_ERROR')
    assert.equal(wrong.body.error.details[0].field, 'rates[0].postal_codes[1]')
  })

  it('a compound one in the prices and in shipping gives back what it took, in any parts', async () => {
    const { merchant, shopper } = await sellingShop('EUR', { shipping_tax: 'goods' })
    await setTaxRates(service, merchant, [
      { country: 'DE', name: 'VAT', rate: 19 },
      { country: 'DE', name: 'Levy', rate: 3, compound: true },
      { country: 'DE', name: 'VAT', taxClass: 'books', rate: 7 },
    ])
    const method = await makeShippingMethod(service, merchant, { price: 4.95 })
    const [lamp, book] = [
      await makeProduct(service, merchant, { price: 9.99, onHand: 9 }),
      await makeProduct(service, merchant, { price: 20, taxClass: 'books', onHand: 9 }),
    ]
    const more = { shipping_address: berlin, shipping_method_id: method }
    const { order, refund } = await pay(shopper, merchant, [one(lamp, 3), one(book)], more)
    const [vat, levy, low] = order.tax_lines
    assert.deepEqual([order.tax_lines.length, levy.compound, vat.compound, order.total], [3, true, undefined, 54.92])
    // Nets 24.45 and 18.69, so 2.81 and 2.14 of the shipping.
    assert.deepEqual([vat.amount, levy.amount, low.amount], [5.08, 0.95, 1.45])
    const given = [
      await refund({ amount: 5 }),
      await refund({ items: [one(lamp)] }),
      await refund({ items: [one(lamp, 2)], shipping: true }),
      await refund({ amount: 15 }),
    ]
    const lines = given.map((answer) => answer.refund.tax_lines)
    const sums = [0, 1, 2].map((at) => lines.reduce((sum, [...of]) => sum + Math.round(of[at].amount * 100), 0))
    assert.deepEqual(sums, [508, 95, 145])
    assert.equal(given.at(-1).order.refunded_total, 54.92)
  })

  it('shipping follows the goods where the shop says so, and is of its class where it says that', async () => {
    const { merchant, shopper } = await sellingShop('EUR')
    const method = await makeShippingMethod(service, merchant, { price: 10 })
    const low = { taxClass: 'low', name: 'Low', rate: 7 }
    await setTaxRates(service, merchant, [{ rate: 19 }, low])
    const [lamp, book] = [
      await makeProduct(service, merchant, { price: 119 }),
      await makeProduct(service, merchant, { price: 107, taxClass: 'low' }),
    ]
    const more = { shipping_address: london, shipping_method_id: method }
    const lines = async () =>
      (await shopper.quote([one(lamp), one(book)], more)).body.data.tax_lines.map(
        ({ name, taxable, amount }: Record<string, unknown>) => [name, taxable, amount],
      )
    const followed = [
      ['VAT', 124, 19.8],
      ['Low', 112, 7.33],
    ]
    assert.deepEqual(await lines(), followed)
    await setTaxRates(service, merchant, [{ rate: 19 }, low, { ...low, taxClass: 'shipping' }])
    const ofClass = [
      ['VAT', 119, 19],
      ['Low', 117, 7.65],
    ]
    // Until it is set, rows of the class count.
    assert.deepEqual(await lines(), ofClass)
    const { headers } = merchant.owner
    const set = (body: object) => service.request('PATCH', '/admin/merchant', { headers, body })
    assert.equal((await set({ shipping_tax: 'goods' })).body.data.shipping_tax, 'goods')
    assert.deepEqual(await lines(), followed)
    assert.equal((await set({ shipping_tax: 'class' })).body.data.shipping_tax, 'class')
    assert.deepEqual(await lines(), ofClass)
    assertRefused(await set({ shipping_tax: 'none' }), 400, 'VALIDATION_ERROR')
  })

  describe('with the VAT number of a buyer', () => {
    const france = 'FR40303265045'
    const germany = 'DE136695976'

    it('of another member state is a reverse charge: prices without the tax of the shop’s country', async () => {
      const { merchant, shopper } = await sellingShop('EUR')
      await setTaxRates(service, merchant, [
        { country: 'FR', rate: 20 },
        { country: 'FR', taxClass: 'shipping', rate: 20 },
        { country: 'DE', rate: 19 },
      ])
      const { headers } = merchant.owner
      const own = await service.request('PATCH', '/admin/merchant', {
        headers,
        body: { vat_number: 'fr 40 303 265 045' },
      })
      assert.deepEqual([own.status, own.body.data.vat_number], [200, france])
      const method = await makeShippingMethod(service, merchant, { price: 6 })
      const product = await makeProduct(service, merchant, { price: 9.99 })
      const more = { shipping_address: berlin, shipping_method_id: method }
      const quote = (await shopper.quote([one(product, 3)], { ...more, vat_number: 'de 136 695 976' })).body.data
      assert.deepEqual(quote.shipping_options[0].price, 5)
      const { data: order } = (
        await shopper.order([one(product, 3)], { ...more, vat_number: germany, expected_total: quote.expected_total })
      ).body
      assert.deepEqual(
        [order.items[0].price, order.subtotal, order.shipping_total, order.tax_total, order.tax_included, order.total],
        [8.33, 24.99, 5, 0, false, 29.99],
      )
      assert.deepEqual(order.tax_lines, [
        { name: 'Reverse charge', rate: 0, taxable: 29.99, amount: 0, reason: 'reverse_charge' },
      ])
      assert.deepEqual(order.buyer_vat, { number: germany, reverse_charge: true, check: null })
      const plain = (await shopper.order([one(product, 3)], more)).body.data
      assert.deepEqual([plain.total, 'buyer_vat' in plain], [35.97, false])
      const home = (await shopper.quote([one(product)], { ...more, vat_number: france })).body.data
      assert.deepEqual([home.buyer_vat.reverse_charge, home.tax_lines[0].rate], [false, 19])
    })

    it('that is none answers 400 and names it', async () => {
      const { merchant, shopper } = await sellingShop('EUR')
      const product = await makeProduct(service, merchant)
      for (const vat_number of ['DE136695977', '136695976', 'nonsense', 'EU372001951']) {
        const answer = await shopper.quote([one(product)], { vat_number })
        assertRefused(answer, 400, 'VALIDATION_ERROR')
        assert.equal(answer.body.error.details[0].field, 'vat_number')
      }
      for (const none of [null, ' '])
        assert.equal((await shopper.quote([one(product)], { vat_number: none })).status, 200)
      const { headers } = merchant.owner
      const own = await service.request('PATCH', '/admin/merchant', { headers, body: { vat_number: 'DE1' } })
      assert.equal(own.body.error.details[0].field, 'vat_number')
    })
  })
})
