import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { assertRefused, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { london, makeShippingMethod, setTaxRates } from '#test/support/selling.ts'
import { buyCards, cardsOf, grantCredit, makeCardProduct, makeGiftCard, payWith } from '#test/support/stored-value.ts'

describeShop('products that are gift cards', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service, shop: merchant }) => {
  let shopper: TestShopper
  before(async () => {
    shopper = await makeShopper(service, merchant)
  })

  const staff = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    service.request(method, path, { headers: merchant.owner.headers, ...(body && { body }) })

  it('POST /admin/products with gift_card answers 201; contradictions are 400 with the field', async () => {
    const make = (body: object) =>
      staff('POST', '/admin/products', { sku: unique('card'), name: 'Gift card', price: 25, gift_card: true, ...body })
    const made = (await make({ on_hand: 10 })).body.data
    const { gift_card, voucher, voucher_country, requires_shipping } = made
    assert.deepEqual([gift_card, voucher, voucher_country, requires_shipping], [true, 'multi', null, false])
    const single = (await make({ voucher: 'single', voucher_country: 'DE', tax_class: 'books' })).body.data
    assert.deepEqual([single.voucher, single.voucher_country], ['single', 'DE'])
    for (const [body, field] of [
      [{ price: 0 }, 'price'],
      [{ voucher: 'single' }, 'voucher_country'],
      [{ voucher_country: 'DE' }, 'voucher_country'],
      [{ voucher: 'single', voucher_country: 'ZZ' }, 'voucher_country'],
      [{ voucher: 'double' }, 'voucher'],
    ] as const) {
      const refused = await make(body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    const back = await staff('PATCH', `/admin/products/${single.id}`, { voucher: 'multi' })
    assert.deepEqual([back.status, back.body.data.voucher_country], [200, null])
  })

  it('a paid order issues one card per unit, each worth its price, once', async () => {
    const { order, cards } = await buyCards(service, merchant, shopper, { quantity: 3, withGoods: true })
    assert.deepEqual(
      (await cards()).map((card: Record<string, unknown>) => [
        card['balance'],
        card['origin'],
        card['status'],
        card['order_id'],
      ]),
      Array(3).fill([50, 'sold', 'active', order.id]),
    )
    assert.equal(order.items[1].gift_card, true)
    assert.equal(order.items[0].gift_card, undefined)
    assert.deepEqual([order.items[1].requires_shipping, order.items[0].requires_shipping], [false, true])
  })

  it('a card is worth at most 100,000: dearer ones are 400 VALIDATION_ERROR as a product and in an order', async () => {
    const refusedField = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const refused = await staff(method, path, body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      return refused.body.error.details[0].field
    }
    const dear = { sku: unique('card'), name: 'Gift card', price: 100_000.01, gift_card: true }
    assert.equal(await refusedField('POST', '/admin/products', dear), 'price')
    const card = await makeCardProduct(service, merchant)
    assert.equal(await refusedField('PATCH', `/admin/products/${card.id}`, { price: 100_001 }), 'price')
    assert.equal((await staff('PATCH', `/admin/products/${card.id}`, { price: 100_000 })).status, 200)
    const painting = await makeProduct(service, merchant, { price: 250_000 })
    assert.equal(await refusedField('PATCH', `/admin/products/${painting.id}`, { gift_card: true }), 'gift_card')
    const customer = { user_id: shopper.id }
    const item = { product_id: card.id, quantity: 1 }
    for (const path of ['/admin/orders', '/admin/orders/quote'])
      assert.equal(
        await refusedField('POST', path, { customer, items: [{ ...item, price: 900_000 }] }),
        'items[0].product_id',
      )
    const placed = await staff('POST', '/admin/orders', { customer, items: [{ ...item, quantity: 2, price: 100_000 }] })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    // Of a release that knew no limit.
    const old = await makeCardProduct(service, merchant, { price: 250_000 })
    assertRefused(await shopper.order([{ product_id: old.id, quantity: 1 }]), 400, 'VALIDATION_ERROR')
  })

  it('an unpaid order issues none, and none is issued when it is cancelled', async () => {
    const card = await makeCardProduct(service, merchant)
    const order = (await shopper.order([{ product_id: card.id, quantity: 1 }])).body.data
    assert.deepEqual(await cardsOf(service, merchant, order.id), [])
    assert.equal((await shopper.cancel(order.id)).status, 200)
    assert.deepEqual(await cardsOf(service, merchant, order.id), [])
  })

  it('a gift card has no tax line, no shipping, and stands in no promotion and no minimum', async () => {
    const shop = await makeMerchant(service)
    const buyer = await makeShopper(service, shop)
    const [card, goods] = [await makeCardProduct(service, shop), await makeProduct(service, shop, { price: 12 })]
    await setTaxRates(service, shop, [{ rate: 20 }, { taxClass: 'shipping', rate: 20 }])
    const free = await makeShippingMethod(service, shop, { freeFrom: 20 })
    const { code } = await makePromotion(service, shop, { code: unique('ten') })
    const { code: large } = await makePromotion(service, shop, { code: unique('large'), minimum: { subtotal: 13 } })
    const items = [
      { product_id: card.id, quantity: 1 },
      { product_id: goods.id, quantity: 1 },
    ]
    const to = { shipping_address: london, shipping_method_id: free }
    const quote = (await buyer.quote(items, { ...to, discount_codes: [code, large] })).body.data
    assert.deepEqual(quote.discount_faults, [{ code: large, reason: 'minimum' }])
    assert.deepEqual(
      quote.items.map(({ discount }: { discount: number }) => discount),
      [0, 1.2],
    )
    assert.deepEqual([quote.shipping_total, quote.total], [3, 63.8])
    assert.deepEqual(quote.tax_lines, [{ name: 'VAT', rate: 20, taxable: 13.8, amount: 2.3 }])
    const alone = (await buyer.quote([items[0] ?? { product_id: '', quantity: 0 }], { discount_codes: [code] })).body
    assert.deepEqual(alone.data.discount_faults, [{ code, reason: 'not_these_products' }])
    assert.deepEqual([alone.data.total, alone.data.tax_lines, alone.data.shipping_options], [50, [], []])
    const byStaff = await service.request('POST', '/admin/orders/quote', {
      headers: shop.owner.headers,
      body: { items, discount: { percent: 50, reason: 'Scratched' } },
    })
    assert.equal(byStaff.body.data.discount_total, 6)
  })

  it('a single-purpose voucher is taxed when it is sold, by its own country', async () => {
    const shop = await makeMerchant(service)
    const buyer = await makeShopper(service, shop)
    const card = await makeCardProduct(service, shop, { voucher: 'single', voucher_country: 'DE', price: 23.8 })
    await setTaxRates(service, shop, [{ rate: 20 }, { country: 'DE', rate: 19 }])
    const items = [{ product_id: card.id, quantity: 1 }]
    for (const to of [{}, { shipping_address: london }]) {
      const { tax_lines, total } = (await buyer.quote(items, to)).body.data
      assert.deepEqual([total, tax_lines], [23.8, [{ name: 'VAT', rate: 19, taxable: 23.8, amount: 3.8 }]])
    }
  })

  it('stored value pays no gift card: 409 for one alone, and only the rest of an order with one', async () => {
    const [card, goods] = [await makeCardProduct(service, merchant), await makeProduct(service, merchant)]
    const { code } = await makeGiftCard(service, merchant, 100)
    await grantCredit(service, merchant, shopper.id, 100)
    const alone = (await shopper.order([{ product_id: card.id, quantity: 1 }])).body.data
    assertRefused(await payWith(service, shopper.headers, alone.id, code), 409, 'INVALID_TRANSITION')
    assertRefused(await payWith(service, shopper.headers, alone.id), 409, 'INVALID_TRANSITION')
    const items = [
      { product_id: card.id, quantity: 1 },
      { product_id: goods.id, quantity: 2 },
    ]
    const quote = (await shopper.quote(items, { gift_cards: [code] })).body.data
    assert.deepEqual([quote.gift_cards[0].amount, quote.amount_due], [20, 50])
    const mixed = (await shopper.order(items)).body.data
    const part = (await payWith(service, shopper.headers, mixed.id, code)).body.data
    assert.deepEqual([part.payment.amount, part.order.amount_due], [20, 50])
    assertRefused(await payWith(service, shopper.headers, mixed.id), 409, 'INVALID_TRANSITION')
    assert.equal((await shopper.pay(mixed.id)).status, 201)
    assert.equal((await cardsOf(service, merchant, mixed.id)).length, 1)
  })

  it('POST /user/orders with a wrong gift, or with too many cards, answers 400 with the field', async () => {
    const [card, goods] = [await makeCardProduct(service, merchant), await makeProduct(service, merchant)]
    const items = [{ product_id: card.id, quantity: 1 }]
    const email = 'friend@example.com'
    for (const [gift, field, of] of [
      [{ email }, 'gift', [{ product_id: goods.id, quantity: 1 }]],
      [{ email: 'friend' }, 'gift.email', items],
      [{ email, message: 'Look at evil.example' }, 'gift.message', items],
      [{ email, message: 'x'.repeat(301) }, 'gift.message', items],
      [{ email, send_at: '2999-01-01T00:00:00.000Z' }, 'gift.send_at', items],
      [undefined, 'items[0].quantity', [{ product_id: card.id, quantity: 21 }]],
    ] as const) {
      const refused = await shopper.order(of, gift && { gift })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    const placed = await shopper.order(items, { gift: { email, message: 'Happy birthday!' } })
    assert.deepEqual(placed.body.data.gift, { email, message: 'Happy birthday!', send_at: null })
    assert.equal((await shopper.order(items)).body.data.gift, undefined)
  })

  it('sold cards are no revenue; what they pay is', async () => {
    const shop = await makeMerchant(service)
    const buyer = await makeShopper(service, shop)
    const [card, goods] = [await makeCardProduct(service, shop), await makeProduct(service, shop)]
    const items = [
      { product_id: card.id, quantity: 2 },
      { product_id: goods.id, quantity: 1 },
    ]
    const order = (await buyer.order(items)).body.data
    await buyer.pay(order.id)
    const read = async () =>
      (await service.request('GET', '/admin/dashboard', { headers: shop.owner.headers })).body.data
    assert.equal((await read()).revenue, 10)
    const { headers } = shop.owner
    await grantCredit(service, shop, buyer.id, 5)
    const owed = async () => (await service.request('GET', '/admin/gift-cards/outstanding', { headers })).body.data
    assert.deepEqual(await owed(), {
      gift_cards: { count: 2, balance: 100 },
      store_credit: { count: 1, balance: 5 },
      currency: 'GBP',
      other_currencies: [],
    })
    const body = { items: [{ line: 1, quantity: 1 }] }
    const given = await service.request('POST', `/admin/orders/${order.id}/refunds`, {
      headers: shop.owner.headers,
      body,
    })
    assert.equal(given.body.data.refund.amount, 50)
    const { revenue, refunds, top_products } = await read()
    assert.deepEqual([revenue, refunds, top_products[0].revenue], [10, 0, 10])
  })

  it('DELETE /user/profile takes a recipient out of gifts, and the words of a buyer', async () => {
    const card = await makeCardProduct(service, merchant)
    const [buyer, friend] = [await makeShopper(service, merchant), await makeShopper(service, merchant)]
    const give = async (email: string) => {
      const gift = { email, message: 'Happy birthday!' }
      const order = (await buyer.order([{ product_id: card.id, quantity: 1 }], { gift })).body.data
      assert.equal((await buyer.pay(order.id)).status, 201)
      return order.id
    }
    const [toFriend, toOther] = [await give(friend.email.toUpperCase()), await give('other@example.com')]
    assert.equal((await buyer.get('/user/export')).body.data.orders[0].gift.message, 'Happy birthday!')
    const giftOf = async (id: string) => (await staff('GET', `/admin/orders/${id}`)).body.data.gift
    const erase = ({ headers, password }: TestShopper) =>
      service.request('DELETE', '/user/profile', { headers, body: { current_password: password } })
    assert.equal((await erase(friend)).status, 200)
    assert.equal(await giftOf(toFriend), undefined)
    assert.equal((await cardsOf(service, merchant, toFriend))[0].email, null)
    assert.equal((await erase(buyer)).status, 200)
    assert.deepEqual(await giftOf(toOther), { email: 'other@example.com', message: null, send_at: null })
  })

  it('files have the columns of gift cards', async () => {
    const sku = unique('card')
    const head = 'sku,name,price,gift_card,voucher,voucher_country'
    const csv = `${head}\n${sku},Card,20,yes,single,DE\n${sku}-2,Card,0,yes,,\n`
    const headers = { ...merchant.owner.headers, 'content-type': 'text/csv' }
    const imported = await service.request('POST', '/admin/products/import', { headers, payload: csv })
    const { created, errors } = imported.body.data
    assert.deepEqual([created, errors.map(({ field }: { field: string }) => field)], [1, ['price']])
    const { payload } = await service.app.inject({
      url: '/admin/products/export?format=csv',
      headers: merchant.owner.headers,
    })
    const [names = '', ...lines] = payload.split('\n')
    const row = lines.find((line) => line.startsWith(sku))?.split(',') ?? []
    const cells = Object.fromEntries(names.split(',').map((name, at) => [name, row[at]]))
    assert.deepEqual(
      [cells['gift_card'], cells['voucher'], cells['voucher_country'], cells['requires_shipping']],
      ['true', 'single', 'DE', 'false'],
    )
  })

  it('invoices leave out multi-purpose vouchers, and an order of them alone has none', async () => {
    const shop = await makeInvoicingShop(service)
    const columns = { gift_card: true }
    const mixed = await makeOrder(service, shop, [{ price: 12 }, { price: 50, columns, quantity: 2 }])
    const alone = await makeOrder(service, shop, [{ price: 50, columns }])
    await mixed.pay()
    await alone.pay()
    await numberAll(service, shop)
    assert.deepEqual(await alone.papers(), [])
    assertRefused(await alone.invoice(), 409, 'CONFLICT')
    const [invoice] = await mixed.papers()
    assert.equal(invoice.total, 12)
    assert.match((await mixed.page()).body, /multi-purpose vouchers/)
    assert.equal((await mixed.refund({ items: [{ line: 2, quantity: 1 }] })).status, 201)
    await numberAll(service, shop)
    assert.equal((await mixed.papers()).length, 1)
    assert.equal((await mixed.refund({ items: [1, 2].map((line) => ({ line, quantity: 1 })) })).status, 201)
    await numberAll(service, shop)
    assert.deepEqual(
      (await mixed.papers()).map(({ type, total }: { type: string; total: number }) => [type, total]),
      [
        ['invoice', 12],
        ['credit_note', 12],
      ],
    )
  })
})
