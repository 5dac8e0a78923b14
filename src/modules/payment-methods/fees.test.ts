import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { berlin, makeInvoicingShop, makeOrder, numberAll, readUbl } from '#test/support/invoices.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makePaymentFee } from '#test/support/payment-fees.ts'
import { makeProduct } from '#test/support/products.ts'
import { london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { differences } from '#test/upgrade/recount.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
type Any = any

describeService('fees of ways to pay', ({ service }) => {
  const taxed = async (more: object = {}) => {
    const shop = await makeInvoicingShop(service)
    const payment_method_id = await makePaymentFee(service, shop, more)
    return { shop, payment_method_id }
  }
  const charge = ({ subtotal, shipping_total, payment_fee_total, tax_total, total }: Any) =>
    [subtotal, shipping_total, payment_fee_total, tax_total, total] as number[]

  it('quotes list the fee, and an order has it in its total, taxed by its class', async () => {
    const { shop, payment_method_id } = await taxed({ fee: { amount: 4.5, tax_class: 'reduced' } })
    const shipping_method_id = await makeShippingMethod(service, shop, { price: 6 })
    const mug = await makeProduct(service, shop, { price: 12 })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: mug.id, quantity: 1 }]
    const to = { shipping_address: berlin, shipping_method_id }
    const { data: open } = (await shopper.quote(items, to)).body
    assert.deepEqual(charge(open), [12, 6, 0, 3, 18])
    const option = { id: payment_method_id, kind: 'cash_on_delivery', name: 'Cash on delivery', fee: 4.5 }
    assert.deepEqual(open.payment_options, [option])
    const { data: quote } = (await shopper.quote(items, { ...to, payment_method_id })).body
    assert.deepEqual(charge(quote), [12, 6, 4.5, 3.29, 22.5])
    assertRefused(await shopper.order(items, { ...to, payment_method_id, expected_total: 18 }), 409, 'PRICE_CHANGED')
    const placed = await shopper.order(items, { ...to, payment_method_id, expected_total: quote.expected_total })
    assert.deepEqual(charge(placed.body.data), [12, 6, 4.5, 3.29, 22.5])
    assert.deepEqual(
      placed.body.data.tax_lines.map(({ rate, taxable, amount }: Any) => [rate, taxable, amount]),
      [
        [20, 18, 3],
        [7, 4.5, 0.29],
      ],
    )
    const { data: listed } = (await service.request('GET', '/payments/methods', { headers: shopper.headers })).body
    assert.equal(listed.methods[0].fee, 4.5)
    const plain = (await shopper.order(items, to)).body.data
    assert.deepEqual(charge(plain), [12, 6, 0, 3, 18])
  })

  it('tax is added to a fee of prices without tax; a business that owes the tax pays the fee without it', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    await setSelling(service, shop, { prices_include_tax: false })
    await setTaxRates(service, shop, [{ country: 'GB', rate: 20 }])
    const payment_method_id = await makePaymentFee(service, shop, { fee: { amount: 3 } })
    const mug = await makeProduct(service, shop, { price: 10 })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: mug.id, quantity: 1 }]
    const { data } = (await shopper.order(items, { payment_method_id, shipping_address: london })).body
    assert.deepEqual(charge(data), [10, 0, 3, 2.6, 15.6])

    const { shop: german, payment_method_id: cash } = await taxed({ fee: { amount: 6 } })
    const vat_number = 'DE136695976'
    const own = { headers: german.owner.headers, body: { vat_number } }
    assert.equal((await service.request('PATCH', '/admin/merchant', own)).status, 200)
    const cup = await makeProduct(service, german, { price: 12 })
    const vienna = { ...berlin, city: 'Wien', postal_code: '1010', country: 'AT' }
    const quote = await (await makeShopper(service, german)).quote([{ product_id: cup.id, quantity: 1 }], {
      shipping_address: vienna,
      vat_number: 'ATU12345675',
      payment_method_id: cash,
    })
    assert.deepEqual(charge(quote.body.data), [10, 0, 5, 0, 15])
    assert.equal(quote.body.data.payment_options[0].fee, 5)
  })

  it('an order that costs nothing has no fee; the limits of a method are of the total without it', async () => {
    const { shop, payment_method_id } = await taxed({ max: 12 })
    const [free, mug] = [
      await makeProduct(service, shop, { price: 0 }),
      await makeProduct(service, shop, { price: 12 }),
    ]
    const shopper = await makeShopper(service, shop)
    const order = async (id: string) =>
      (await shopper.order([{ product_id: id, quantity: 1 }], { payment_method_id, shipping_address: berlin })).body
        .data
    assert.deepEqual([(await order(free.id)).total, (await order(mug.id)).total], [0, 16.5])
  })

  it('orders by staff and drafts take it', async () => {
    const { shop, payment_method_id } = await taxed()
    const mug = await makeProduct(service, shop, { price: 12, onHand: 9 })
    const { headers } = shop.owner
    const body = {
      customer: { name: 'Ada' },
      items: [{ product_id: mug.id, quantity: 1 }],
      payment_method_id,
      shipping_address: berlin,
    }
    const send = (path: string, of: object) => service.request('POST', path, { headers, body: of })
    const { data: order } = (await send('/admin/orders', body)).body
    assert.deepEqual(charge(order), [12, 0, 4.5, 2.75, 16.5])
    const { data: draft } = (await send('/admin/orders', { ...body, draft: true })).body
    assert.deepEqual(charge(draft), [12, 0, 4.5, 2.75, 16.5])
    for (const prices of ['draft', 'today']) {
      const { data } = (await send('/admin/orders', { ...body, draft: true })).body
      const placed = await send(`/admin/orders/${data.id}/place`, { prices })
      assert.deepEqual([placed.status, ...charge(placed.body.data)], [201, 12, 0, 4.5, 2.75, 16.5])
    }
  })

  it('the last unit gives it back, with its tax; invoice and credit note have it as a charge', async () => {
    const { shop, payment_method_id } = await taxed()
    const order = await makeOrder(service, shop, [{ price: 12, quantity: 2 }], { payment_method_id })
    await order.pay()
    await numberAll(service, shop)
    const { values } = await readUbl(order)
    assert.deepEqual(values('cbc:AllowanceChargeReason'), ['Payment fee: Cash on delivery'])
    assert.deepEqual([values('cbc:ChargeTotalAmount'), values('cbc:PayableAmount')], [['3.75'], ['0.00']])
    assert.match((await order.page()).body, /Payment fee: Cash on delivery/)
    const refunded = async () => {
      const { status, body } = await order.refund({ items: [{ line: 1, quantity: 1 }] })
      assert.equal(status, 201, JSON.stringify(body))
      await numberAll(service, shop)
      const { refunds } = await order.current()
      return refunds.map(({ amount }: Any) => amount)
    }
    assert.deepEqual(await refunded(), [12])
    assert.deepEqual(await refunded(), [12, 16.5])
    const notes = (await order.papers()).filter(({ type }: Any) => type === 'credit_note')
    const { rows } = await service.deps.pool.query(
      `select data -> 'charges' -> 0 ->> 'name' as name, data -> 'charges' -> 0 ->> 'gross' as gross from invoices
        where order_id = $1 and kind = 'credit_note' order by issued_at`,
      [order.id],
    )
    assert.equal(notes.length, 2)
    assert.deepEqual(rows.at(-1), { name: 'Payment fee: Cash on delivery', gross: '450' })
    assert.equal((await order.current()).refunded_total, 28.5)
  })

  it('edits, another address and a cancellation keep it to the unit', async () => {
    const { shop, payment_method_id } = await taxed()
    const order = await makeOrder(service, shop, [{ price: 12, quantity: 3 }], { payment_method_id })
    await order.edit({ set: [{ line: 1, quantity: 1 }] })
    assert.deepEqual(charge(await order.current()), [12, 0, 4.5, 2.75, 16.5])
    const potsdam = { ...berlin, city: 'Potsdam', postal_code: '14467' }
    const { headers } = shop.owner
    const body = { shipping_address: potsdam }
    const corrected = await service.request('PATCH', `/admin/orders/${order.id}`, { headers, body })
    assert.equal(corrected.status, 200, JSON.stringify(corrected.body))
    // Outside of the table of rates nothing is taxed.
    const away = { ...berlin, city: 'Oslo', postal_code: '0150', country: 'NO' }
    const refused = await service.request('PATCH', `/admin/orders/${order.id}`, {
      headers,
      body: { shipping_address: away },
    })
    assertRefused(refused, 409, 'PRICE_CHANGED')
    assert.deepEqual(refused.body.error.details.preview, { total: 16.5, tax_total: 0, shipping_total: 0 })
    const edited = await order.edit({ shipping_address: away })
    assert.equal(edited.status, 201, JSON.stringify(edited.body))
    assert.deepEqual(charge(await order.current()), [12, 0, 4.5, 0, 16.5])
    await order.pay()
    await order.move('cancelled')
    const { refunds, refunded_total } = await order.current()
    assert.deepEqual([refunds.length, refunded_total], [1, 16.5])
    const { rows } = await service.deps.pool.query(
      'select payment_fee_minor::int as fee from refunds where order_id = $1',
      [order.id],
    )
    assert.deepEqual(rows, [{ fee: 450 }])
  })

  it('an order with a fee is paid the way that has it, and by no card', async () => {
    const { shop, payment_method_id } = await taxed()
    await makePaymentFee(service, shop, { kind: 'card', name: 'Card', fee: null })
    const order = await makeOrder(service, shop, [{ price: 12 }], { payment_method_id })
    assertRefused(await order.shopper.pay(order.id), 409, 'PAYMENT_METHOD_UNAVAILABLE')
  })

  it('a fee is an amount of the shop’s currency with a tax class; 0 is none', async () => {
    const { shop, payment_method_id } = await taxed()
    const { headers } = shop.owner
    const change = (fee: unknown) =>
      service.request('PATCH', `/admin/payment-methods/${payment_method_id}`, { headers, body: { fee } })
    for (const [fee, field] of [
      [{ amount: 1.005 }, 'fee.amount'],
      [{ amount: -1 }, 'fee.amount'],
      [{ amount: 1, tax_class: 'Not a class' }, 'fee.tax_class'],
      [{}, 'fee.amount'],
      [4.5, 'fee'],
    ] as const) {
      const refused = await change(fee)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    const feeAfter = async (fee: unknown) => (await change(fee)).body.data.fee
    assert.deepEqual(await feeAfter({ amount: 2, tax_class: 'reduced' }), { amount: 2, tax_class: 'reduced' })
    assert.deepEqual(await feeAfter({ amount: 2 }), { amount: 2, tax_class: 'standard' })
    assert.equal(await feeAfter({ amount: 0 }), null)
    assert.equal(await feeAfter(null), null)
  })

  it('the checks of the database know the fee', async () => {
    assert.deepEqual(await differences(service.databaseUrl), {})
  })
})
