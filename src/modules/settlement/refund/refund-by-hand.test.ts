import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, placeOrder, staffOn } from '#test/support/orders.ts'
import { runSweep } from '#test/support/sweeps.ts'

describeShop('refunds of what was paid by hand', ({ service, shop: merchant }) => {
  it('what staff recorded as paid is pending until they mark it as paid back, once', async () => {
    const { order } = await placeOrder(service, merchant)
    const { headers } = merchant.owner
    await service.request('POST', `/admin/orders/${order.id}/payments`, { headers, body: { method: 'manual' } })
    const { refund: give, current, retry } = staffOn(service, merchant, order.id)
    const { refund, order: after } = (await give({ amount: 3 })).body.data
    assert.deepEqual([refund.status, refund.destination, after.payment_status], ['pending', 'manual', 'paid'])
    assert.equal(after.refunded_total, 3)
    assertRefused(await retry(refund.id), 409, 'INVALID_TRANSITION')
    // No sweep marks it.
    await service.deps.pool.query("update refunds set due_at = now() where id = $1 and due_at < 'infinity'", [
      refund.id,
    ])
    await runSweep(service, 'settle-payments')
    assert.equal((await current()).refunds[0].status, 'pending')
    const done = () => service.request('POST', `/admin/orders/${order.id}/refunds/${refund.id}/done`, { headers })
    const answers = await Promise.all([done(), done()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const paid = await current()
    assert.deepEqual(
      [paid.refunds[0].status, paid.refunds[0].destination, paid.payment_status],
      ['succeeded', 'manual', 'partially_refunded'],
    )
  })

  it('what was paid by hand of an order that is cancelled before it is paid is given back by staff', async () => {
    const { order } = await placeOrder(service, merchant)
    const { headers } = merchant.owner
    const { pay, move } = staffOn(service, merchant, order.id)
    assert.equal((await pay({ method: 'manual', amount: 1 })).status, 201)
    assert.equal((await move('cancelled')).status, 200)
    await runSweep(service, 'settle-payments')
    const payments = async () =>
      (await service.request('GET', `/admin/orders/${order.id}/payments`, { headers })).body.data.items
    const [payment] = await payments()
    assert.equal(payment.status, 'refunding')
    const path = `/admin/orders/${order.id}/refunds/${payment.id}/done`
    assert.equal((await service.request('POST', path, { headers })).status, 200)
    assert.equal((await payments())[0].status, 'refunded')
    assertRefused(await service.request('POST', path, { headers }), 409, 'INVALID_TRANSITION')
  })
})
