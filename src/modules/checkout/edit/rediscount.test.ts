import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { berlin, makeInvoicingShop, makeOrder } from '#test/support/invoices.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { changePromotion, makePromotion } from '#test/support/promotions.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

interface Discount {
  promotion_id: string | null
  amount: number
}

describeService('recalculate_discounts of edits', ({ service }) => {
  let shop: TestMerchant
  beforeEach(async () => {
    shop = await makeInvoicingShop(service, {}, { invoices: null })
  })
  after(async () => {
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  const anew = { recalculate_discounts: true }
  const promote = (fields: object = {}) => makePromotion(service, shop, { ...fields })
  const usesOf = async (promotionId: string) => {
    const { rows } = await sql<{ order_id: string; amount: number }>`
      select order_id, amount_minor::int as amount from promotion_uses
       where promotion_id = ${promotionId} and not released`.execute(service.deps.db)
    return rows
  }
  const usedOf = async (promotionId: string) => {
    const { rows } = await sql<{ used: number }>`
      select used from promotion_counters where promotion_id = ${promotionId}`.execute(service.deps.db)
    return rows[0]?.used
  }
  async function done(answer: Promise<{ status: number; body: { data: Edited } }>) {
    const { status, body } = await answer
    assert.equal(status, 201, JSON.stringify(body))
    const { order } = body.data
    const sum = (amounts: number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100
    const ofItems = sum(order.items.map(({ discount }) => discount))
    assert.equal(order.discount_total, ofItems)
    assert.equal(sum(order.discounts.map(({ amount }) => amount)), ofItems)
    return body.data
  }

  it('a promotion that began meanwhile makes an order cheaper; refunds of its units sum to the total', async () => {
    const made = await makeOrder(service, shop, [
      { price: 9.99, quantity: 3 },
      { price: 33.33, taxClass: 'reduced' },
    ])
    await made.pay()
    const { id } = await promote({ percent: 12.5, usage_limit: 1 })
    const { order, difference } = await done(made.edit(anew))
    assert.deepEqual([order.total, difference, order.amount_paid, order.payment_status], [55.38, -7.92, 55.38, 'paid'])
    assert.deepEqual(
      order.tax_lines.map(({ rate, taxable, amount }) => [rate, taxable, amount]),
      [
        [20, 26.22, 4.37],
        [7, 29.16, 1.91],
      ],
    )
    assert.deepEqual([order.refunds[0]?.amount, order.refunds[0]?.edit], [7.92, true])
    assert.deepEqual(await usesOf(id), [{ order_id: made.id, amount: 792 }])
    assert.equal(await usedOf(id), 1)
    let refunded = 0
    for (const line of [1, 2, 1, 1]) {
      const given = await made.refund({ items: [{ line, quantity: 1 }] })
      assert.equal(given.status, 201, JSON.stringify(given.body))
      refunded += given.body.data.refund.amount
    }
    assert.deepEqual([Math.round(refunded * 100), (await made.current()).status], [5_538, 'cancelled'])
  })

  it('without it a promotion of today does not apply', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    await promote()
    const { order } = await done(made.edit({ set: [{ line: 1, quantity: 2 }] }))
    assert.deepEqual([order.total, order.discounts], [20, []])
  })

  it('by default a 3 for 2 follows its lines: a unit that leaves ends it, one that comes begins it', async () => {
    const of = { all: true }
    await promote({ kind: 'buy_x_get_y', buy: { quantity: 2, of }, get: { quantity: 1, of, percent: 100 } })
    const made = await makeOrder(service, shop, [{ price: 60, quantity: 3 }, { price: 22.2 }])
    await made.pay()
    assert.deepEqual([(await made.current()).total, (await made.current()).discount_total], [180, 22.2])
    // Four units: one set, of which the cheapest is free.
    const three = await done(made.edit({ remove: [2] }))
    assert.deepEqual([three.order.total, three.order.discount_total, three.difference], [120, 60, -60])
    const two = await done(made.edit({ set: [{ line: 1, quantity: 2 }] }))
    assert.deepEqual([two.order.total, two.order.discounts, two.difference], [120, [], 0])
    const six = await done(made.edit({ set: [{ line: 1, quantity: 6 }] }))
    assert.deepEqual([six.order.total, six.order.discount_total, six.order.amount_due], [240, 120, 120])

    const plain = await makeOrder(service, shop, [{ price: 30, quantity: 2 }])
    assert.equal(plain.order.discount_total, 0)
    const grown = await done(plain.edit({ set: [{ line: 1, quantity: 3 }] }))
    assert.deepEqual([grown.order.total, grown.order.discount_total], [60, 30])
    const kept = await done(plain.edit({ set: [{ line: 1, quantity: 2 }], recalculate_discounts: false }))
    assert.deepEqual([kept.order.total, kept.order.discount_total], [40, 20])
  })

  it('by default a promotion of the order stays though it has ended; one that began later does not come', async () => {
    const code = await promote({ percent: 20, code: 'PAUSED', usage_limit: 1 })
    const ended = await promote({ percent: 10 })
    const coded = await makeOrder(service, shop, [{ price: 10, quantity: 3 }], { discount_codes: ['paused'] })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    assert.deepEqual([coded.order.total, made.order.total], [24, 27])
    for (const { id } of [code, ended])
      assert.equal((await changePromotion(service, shop, id, { status: 'paused' })).status, 200)
    await promote({ percent: 90 })
    const less = { set: [{ line: 1, quantity: 2 }] }
    assert.equal((await done(coded.edit(less))).order.total, 16)
    assert.equal((await done(made.edit(less))).order.total, 18)
    assert.equal((await done(made.edit(anew))).order.total, 2)
    assert.equal(await usedOf(code.id), 1)
  })

  it('by default what stays keeps its part of a promotion that was deleted since', async () => {
    const gone = await promote({ percent: 10 })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    const path = `/admin/promotions/${gone.id}`
    assert.equal((await service.request('DELETE', path, { headers: shop.owner.headers })).status, 200)
    const { order } = await done(made.edit({ set: [{ line: 1, quantity: 2 }] }))
    assert.deepEqual([order.total, order.discount_total], [18, 2])
  })

  it('by default a minimum that is missed ends the discount, and the order costs what its lines do', async () => {
    await promote({ kind: 'amount', amount: 7, minimum: { subtotal: 60 } })
    const made = await makeOrder(service, shop, [{ price: 20, quantity: 3 }, { price: 5 }])
    await made.pay()
    const still = await done(made.edit({ remove: [2] }))
    assert.deepEqual([still.order.total, still.order.discount_total], [53, 7])
    const missed = await done(made.edit({ set: [{ line: 1, quantity: 2 }] }))
    assert.deepEqual([missed.order.total, missed.order.discounts, missed.difference], [40, [], -13])
  })

  it('a minimum that is missed makes the order dearer; its use is held until that is paid', async () => {
    const { id } = await promote({ kind: 'amount', amount: 9, minimum: { subtotal: 30 }, usage_limit: 1 })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }, { price: 1 }])
    await made.pay()
    assert.equal((await made.current()).total, 22)
    const asked = {
      set: [{ line: 1, quantity: 2 }],
      remove: [2],
      add: [{ product_id: made.products[1]?.id, quantity: 4 }],
    }
    const { order, difference } = await done(made.edit({ ...asked, ...anew }))
    assert.deepEqual([order.total, difference, order.amount_due, order.discounts], [24, 2, 2, []])
    assert.deepEqual([await usesOf(id), await usedOf(id)], [[{ order_id: made.id, amount: 0 }], 1])
    await made.pay()
    assert.deepEqual([await usesOf(id), await usedOf(id)], [[], 0])
    assert.equal((await made.current()).payment_status, 'paid')
  })

  it('an edit that is taken back has its discounts and uses again, and none that came', async () => {
    const old = await promote({ percent: 50, usage_limit: 1 })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await made.pay()
    const was = await made.current()
    assert.equal((await changePromotion(service, shop, old.id, { status: 'paused' })).status, 200)
    const come = await promote({ percent: 10, usage_limit: 5 })
    const { order } = await done(made.edit(anew))
    assert.deepEqual([order.total, order.discounts.map(({ promotion_id }) => promotion_id)], [18, [come.id]])
    assert.deepEqual([await usedOf(old.id), await usedOf(come.id)], [1, 1])
    await sql`update orders set created_at = now() - interval '1 second', expires_at = now() - interval '1 millisecond'
               where id = ${made.id}`.execute(service.deps.db)
    await runSweep(service, 'expire-unpaid-orders')
    const is = await made.current()
    assert.deepEqual([is.items, is.discounts, is.total], [was.items, was.discounts, was.total])
    assert.deepEqual([await usesOf(old.id), await usedOf(old.id)], [[{ order_id: made.id, amount: 1_000 }], 1])
    assert.deepEqual([await usesOf(come.id), await usedOf(come.id)], [[], 0])
  })

  it('a promotion that has ended falls away, and others can use it', async () => {
    const { id } = await promote({ usage_limit: 1 })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    assert.equal(made.order.total, 18)
    assert.equal((await changePromotion(service, shop, id, { status: 'paused' })).status, 200)
    const { order } = await done(made.edit(anew))
    assert.deepEqual([order.total, order.discounts], [20, []])
    assert.equal(await usedOf(id), 0)
    assert.equal((await changePromotion(service, shop, id, { status: 'active' })).status, 200)
    const next = await makeOrder(service, shop, [{ price: 10 }])
    assert.equal(next.order.total, 9)
    assert.equal((await done(made.edit(anew))).order.total, 20)
    assert.equal(await usedOf(id), 1)
  })

  it('its own use does not count against limits: a code, one for all and one for a customer, stays', async () => {
    const code = { code: 'ONCE', usage_limit: 1, per_customer_limit: 1, customers: { new_only: true } }
    const { id } = await promote({ percent: 20, ...code })
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }], { discount_codes: ['once'] })
    const { order } = await done(made.edit({ set: [{ line: 1, quantity: 3 }], ...anew }))
    assert.deepEqual([order.total, order.discounts[0]?.amount], [24, 6])
    assert.deepEqual([await usesOf(id), await usedOf(id)], [[{ order_id: made.id, amount: 600 }], 1])
    const shopper = await makeShopper(service, shop)
    const items = made.items.map((item) => ({ ...item, quantity: 1 }))
    const refused = await shopper.order(items, { shipping_address: berlin, discount_codes: ['ONCE'] })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'DISCOUNT_UNAVAILABLE'])
  })

  it('of edits at once, no more than the limit get a promotion', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => makeOrder(service, shop, [{ price: 10 }])))
    const { id } = await promote({ usage_limit: 2 })
    const edited = await Promise.all(orders.map((order) => done(order.edit(anew))))
    assert.deepEqual(edited.map(({ order }) => order.total).sort(), [10, 10, 9, 9])
    assert.deepEqual([(await usesOf(id)).length, await usedOf(id)], [2, 2])
  })

  it('prices by the edit take no discount, and preview changes nothing', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }, { price: 5 }])
    const { id } = await promote({ usage_limit: 3 })
    const was = await made.current()
    const add = [
      { product_id: made.products[1]?.id, quantity: 1 },
      { product_id: made.products[1]?.id, quantity: 1, price: 3 },
    ]
    const body = { reprice: [{ line: 1, price: 8 }], add, ...anew }
    const shown = await done(made.edit({ ...body, preview: true }))
    assert.deepEqual(
      shown.order.items.map(({ line, discount }) => [line, discount]),
      [
        [1, 0],
        [2, 0.5],
        [3, 0.5],
        [4, 0],
      ],
    )
    assert.deepEqual([await made.current(), await usesOf(id), await usedOf(id)], [was, [], 0])
    assert.equal((await done(made.edit(body))).order.total, shown.order.total)
    assert.equal((await done(made.edit(anew))).order.total, shown.order.total)
  })

  it('a discount by staff stays after promotions, and so does free shipping', async () => {
    const mug = await makeProduct(service, shop, { price: 10, onHand: 2 })
    const made = await service.request('POST', '/admin/orders', {
      headers: shop.owner.headers,
      body: {
        customer: { email: 'ada@example.com' },
        items: [{ product_id: mug.id, quantity: 1, price: 8 }],
        custom_items: [{ name: 'Engraving', price: 10, quantity: 1 }],
        discount: { amount: 4, reason: 'Friend' },
        shipping_address: berlin,
      },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await promote()
    const path = `/admin/orders/${made.body.data.id}/edits`
    const kept = await done(service.request('POST', path, { headers: shop.owner.headers, body: anew }))
    assert.deepEqual([kept.order.total, kept.order.discounts.map(({ amount }) => amount)], [14, [4]])

    const free = await promote({ kind: 'free_shipping', combines: true })
    const method = await makeShippingMethod(service, shop, { price: 4.95 })
    const sent = await makeOrder(service, shop, [{ price: 10 }], { shipping_method_id: method })
    await changePromotion(service, shop, free.id, { status: 'paused' })
    const { order } = await done(sent.edit(anew))
    assert.deepEqual([order.shipping_total, (await usesOf(free.id)).length], [0, 1])
  })
})

interface Edited {
  difference: number
  order: {
    total: number
    discount_total: number
    shipping_total: number
    amount_paid: number
    amount_due: number
    payment_status: string
    discounts: Discount[]
    items: { line: number; discount: number }[]
    refunds: { amount: number; edit?: boolean }[]
    tax_lines: { rate: number; taxable: number; amount: number }[]
  }
}
