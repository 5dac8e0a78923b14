import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { assertRefused, makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const nowhere = { company: null, line2: null, region: null, phone: null }
const leeds = { ...london, line1: '1 Park Row', city: 'Leeds', postal_code: 'LS1 5HN' }

describeShop('PATCH /admin/orders/{id} with corrections', ({ service }) => {
  /** A shop that ships within Great Britain and to Germany, each with its tax, and a paid order of two units. */
  async function placed({ included = true, to = london as object, isPaid = true, quantity = 2 } = {}) {
    const shop = await makeMerchant(service)
    await setSelling(service, shop, { prices_include_tax: included })
    const method = await makeShippingMethod(service, shop, { price: 4.8, countries: ['GB', 'DE'] })
    await setTaxRates(service, shop, [{ rate: 20 }, { country: 'DE', rate: 19, name: 'MwSt.' }])
    const product = await makeProduct(service, shop, { price: 12, onHand: 50 })
    const shopper = await makeShopper(service, shop)
    const body = { shipping_address: to, shipping_method_id: method, email: 'ada@example.com' }
    const order = (await shopper.order([{ product_id: product.id, quantity }], body)).body.data
    if (isPaid) await shopper.pay(order.id)
    const staff = staffOn(service, shop, order.id)
    const read = async () =>
      (await service.request('GET', `/admin/orders/${order.id}`, { headers: shop.owner.headers })).body.data
    return { shop, shopper, product, order, method, ...staff, read, before: await read() }
  }

  it('answers 200 with each field corrected, told as order.updated with their names', async () => {
    const { shop, correct, before } = await placed()
    const clerk = await makeStaff(service, shop.id, 'support')
    const answer = await correct({
      email: 'ada.lovelace@example.com',
      phone: '020 7946 0958',
      tags: ['urgent', ' Gift ', 'URGENT'],
      shipping_address: leeds,
      billing_address: berlin,
      assignee_id: clerk.id,
      expected_version: before.version,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { data } = answer.body
    assert.deepEqual(
      [data.email, data.phone, data.tags, data.assignee_id, data.assignee.id, data.version],
      [...['ada.lovelace@example.com', '+442079460958', ['urgent', 'Gift'], clerk.id, clerk.id], before.version + 1],
    )
    assert.deepEqual(
      [data.shipping_address, data.billing_address],
      [
        { ...nowhere, ...leeds },
        { ...nowhere, postal_code: null, ...berlin },
      ],
    )
    assert.deepEqual([data.total, data.tax_total, data.tax_lines], [before.total, before.tax_total, before.tax_lines])
    const told = (await eventsOf(service, shop.id, 'order.updated')).at(-1)?.data
    assert.deepEqual(
      [told.change, told.fields, told.order.version, 'tags' in told.order, told.order.shipping_address.city],
      [
        'corrected',
        ['email', 'phone', 'shipping_address', 'billing_address', 'tags', 'assignee_id'],
        ...[data.version, false, 'Leeds'],
      ],
    )
    const log = await service.request('GET', `/admin/audit-log?target=${before.id}&action=order.corrected`, {
      headers: shop.owner.headers,
    })
    assert.deepEqual(
      log.body.data.items.map((entry: { changes: object }) => entry.changes),
      [
        {
          fields: [null, 'email, phone, shipping_address, billing_address, tags, assignee_id'],
          assignee_id: [null, clerk.id],
        },
      ],
    )
  })

  it('of an old version answers 409 CONFLICT with the new one; repeated, 200 without a change', async () => {
    const { shop, correct, before } = await placed()
    const change = { shipping_address: leeds, expected_version: before.version }
    const first = await correct(change)
    assert.deepEqual((await correct(change)).body, first.body)
    const late = await correct({ tags: ['late'], expected_version: before.version })
    assertRefused(late, 409, 'CONFLICT')
    assert.deepEqual(late.body.error.details, { version: before.version + 1 })
    assertRefused(await correct({ status: 'processing', expected_version: before.version }), 409, 'CONFLICT')
    assert.equal((await correct({ status: 'processing', expected_version: before.version + 1 })).status, 200)
    const updates = await eventsOf(service, shop.id, 'order.updated')
    assert.equal(updates.filter(({ data }) => data.change === 'corrected').length, 1)
  })

  it('to another tax or total answers 409 PRICE_CHANGED with what it would cost, and changes nothing', async () => {
    for (const [included, preview] of [
      [true, { total: 28.8, tax_total: 4.6, shipping_total: 4.8 }],
      [false, { total: 34.27, tax_total: 5.47, shipping_total: 4.8 }],
    ] as const) {
      const { correct, read, before } = await placed({ included })
      const answer = await correct({ shipping_address: berlin, tags: ['moved'] })
      assertRefused(answer, 409, 'PRICE_CHANGED')
      assert.deepEqual(answer.body.error.details, { preview })
      assert.deepEqual(await read(), before)
    }
  })

  it('keeps the tax of the order where its rates have changed since', async () => {
    const { shop, correct, before } = await placed()
    await setTaxRates(service, shop, [{ rate: 17.5 }])
    const { data } = (await correct({ shipping_address: leeds })).body
    assert.deepEqual([data.shipping_address.city, data.tax_lines], ['Leeds', before.tax_lines])
  })

  it('to a place that the method does not serve answers 409 SHIPPING_UNAVAILABLE', async () => {
    const { shop, method, correct, read, before } = await placed()
    const other = await makeShippingMethod(service, shop, { name: 'World', price: 20 })
    const answer = await correct({ shipping_address: { ...london, country: 'FR', postal_code: '75001' } })
    assertRefused(answer, 409, 'SHIPPING_UNAVAILABLE')
    assert.deepEqual(answer.body.error.details, { shipping_method_id: method, available: [other] })
    assert.deepEqual(await read(), before)
  })

  it('of a partly sent order answers 200: what was sent keeps its address, also once the rest is sent', async () => {
    const { correct, fulfil, read } = await placed()
    await fulfil({ items: [{ line: 1, quantity: 1 }] })
    assert.deepEqual((await read()).fulfillments[0].shipping_address.city, 'London')
    assert.equal((await correct({ shipping_address: leeds })).status, 200)
    assert.equal((await correct({ shipping_address: { ...leeds, line1: '2 Park Row' } })).status, 200)
    await fulfil()
    const { shipping_address, fulfillments } = await read()
    assert.equal(shipping_address.line1, '2 Park Row')
    assert.deepEqual(
      fulfillments.map((sent: { shipping_address: { line1: string } }) => sent.shipping_address.line1),
      [london.line1, '2 Park Row'],
    )
  })

  it('after all is sent answers 409 INVALID_TRANSITION for the address, 200 for e-mail and bill', async () => {
    const { correct, fulfil, read } = await placed()
    await fulfil()
    const sent = await read()
    for (const body of [{ shipping_address: leeds }, { phone: '+442079460958' }])
      assertRefused(await correct(body), 409, 'INVALID_TRANSITION')
    // The same address is no correction.
    assert.equal((await correct({ shipping_address: london })).status, 200)
    const answer = await correct({ email: 'new@example.com', billing_address: leeds, tags: ['late'] })
    assert.deepEqual(
      [answer.status, answer.body.data.email, answer.body.data.billing_address.city, answer.body.data.tags],
      [200, 'new@example.com', 'Leeds', ['late']],
    )
    assert.deepEqual(answer.body.data.shipping_address, sent.shipping_address)
  })

  it('of a cancelled order answers 409 INVALID_TRANSITION', async () => {
    const { correct, move } = await placed({ isPaid: false })
    await move('cancelled')
    assertRefused(await correct({ shipping_address: leeds }), 409, 'INVALID_TRANSITION')
  })

  it('of a billing address that decides the tax answers 409 PRICE_CHANGED', async () => {
    const { shop } = await placed()
    const file = await makeProduct(service, shop, { price: 12, requiresShipping: false })
    const shopper = await makeShopper(service, shop)
    const order = (await shopper.order([{ product_id: file.id, quantity: 1 }], { billing_address: london })).body.data
    const { correct } = staffOn(service, shop, order.id)
    assertRefused(await correct({ billing_address: berlin }), 409, 'PRICE_CHANGED')
    assert.equal((await correct({ billing_address: leeds })).body.data.billing_address.city, 'Leeds')
  })

  it('with wrong values answers 400 with each field, a rule and an example', async () => {
    const { correct, read, before } = await placed()
    const answer = await correct({ phone: '12', tags: ['a,b'], shipping_address: { ...leeds, postal_code: 'X' } })
    assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.deepEqual(
      answer.body.error.details.map(({ field }: { field: string }) => field),
      ['shipping_address.postal_code'],
    )
    const others = await correct({ phone: '12', tags: ['a,b', 'c,'] })
    assert.deepEqual(
      others.body.error.details.map(({ field }: { field: string }) => field),
      ['tags[0]', 'tags[1]', 'phone'],
    )
    for (const assignee_id of [
      newId(),
      'nobody',
      (await makeStaff(service, (await makeMerchant(service)).id, 'viewer')).id,
    ])
      assert.equal((await correct({ assignee_id })).body.error.details[0].field, 'assignee_id')
    for (const body of [
      { expected_version: before.version },
      { email: null },
      { email: 'x' },
      { shipping_address: null },
    ])
      assertRefused(await correct(body), 400, 'VALIDATION_ERROR')
    assert.deepEqual(await read(), before)
  })

  it('GET /admin/orders with tags and assignee_id answers 200 with theirs; so does the export', async () => {
    const { shop, shopper, product, order, correct } = await placed()
    const clerk = await makeStaff(service, shop.id, 'support')
    const other = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    await correct({ tags: ['Urgent', 'gift'], assignee_id: clerk.id })
    await staffOn(service, shop, other.id).correct({ tags: ['gift wrap'] })
    const { headers } = shop.owner
    const found = async (query: string) => {
      const { body } = await service.request('GET', `/admin/orders?${query}`, { headers })
      return body.data.items.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await found('tags=urgent'), [order.id])
    assert.deepEqual(await found('tags=GIFT%20wrap,%20nothing'), [other.id])
    assert.deepEqual(await found('tags=gift,gift%20wrap'), [other.id, order.id])
    assert.deepEqual(await found('tags=gif'), [])
    assert.deepEqual(await found(`assignee_id=${clerk.id}`), [order.id])
    assert.deepEqual(await found('assignee_id=none&status=pending,paid'), [other.id])
    assertRefused(await service.request('GET', '/admin/orders?assignee_id=x', { headers }), 400, 'VALIDATION_ERROR')
    const file = await service.app.inject({ url: '/admin/orders/export?format=ndjson&tags=urgent', headers })
    const rows = file.body
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row))
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [row['order_id'], row['tags'], row['order_phone']]),
      [[order.id, 'Urgent, gift', null]],
    )
  })
})
