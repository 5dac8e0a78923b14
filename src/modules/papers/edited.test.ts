import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'

describeService('invoices of edited orders', ({ service }) => {
  it('an edit of an invoiced order credits the invoice and issues it anew; before its number it does not', async () => {
    const shop = await makeInvoicingShop(service)
    const order = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    await order.pay()
    assert.equal((await order.edit({ set: [{ line: 1, quantity: 2 }] })).status, 201)
    await numberAll(service, shop)
    const kinds = async () =>
      (await order.papers()).map((paper: { type: string; total: number }) => [paper.type, paper.total]).sort()
    assert.deepEqual(await kinds(), [['invoice', 20]])
    assert.equal((await order.edit({ set: [{ line: 1, quantity: 1 }] })).status, 201)
    await numberAll(service, shop)
    assert.deepEqual(await kinds(), [
      ['credit_note', 20],
      ['invoice', 10],
      ['invoice', 20],
    ])
  })
})
