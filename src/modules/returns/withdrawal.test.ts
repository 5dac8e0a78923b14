import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sealToken } from '#src/modules/orders/index.ts'
import { startOfDay } from '#src/platform/lib/days.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { invoiceSettings } from '#test/support/invoices.ts'
import { assertRefused, makePaidOrder, makeShopper, placeOrder, staffOn, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { berlin, london, makeShippingMethod } from '#test/support/selling.ts'
import { selectTerms } from './queries.ts'

describeShop('withdrawal from an order', ({ service, shop: merchant }) => {
  before(async () => {
    await setShop(service, merchant, { withdrawal: true })
  })

  async function paid(quantities: number[] = [3], options: { tax?: boolean } = {}) {
    const made = await makePaidOrder(service, merchant, quantities, options)
    const ids = made.products.map(({ id }) => id)
    return { ...made, ids, ...returnsOn(service, merchant, made.shopper, made.order.id) }
  }

  /** An order with shipping of 3.95, of the chosen and perhaps a cheaper method, to an address. */
  async function shipped(shop: TestMerchant, { cheaper = false, to = london, more = {} } = {}) {
    const [chosen] = [await makeShippingMethod(service, shop, { price: 3.95 })]
    if (cheaper) await makeShippingMethod(service, shop, { price: 1.5 })
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop, { onHand: 9, price: 10, ...more })
    const body = { shipping_address: to, shipping_method_id: chosen }
    const order = (await shopper.order([{ product_id: product.id, quantity: 2 }], body)).body.data
    assert.equal((await shopper.pay(order.id)).status, 201)
    return { ...returnsOn(service, shop, shopper, order.id), ...staffOn(service, shop, order.id), order, product }
  }

  const reasonOf = ({ status, body }: { status: number; body: { error?: { details?: { reason?: string } } } }) => [
    status,
    body.error?.details?.reason,
  ]

  it('POST /user/orders/{id}/withdraw of an unpaid order answers 201 and cancels it', async () => {
    const { shopper, order, product } = await placeOrder(service, merchant)
    const { withdraw } = returnsOn(service, merchant, shopper, order.id)
    assert.deepEqual(reasonOf(await withdraw([{ product_id: product.id, quantity: 1 }])), [409, 'unpaid'])
    const { status, body } = await withdraw()
    assert.deepEqual(
      [status, body.data.order.status, body.data.order.cancel_reason, body.data.return.status],
      [201, 'cancelled', 'requested_by_customer', 'closed'],
    )
    assert.deepEqual(await stockOf(service, product.id), [5, 0])
    assert.deepEqual(reasonOf(await withdraw()), [409, 'nothing_left'])
  })

  it('of a paid order of which nothing was sent it refunds everything at once', async () => {
    const { ids, withdraw, order } = await paid([3], { tax: true })
    const { status, body } = await withdraw()
    const { return: row, order: after } = body.data
    assert.deepEqual(
      [status, row.kind, row.status, row.items[0].quantity, row.items[0].quantity_cancelled],
      [201, 'withdrawal', 'refunded', 0, 3],
    )
    assert.deepEqual([after.status, after.payment_status, after.refunded_total], ['cancelled', 'refunded', order.total])
    assert.deepEqual([after.cancel_reason, after.refunds[0].return_id], ['requested_by_customer', row.id])
    assert.equal(Date.parse(row.refund_due_at) - Date.parse(row.created_at), 14 * 86_400_000)
    assert.deepEqual(await stockOf(service, ids[0] ?? ''), [20, 0])
  })

  it('of a partly sent order it cancels what was not sent, and approves the return of the rest', async () => {
    const { ids, withdraw, fulfil, change, order, current } = await paid([2, 1], { tax: true })
    const [one, other] = ids
    await fulfil({ items: [{ product_id: one, quantity: 1 }] })
    const { body } = await withdraw()
    const { return: row, order: after } = body.data
    assert.deepEqual(
      row.items.map((item: Record<string, unknown>) => [
        item['product_id'],
        item['quantity'],
        item['quantity_cancelled'],
      ]),
      [
        [one, 1, 1],
        [other, 0, 1],
      ],
    )
    assert.deepEqual([row.status, after.status, after.payment_status], ['approved', 'completed', 'partially_refunded'])
    assert.deepEqual([row.refunds.length, after.refunded_total], [1, 47.97])
    for (const wrong of [{ status: 'declined' }, { status: 'closed' }])
      assertRefused(await change(row.id, wrong), 409, 'INVALID_TRANSITION')
    assert.equal((await change(row.id, { status: 'received' })).body.data.status, 'received')
    assert.deepEqual(reasonOf(await change(row.id, { refund: 'none' })), [409, 'withdrawal'])
    const done = (await change(row.id, { refund: 'full' })).body.data
    assert.deepEqual([done.status, done.refunds.length], ['refunded', 2])
    assert.equal((await current()).refunded_total, order.total, 'with shipping, since all is withdrawn from')
  })

  it('some units give no shipping back; the last ones do', async () => {
    const { withdraw, order, product } = await shipped(merchant)
    const half = (await withdraw([{ product_id: product.id, quantity: 1 }])).body.data
    assert.deepEqual([half.order.refunded_total, half.order.status], [10, 'paid'])
    const all = (await withdraw()).body.data.order
    assert.deepEqual([all.refunded_total, order.total, all.status], [23.95, 23.95, 'cancelled'])
  })

  it('gives back shipping as the cheapest method that was offered', async () => {
    const shop = await makeMerchant(service)
    await setShop(service, shop, { withdrawal: true })
    const { withdraw, order } = await shipped(shop, { cheaper: true })
    assert.equal(order.total, 23.95)
    const after = (await withdraw()).body.data.order
    assert.deepEqual([after.refunded_total, after.payment_status], [21.5, 'partially_refunded'])
  })

  it('the time ends with a day of the shop as Node.js knows its zone, not as PostgreSQL does', async () => {
    const zoned = await makeMerchant(service)
    await setShop(service, zoned, { withdrawal: true, timezone: 'America/Edmonton' })
    const { fulfil, order } = await shipped(zoned)
    await fulfil()
    const { pool, db } = service.deps
    // Half past midnight by the rules of 2026; before the midnight by those of earlier years.
    await pool.query("update fulfillments set delivered_at = '2026-12-10T06:30:00Z' where order_id = $1", [order.id])
    const terms = await selectTerms(db, { merchantId: zoned.id, orderId: order.id })
    assert.deepEqual(terms.withdraw_until, new Date(startOfDay('2026-12-25', 'America/Edmonton')))
    assert.deepEqual(terms.fault_until, new Date(startOfDay('2028-12-11', 'America/Edmonton')))
  })

  it('the time ends 14 days after the last delivery; not while anything is unsent', async () => {
    const { withdraw, fulfil, ids, order } = await paid([4])
    const [product_id] = ids
    const unit = [{ product_id, quantity: 1 }]
    await fulfil({ items: unit })
    const age = (days: number) =>
      service.deps.pool.query(
        'update fulfillments set created_at = now() - make_interval(days => $2) where order_id = $1',
        [order.id, days],
      )
    await age(300)
    assert.equal((await withdraw(unit)).status, 201)
    await fulfil()
    await age(21)
    assert.equal((await withdraw(unit)).status, 201)
    await age(22)
    assert.deepEqual(reasonOf(await withdraw(unit)), [409, 'too_late'])
    await service.deps.pool.query('update fulfillments set delivered_at = now() where order_id = $1', [order.id])
    assert.equal((await withdraw(unit)).status, 201)
  })

  it('exempt products answer 409 with why; what is sealed can be withdrawn from until it is sent', async () => {
    const make = async (withdrawal: string) => {
      const product = await makeProduct(service, merchant, { onHand: 9, price: 10 })
      const { headers } = merchant.owner
      const url = `/admin/products/${product.id}`
      assert.equal((await service.request('PATCH', url, { headers, body: { withdrawal } })).status, 200)
      const shopper = await makeShopper(service, merchant)
      const order = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
      await shopper.pay(order.id)
      // The order has the terms that it was placed with.
      await service.request('PATCH', url, { headers, body: { withdrawal: 'allowed' } })
      return { product, ...returnsOn(service, merchant, shopper, order.id), ...staffOn(service, merchant, order.id) }
    }
    const fresh = await make('perishable')
    const refused = await fresh.withdraw()
    assert.deepEqual(reasonOf(refused), [409, 'exempt'])
    const products = [{ line: 1, product_id: fresh.product.id, withdrawal: 'perishable' }]
    assert.deepEqual(refused.body.error.details.products, products)
    const unit = [{ product_id: fresh.product.id, quantity: 1 }]
    assert.deepEqual((await fresh.withdraw(unit)).body.error.details.products, products)
    const sealed = await make('sealed_media')
    await sealed.fulfil({ items: [{ product_id: sealed.product.id, quantity: 1 }] })
    const { items } = (await sealed.withdraw()).body.data.return
    assert.deepEqual([items[0].quantity, items[0].quantity_cancelled], [0, 1])
    assert.deepEqual(reasonOf(await sealed.withdraw()), [409, 'exempt'])
  })

  it('unless a shop sets it, consumers in the EU may withdraw and others may not', async () => {
    const shop = await makeMerchant(service)
    const [inside, outside] = [
      await shipped(shop, { to: { ...berlin, postal_code: '10117' } as typeof london }),
      await shipped(shop, { to: london }),
    ]
    assert.equal((await inside.withdraw()).status, 201)
    assert.deepEqual(reasonOf(await outside.withdraw()), [409, 'not_offered'])
    await setShop(service, shop, { withdrawal: false })
    const off = await shipped(shop, { to: { ...berlin, postal_code: '10117' } as typeof london })
    assert.deepEqual(reasonOf(await off.withdraw()), [409, 'not_offered'])
  })

  it('of a fetched order without an address, the place of the shop says whether it is in the EU', async () => {
    const fetched = async (settings: object, countries: string[] = []) => {
      const shop = await makeMerchant(service)
      const set = await setShop(service, shop, settings)
      assert.equal(set.status, 200, JSON.stringify(set.body))
      const rate = { region: null, tax_class: 'standard', name: 'VAT', rate: 19 }
      const rates = countries.map((country) => ({ ...rate, country }))
      await service.request('PUT', '/admin/tax-rates', { headers: shop.owner.headers, body: { rates } })
      const { shopper, order } = await makePaidOrder(service, shop, [1])
      const until = Math.floor(Date.now() / 1000) + 3600
      const token = sealToken(service.deps.seal, { merchantId: shop.id, orderId: order.id, until })
      const link = await service.request('GET', `/orders/by-token/${token}`, {})
      const { status, body } = await returnsOn(service, shop, shopper, order.id).withdraw()
      assert.equal(link.body.data.withdrawal.available, status === 201)
      return body.error?.details.reason ?? status
    }
    const invoices = (country: string) => ({
      invoices: {
        ...invoiceSettings,
        vat_id: null,
        tax_number: '1',
        seller_address: { ...invoiceSettings.seller_address, country },
      },
    })
    assert.deepEqual(
      [
        await fetched({}),
        await fetched({ vat_number: 'DE136695976' }),
        await fetched({}, ['AT']),
        await fetched({}, ['AT', 'GB']),
        await fetched({}, ['GB']),
        await fetched(invoices('FR')),
        await fetched({ ...invoices('US'), vat_number: 'DE136695976' }, ['DE']),
      ],
      ['not_offered', 201, 201, 'not_offered', 'not_offered', 201, 'not_offered'],
    )
  })

  it('POST /user/orders/{id}/withdraw with wrong items answers 400; of more than is left 409', async () => {
    const { ids, withdraw, shopper } = await paid([2])
    const item = { product_id: ids[0], quantity: 1 }
    for (const items of [[], [{ quantity: 1 }], [{ ...item, quantity: 0 }], [{ ...item, product_id: newId() }], 'all'])
      assertRefused(await withdraw(items), 400, 'VALIDATION_ERROR')
    assert.deepEqual(reasonOf(await withdraw([{ ...item, quantity: 3 }])), [409, 'nothing_left'])
    const nothing = returnsOn(service, merchant, shopper, newId())
    assertRefused(await nothing.withdraw(), 404, 'NOT_FOUND')
  })

  it('POST /user/orders/{id}/withdraw twice with one key withdraws once; another body answers 422', async () => {
    const { ids, withdraw, shopper, current } = await paid([3])
    const unit = [{ product_id: ids[0], quantity: 1 }]
    const key = unique('key')
    const [first, again] = [await withdraw(unit, key), await withdraw(unit, key)]
    assert.deepEqual([again.status, again.body.data.return.id], [201, first.body.data.return.id])
    assert.equal((await current()).refunded_total, 19.99)
    assertRefused(await withdraw(undefined, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const other = unique('key')
    const running = await duringAnother(service, shopper.id, other, () => withdraw(unit, other))
    assertRefused(running, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})
