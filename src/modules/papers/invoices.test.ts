import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { invoiceSettings, makeInvoicingShop, makeOrder, numberAll, numbersOf } from '#test/support/invoices.ts'
import { assertRefused, makePaidOrder } from '#test/support/orders.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { differences } from '#test/upgrade/recount.ts'

describeService('invoices', ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service)
  })

  const worked = [
    { name: 'Κούπα', price: 9.99, quantity: 3 },
    { name: 'Книга', price: 0.05, taxClass: 'reduced' },
    { name: 'Bücher', price: 33.33, taxClass: 'reduced' },
  ]
  const frozen = async (id: string) =>
    (
      await service.deps.pool.query(
        'select data from invoices where order_id = $1 order by issued_at, caused_at, kind, number',
        [id],
      )
    ).rows.map(({ data }) => data)

  it('GET /admin/orders/{id}/invoice answers 404 until the order is paid and numbered, then the page', async () => {
    const method = await makeShippingMethod(service, shop, { price: 4.95 })
    const order = await makeOrder(service, shop, worked, { shipping_method_id: method })
    assertRefused(await order.page(), 404, 'NOT_FOUND')
    await order.pay()
    assertRefused(await order.page(), 404, 'NOT_FOUND')
    await numberAll(service, shop)
    const page = await order.page()
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
    for (const text of ['Invoice', 'INV-1', 'Κούπα', 'Книга', 'Bücher', 'VAT ID DE136695976', 'HRB 1', '68.30'])
      assert.ok(page.body.includes(text), text)
    const [data] = await frozen(order.id)
    assert.deepEqual(
      data.taxes.map(({ rate, taxable, tax }: Record<string, number>) => [rate, taxable, tax]),
      [
        [20, 2_910, 582],
        [7, 3_120, 218],
      ],
    )
    assert.deepEqual(
      [data.totals.lines, data.totals.charges, data.totals.net, data.totals.tax, data.totals.gross, data.totals.due],
      [5_618, 412, 6_030, 800, 6_830, 0],
    )
    assert.deepEqual(
      [data.issue_date, data.order_number, data.buyer.name, data.payments[0].method],
      [new Date().toISOString().slice(0, 10), order.order.order_number, 'Ada Lovelace', 'manual'],
    )
    const own = await order.shopper.get(`/user/orders/${order.id}/invoice`)
    assert.deepEqual([own.status, own.body], [200, page.body])
    const [listed] = (await order.shopper.get(`/user/orders/${order.id}/invoices`)).body.data.invoices
    assert.deepEqual(
      [listed.type, listed.number, listed.total, listed.tax_total, listed.currency, listed.corrects],
      ['invoice', 'INV-1', 68.3, 8, 'EUR', null],
    )
  })

  it('test payments take no number, and their refunds neither', async () => {
    const own = await makeInvoicingShop(service)
    const paid = await makePaidOrder(service, own, [1])
    await paid.refund({ amount: 1 })
    await numberAll(service, own)
    assert.deepEqual(await numbersOf(service, own), [])
    const { headers } = own.owner
    const path = `/admin/orders/${paid.order.id}/invoice`
    assertRefused(await service.request('GET', path, { headers }), 404, 'NOT_FOUND')
    assertRefused(await service.request('POST', path, { headers }), 409, 'CONFLICT')
  })

  it('POST /admin/orders/{id}/invoice of an unpaid order answers 201; its payment takes no second number', async () => {
    const order = await makeOrder(service, shop, [{ price: 10 }])
    const issued = await order.invoice()
    assert.equal(issued.status, 201)
    const { number } = issued.body.data
    assertRefused(await order.invoice(), 409, 'CONFLICT')
    assert.match((await order.page()).body, /To pay EUR<\/td><td class="number">10\.00/)
    await order.pay()
    await numberAll(service, shop)
    assert.deepEqual(
      (await order.papers()).map((paper: { number: string }) => paper.number),
      [number],
    )
  })

  it('an invoiced order that is cancelled unpaid gets a credit note of all of it', async () => {
    const order = await makeOrder(service, shop, [{ price: 10 }])
    const { number } = (await order.invoice()).body.data
    await order.move('cancelled')
    await numberAll(service, shop)
    const [, note] = await order.papers()
    assert.deepEqual([note.type, note.total, note.corrects], ['credit_note', 10, number])
    const page = await order.page(`?number=${note.number}`)
    assert.match(page.body, /Credit note/)
    assert.match(page.body, new RegExp(`${number} of `))
  })

  it('POST /admin/orders/{id}/invoice of an order from before the setting credits what it has refunded', async () => {
    const late = await makeMerchant(service, { currency: 'EUR' })
    const order = await makeOrder(service, late, [{ price: 10, quantity: 2 }])
    await order.pay()
    await order.refund({ items: [{ product_id: order.products[0]?.id, quantity: 1 }] })
    assertRefused(await order.invoice(), 409, 'CONFLICT')
    assertRefused(await order.page(), 404, 'NOT_FOUND')
    const { headers } = late.owner
    await service.request('PATCH', '/admin/merchant', { headers, body: { invoices: invoiceSettings } })
    await numberAll(service, late)
    assert.deepEqual(await numbersOf(service, late), [])
    assert.equal((await order.invoice()).body.data.total, 20)
    assert.deepEqual(
      (await order.papers()).map(({ type, number, total }: Record<string, unknown>) => [type, number, total]),
      [
        ['invoice', 'INV-1', 20],
        ['credit_note', 'INV-CN-1', 10],
      ],
    )
  })

  it('refunds of units and of an amount have one credit note each, with the tax by rate', async () => {
    const order = await makeOrder(service, shop, worked)
    await order.pay()
    await order.refund({ items: [{ product_id: order.products[0]?.id, quantity: 1 }] })
    await order.refund({ amount: 5 })
    await numberAll(service, shop)
    await numberAll(service, shop)
    const [invoice, units, amount] = await frozen(order.id)
    const { body } = await service.request('GET', `/admin/orders/${order.id}`, { headers: shop.owner.headers })
    for (const [note, refund] of [
      [units, body.data.refunds[0]],
      [amount, body.data.refunds[1]],
    ]) {
      assert.equal(note.type_code, 381)
      assert.deepEqual(note.preceding, { number: invoice.number, issue_date: invoice.issue_date })
      assert.equal(note.totals.gross, Math.round(refund.amount * 100))
      const taxes = refund.tax_lines.filter((line: { taxable: number }) => line.taxable > 0)
      assert.deepEqual(
        note.taxes.map(({ rate, tax }: Record<string, number>) => [rate, tax]).sort(),
        taxes.map(({ rate, amount }: Record<string, number>) => [rate, Math.round((amount ?? 0) * 100)]).sort(),
      )
      assert.equal(note.totals.lines, note.totals.net)
    }
    assert.deepEqual(
      units.lines.map(({ name, quantity, net }: Record<string, unknown>) => [name, quantity, net]),
      [['Κούπα', 1, 832]],
    )
  })

  it('a discount of a line stands on the invoice, without tax, and is given back with its unit', async () => {
    const own = await makeInvoicingShop(service)
    const { headers } = own.owner
    const body = { name: 'Seven off', kind: 'amount', amount: 7, applies_to: { all: true } }
    assert.equal((await service.request('POST', '/admin/promotions', { headers, body })).status, 201)
    const order = await makeOrder(service, own, worked)
    await order.pay()
    await order.refund({ items: [{ product_id: order.products[0]?.id, quantity: 1 }] })
    await numberAll(service, own)
    const [invoice, note] = await frozen(order.id)
    assert.deepEqual(
      invoice.lines.map(({ price, discount, net }: Record<string, unknown>) => [price, discount, net]),
      [
        ['8.3267', 276, 2_222],
        ['0.05', 1, 4],
        ['31.15', 344, 2_771],
      ],
    )
    assert.deepEqual([invoice.totals.gross, invoice.totals.tax, note.totals.gross], [5_635, 638, 889])
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('with `issue_on` fulfilled each fulfilment has an invoice, which sum to the order', async () => {
    const own = await makeInvoicingShop(service, { issue_on: 'fulfilled' })
    const method = await makeShippingMethod(service, own, { price: 4.95 })
    const order = await makeOrder(service, own, worked, { shipping_method_id: method })
    await order.pay()
    await numberAll(service, own)
    assert.deepEqual(await numbersOf(service, own), [])
    const [mug, book] = order.products.map(({ id }) => id)
    await order.fulfil({ items: [{ product_id: mug, quantity: 2 }] })
    await order.fulfil({
      items: [
        { product_id: mug, quantity: 1 },
        { product_id: book, quantity: 1 },
      ],
    })
    // Never sent, so never invoiced.
    await order.refund({ items: [{ product_id: order.products[2]?.id, quantity: 1 }] })
    await order.refund({ items: [{ product_id: mug, quantity: 1 }] })
    await numberAll(service, own)
    const papers = await frozen(order.id)
    assert.deepEqual(
      papers.map(({ type_code, totals }) => [type_code, totals.gross, totals.charges]),
      [
        [380, 1_998 + 495, 412],
        [380, 999 + 5, 0],
        [381, 999, 0],
      ],
    )
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('POST /admin/orders/{id}/invoice/correct credits the invoice and answers 201 with another', async () => {
    const order = await makeOrder(service, shop, [{ price: 12 }])
    assertRefused(await order.correct({}), 404, 'NOT_FOUND')
    await order.pay()
    await numberAll(service, shop)
    const [{ number }] = await order.papers()
    const address = { name: 'Grace Hopper', line1: 'Navy Yard', city: 'Wien', postal_code: '1010', country: 'AT' }
    const wrong = await order.correct({ vat_number: 'AT1' })
    assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'vat_number'])
    const body = { billing_address: address, vat_number: 'ATU33864707', reason: 'Wrong buyer' }
    const { status, body: answer } = await order.correct(body)
    assert.equal(status, 201)
    assert.deepEqual([answer.data.credit_note.corrects, answer.data.invoice.corrects], [number, number])
    const [, note, again] = await frozen(order.id)
    assert.deepEqual([note.notes, note.buyer.name], [['Wrong buyer'], 'Ada Lovelace'])
    assert.deepEqual([again.buyer.name, again.buyer.vat_id, again.totals.gross], ['Grace Hopper', 'ATU33864707', 1_200])
    assert.match((await order.page()).body, /Grace Hopper/)
    await order.refund({ amount: 1 })
    await numberAll(service, shop)
    assertRefused(await order.correct({}), 409, 'CONFLICT')
  })

  it('of an unknown order, and of another number, everything is 404', async () => {
    const order = await makeOrder(service, shop)
    await order.pay()
    await numberAll(service, shop)
    assertRefused(await order.page('?number=INV-99999'), 404, 'NOT_FOUND')
    const { headers } = shop.owner
    for (const [method, action] of [
      ['POST', 'invoice'],
      ['POST', 'invoice/correct'],
      ['GET', 'invoice'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined
      const path = `/admin/orders/${shop.id}/${action}`
      assertRefused(await service.request(method, path, { headers, body }), 404, 'NOT_FOUND')
    }
  })

  it('an invoice of another buyer’s account stays when the account is erased', async () => {
    const order = await makeOrder(service, shop)
    await order.pay()
    await numberAll(service, shop)
    const before = (await order.page()).body
    const { headers } = order.shopper
    const { body } = await service.request('GET', '/user/export', { headers })
    assert.equal(body.data.invoices[0].order_id, order.id)
    const erased = await service.request('DELETE', '/user/profile', {
      headers,
      body: { current_password: order.shopper.password },
    })
    assert.equal(erased.status, 200)
    assert.equal((await order.page()).body, before)
    assert.match(before, /Ada Lovelace/)
  })

  it('issuing and correcting are in the audit log, and what the job gives is not', async () => {
    const order = await makeOrder(service, shop)
    const { number } = (await order.invoice()).body.data
    await order.correct({})
    const { headers } = shop.owner
    const log = await service.request('GET', `/admin/audit-log?target=${order.id}`, { headers })
    const entries = log.body.data.items.map(({ action, changes }: Record<string, unknown>) => [action, changes])
    const [, , again] = await order.papers()
    assert.deepEqual(entries, [
      ['order.invoice_corrected', { number: [number, again.number] }],
      ['order.invoiced', { number: [null, number] }],
    ])
  })
})
