import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { decoded, orderMailTools } from '#test/support/order-mails.ts'
import { staffOn } from '#test/support/orders.ts'
import { london } from '#test/support/selling.ts'

describeService('mails about another address', startMailingApp, ({ service }) => {
  let merchant: TestMerchant
  beforeEach(async () => {
    merchant = await makeMerchant(service)
  })
  const tools = orderMailTools(() => ({ service, merchant }))
  const { placeOrder, deliver } = tools
  const settings = (mail: object) =>
    service.request('PATCH', '/admin/merchant', { headers: merchant.owner.headers, body: { mail } })

  it('each correction of the address is one mail with it; other corrections are none', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await shopper.pay(order.id)
    await deliver()
    const { correct } = staffOn(service, merchant, order.id)
    assert.equal((await correct({ tags: ['a'], billing_address: london, phone: '+442079460958' })).status, 200)
    assert.deepEqual(await deliver(), [])
    for (const line1 of ['1 Park Row', '2 Park Row']) {
      const { version } = (await correct({ shipping_address: { ...london, line1 } })).body.data
      const [mail, ...others] = await deliver()
      assert.deepEqual(others, [])
      assert.equal(mail?.messageId, `<address-change-${order.id}-${version}@platform.example>`)
      assert.equal(mail?.subject, `Your order ${order.order_number} goes to another address`)
      assert.ok(mail && decoded(mail).includes(line1))
    }
  })

  it('a shop that has switched them off sends none', async () => {
    const { order } = await placeOrder(service, merchant)
    await deliver()
    const answer = await settings({ address_change: false })
    const { order_confirmation, shipment, refund, address_change } = answer.body.data.mail
    assert.deepEqual([order_confirmation, shipment, refund, address_change], [true, true, true, false])
    await staffOn(service, merchant, order.id).correct({ shipping_address: london })
    assert.deepEqual(await deliver(), [])
  })
})
