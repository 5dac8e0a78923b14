import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Assistant, answered, connect } from '#test/support/assistants.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey } from '#test/support/factories.ts'
import { placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describeShop('tools that give back money or delete', ({ service, shop }) => {
  let origin = ''
  let assistant: Assistant
  before(async () => {
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    assistant = await connect(origin, (await makeApiKey(service, shop)).key)
  })
  const call = (name: string, args: Record<string, unknown>, by: Assistant = assistant) =>
    by.callTool({ name, arguments: args })
  const done = async (name: string, args: Record<string, unknown>) => answered(await call(name, args))
  const isRefused = async (name: string, args: Record<string, unknown>, by: Assistant = assistant) => {
    const { isError, structuredContent } = await call(name, args, by)
    assert.equal(isError, true)
    return (structuredContent as { error: { code: string; details?: { field: string }[] } }).error
  }
  const isOfConfirm = async (name: string, args: Record<string, unknown>, by?: Assistant) => {
    const { code, details } = await isRefused(name, args, by)
    assert.deepEqual([code, details?.[0]?.field], ['VALIDATION_ERROR', 'confirm'])
  }

  async function paidOrder() {
    const placed = await placeOrder(service, shop)
    await done('record_payment', { id: placed.order.id })
    return placed
  }

  it('refund_order shows the order first, and refunds with the confirm of that answer', async () => {
    const { order, current } = await paidOrder()
    const args = { id: order.id, amount: 1.5, reason: 'Late' }
    const { preview, confirm, would } = await done('refund_order', args)
    assert.deepEqual([preview.order_number, preview.amount_paid], [order.order_number, order.total])
    assert.match(would, /given back/)
    assert.equal((await current()).refunded_total, 0, 'nothing has changed')
    await isOfConfirm('refund_order', { ...args, amount: 15, confirm })
    await isOfConfirm('refund_order', { ...args, confirm: 'guessed' })
    await isOfConfirm('cancel_order', { id: order.id, confirm })
    const other = await connect(origin, (await makeApiKey(service, shop)).key)
    await isOfConfirm('refund_order', { ...args, confirm }, other)
    const { refund } = await done('refund_order', { reason: 'Late', amount: 1.5, id: order.id, confirm })
    assert.deepEqual([refund.amount, (await current()).refunded_total], [1.5, 1.5])
    await isOfConfirm('refund_order', { ...args, confirm })
    assert.equal((await current()).refunded_total, 1.5)
  })

  it('refund_order refunds once, if one confirm is sent twice at once', async () => {
    const { order, current } = await paidOrder()
    const args = { id: order.id, amount: 2 }
    const { confirm } = await done('refund_order', args)
    await Promise.all([1, 2, 3].map(() => call('refund_order', { ...args, confirm })))
    assert.equal((await current()).refunded_total, 2)
  })

  it('cancel_order asks again after the order has changed', async () => {
    const { order, current } = await paidOrder()
    const { confirm } = await done('cancel_order', { id: order.id })
    await done('update_order', { id: order.id, note: 'Gift' })
    await isOfConfirm('cancel_order', { id: order.id, confirm })
    const again = await done('cancel_order', { id: order.id })
    const { status } = await done('cancel_order', { id: order.id, confirm: again.confirm })
    assert.deepEqual([status, (await current()).status], ['cancelled', 'cancelled'])
  })

  it('refund_return shows the return first', async () => {
    const { order, shopper } = await paidOrder()
    await done('fulfil_order', { id: order.id })
    const made = await service.request('POST', `/user/orders/${order.id}/returns`, {
      headers: shopper.headers,
      body: { items: [{ line: 1, quantity: 1, reason: 'changed_mind' }] },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body.data
    assert.equal((await done('list_returns', { order_id: order.id })).items[0].id, id)
    await done('decide_return', { id, status: 'approved' })
    await done('decide_return', { id, status: 'received', items: [{ line: 1, quantity: 1, condition: 'resell' }] })
    const { preview, confirm } = await done('refund_return', { id, refund: 'full' })
    assert.equal(preview.order_number, order.order_number)
    assert.equal((await done('refund_return', { id, refund: 'full', confirm })).status, 'refunded')
  })

  it('change_products shows a sample first, and runs as a job', async () => {
    const products = [await makeProduct(service, shop), await makeProduct(service, shop)]
    const ids = products.map(({ id }) => id)
    const args = { ids, change: { status: 'draft' } }
    const { preview, confirm } = await done('change_products', args)
    assert.deepEqual([preview.matched, preview.sample.length], [2, 2])
    assert.equal((await done('get_product', { id: ids[0] })).status, 'active')
    await done('update_product', { id: ids[0], status: 'draft' })
    await isOfConfirm('change_products', { ...args, confirm })
    const again = await done('change_products', args)
    const { id } = await done('change_products', { ...args, confirm: again.confirm })
    assert.equal((await done('get_product_change', { id })).total, 2)
    await until(async () => (await done('get_product', { id: ids[0] })).status === 'draft', 'the job')
  })

  it('delete_product shows the product first', async () => {
    const { id } = await makeProduct(service, shop)
    const { preview, confirm } = await done('delete_product', { id })
    assert.equal(preview.id, id)
    assert.deepEqual(await done('delete_product', { id, confirm }), { id, outcome: 'deleted' })
    assert.equal((await isRefused('get_product', { id })).code, 'NOT_FOUND')
  })
})
