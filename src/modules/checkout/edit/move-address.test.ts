import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

const leeds = { ...london, line1: '1 Park Row', city: 'Leeds', postal_code: 'LS1 5HN' }
const paris = { ...london, city: 'Paris', postal_code: '75001', country: 'FR' }

describeShop('POST /admin/orders/{id}/edits with another address', ({ service }) => {
  /** Tax is added: 20 % in Great Britain, 19 % in Germany, 25 % in Norway. A paid order of a cup and three mugs. */
  async function placed({ included = false } = {}) {
    const shop = await makeMerchant(service)
    await setSelling(service, shop, { prices_include_tax: included })
    const method = await makeShippingMethod(service, shop, { price: 5, countries: ['GB', 'DE', 'NO'] })
    await setTaxRates(service, shop, [
      ...[{ rate: 20 }, { country: 'DE', rate: 19, name: 'MwSt.' }, { country: 'NO', rate: 25, name: 'MVA' }],
    ])
    const cup = await makeProduct(service, shop, { price: 5, onHand: 50 })
    const mug = await makeProduct(service, shop, { price: 10, onHand: 50 })
    const shopper = await makeShopper(service, shop)
    const items = [
      { product_id: cup.id, quantity: 1 },
      { product_id: mug.id, quantity: 3 },
    ]
    const body = { shipping_address: london, shipping_method_id: method }
    const order = (await shopper.order(items, body)).body.data
    await shopper.pay(order.id)
    return { shop, mug, order, ...staffOn(service, shop, order.id) }
  }
  const settle = async () => {
    await sql`update refunds set due_at = now() where status = 'pending'`.execute(service.deps.db)
    await runSweep(service, 'settle-payments')
  }
  const linesOf = (order: { items: { line: number; quantity: number; quantity_fulfilled: number }[] }) =>
    order.items.map(({ line, quantity, quantity_fulfilled }) => [line, quantity, quantity_fulfilled])

  it('answers 201 with the tax of the new place; what it costs less is refunded', async () => {
    const { shop, edit, correct, current } = await placed()
    const before = await current()
    assert.deepEqual([before.total, before.tax_total], [48, 8])
    const refused = await correct({ shipping_address: berlin })
    const preview = (await edit({ shipping_address: berlin, preview: true })).body.data
    assert.deepEqual(refused.body.error.details.preview, {
      total: preview.order.total,
      tax_total: preview.order.tax_total,
      shipping_total: 5,
    })
    assert.deepEqual((await current()).shipping_address.city, 'London')
    const { body } = await edit({ shipping_address: berlin })
    const { order, difference } = body.data
    assert.deepEqual(
      [difference, order.total, order.tax_total, order.shipping_total, order.amount_paid, order.shipping_address.city],
      [-0.4, 47.6, 7.6, 5, 47.6, 'Berlin'],
    )
    assert.deepEqual(order.tax_lines, [{ name: 'MwSt.', rate: 19, taxable: 40, amount: 7.6 }])
    assert.deepEqual(linesOf(order), [
      [1, 1, 0],
      [2, 3, 0],
    ])
    const told = (await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.change === 'corrected')
    assert.deepEqual(
      told.map(({ data }) => [data.fields, data.order.total]),
      [[['shipping_address'], 47.6]],
    )
  })

  it('that costs more is due; not paid in time it is taken back with the address', async () => {
    const { order, edit, current } = await placed()
    const before = await current()
    const edited = (await edit({ shipping_address: { ...london, city: 'Oslo', postal_code: '0150', country: 'NO' } }))
      .body
    assert.deepEqual(
      [edited.data.difference, edited.data.order.amount_due, edited.data.order.shipping_address.country],
      [2, 2, 'NO'],
    )
    await sql`update orders set created_at = now() - interval '1 second', expires_at = now() - interval '1 millisecond'
               where id = ${order.id}`.execute(service.deps.db)
    await runSweep(service, 'expire-unpaid-orders')
    const after = await current()
    assert.deepEqual(
      [after.shipping_address, after.total, after.tax_lines, after.amount_due],
      [before.shipping_address, before.total, before.tax_lines, 0],
    )
  })

  it('of a partly sent order changes the tax of what is left alone; refunds give back all of it', async () => {
    const { fulfil, edit, current, refund } = await placed()
    await fulfil({ items: [{ line: 2, quantity: 1 }] })
    const { body } = await edit({ shipping_address: berlin })
    assert.equal(body.success, true, JSON.stringify(body))
    const edited = body.data.order
    // The cup, and the two mugs that are left, at 19 %; the mug that is sent, and shipping, at 20 %.
    assert.deepEqual([body.data.difference, edited.total, edited.tax_total], [-0.25, 47.75, 7.75])
    assert.deepEqual(
      edited.tax_lines.map(({ name, taxable, amount }: Record<string, unknown>) => [name, taxable, amount]),
      [
        ['VAT', 15, 3],
        ['MwSt.', 25, 4.75],
      ],
    )
    assert.deepEqual(linesOf(edited), [
      [1, 1, 0],
      [2, 1, 1],
      [3, 2, 0],
    ])
    assert.equal(edited.fulfillments[0].shipping_address.city, 'London')
    assertRefused(await edit({ shipping_address: leeds, remove: [1] }), 409, 'INVALID_TRANSITION')
    await fulfil()
    assert.deepEqual(
      (await current()).fulfillments.map((sent: { shipping_address: { city: string } }) => sent.shipping_address.city),
      ['London', 'Berlin'],
    )
    await settle()
    for (const line of [1, 2]) assert.equal((await refund({ items: [{ line, quantity: 1 }] })).status, 201)
    assert.equal((await refund({ items: [{ line: 3, quantity: 2 }], shipping: true })).status, 201)
    await settle()
    const ended = await current()
    assert.deepEqual([ended.refunded_total, ended.payment_status], [47.75, 'refunded'])
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('with other lines, too, taxes all of them at the new place', async () => {
    const { mug, edit } = await placed({ included: true })
    const { body } = await edit({
      shipping_address: berlin,
      billing_address: leeds,
      add: [{ product_id: mug.id, quantity: 1 }],
      remove: [1],
    })
    const { order, difference } = body.data
    assert.deepEqual([difference, order.total, order.billing_address.city], [5, 45, 'Leeds'])
    assert.deepEqual(order.tax_lines, [{ name: 'MwSt.', rate: 19, taxable: 45, amount: 7.18 }])
  })

  it('to a place that is not served answers 409 SHIPPING_UNAVAILABLE, after all is sent another', async () => {
    const { edit, fulfil } = await placed()
    assertRefused(await edit({ shipping_address: paris }), 409, 'SHIPPING_UNAVAILABLE')
    await fulfil()
    assertRefused(await edit({ shipping_address: leeds }), 409, 'INVALID_TRANSITION')
  })
})
