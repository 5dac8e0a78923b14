import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'

describeService('refusals of invoices', ({ service }) => {
  it('Idempotency-Key: again answers the same, for another order 422, during another 409', async () => {
    const shop = await makeInvoicingShop(service)
    const order = await makeOrder(service, shop)
    const another = await makeOrder(service, shop)
    const send = (path: string, key: string, { id } = order) =>
      service.request('POST', `/admin/orders/${id}/${path}`, {
        headers: { ...shop.owner.headers, 'idempotency-key': key },
        body: {},
      })
    for (const path of ['invoice', 'invoice/correct']) {
      const key = unique('key')
      const first = await send(path, key)
      assert.equal(first.status, 201, path)
      assert.deepEqual((await send(path, key)).body, first.body)
      assertRefused(await send(path, key, another), 422, 'IDEMPOTENCY_KEY_REUSED')
      const other = unique('key')
      const during = await duringAnother(service, shop.owner.id, other, () => send(path, other))
      assertRefused(during, 409, 'IDEMPOTENCY_IN_PROGRESS')
    }
    assert.equal((await order.papers()).length, 3)
  })

  it('GET …/invoice as facturx or ubl answers 409 where an item has several taxes; the PDF stays', async () => {
    const shop = await makeInvoicingShop(service)
    const { headers } = shop.owner
    const tax = { country: 'DE', region: null, tax_class: 'standard' }
    const rates = [
      { ...tax, name: 'VAT', rate: 19 },
      { ...tax, name: 'City tax', rate: 5 },
    ]
    assert.equal((await service.request('PUT', '/admin/tax-rates', { headers, body: { rates } })).status, 200)
    const order = await makeOrder(service, shop, [{ price: 10 }])
    await order.pay()
    await numberAll(service, shop)
    for (const format of ['facturx', 'ubl']) {
      const refused = await order.page(`?format=${format}`)
      assertRefused(refused, 409, 'CONFLICT')
      assert.match(refused.body.error.message, /several taxes/)
      const own = await order.shopper.get(`/user/orders/${order.id}/invoice?format=${format}`)
      assertRefused(own, 409, 'CONFLICT')
    }
    const pdf = await order.page('?format=pdf')
    assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  })
})
