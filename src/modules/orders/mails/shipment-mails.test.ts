import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { decoded, orderMailTools, subjects } from '#test/support/order-mails.ts'
import type { ReceivedMail } from '#test/support/smtp-server.ts'

/** Jobs and sweeps run when a test says so: what was sent is then all that will be. */
describeService('mails about shipments and refunds', startMailingApp, ({ service }) => {
  let merchant: TestMerchant
  beforeEach(async () => {
    merchant = await makeMerchant(service)
  })

  const tools = orderMailTools(() => ({ service, merchant }))
  const { placeOrder, query, set, deliver, change, insertFulfillment, insertRefund } = tools

  it('each shipment is one mail, with its units and its tracking; a change of tracking is none', async () => {
    const { shopper, order, product } = await placeOrder(service, merchant)
    await shopper.pay(order.id)
    await deliver()
    const ids = [newId(), newId()] as const
    for (const id of ids) await change(order.id, 'fulfilled', insertFulfillment(id, order.id, product.id))
    await change(order.id, 'edited', 'select 1')
    const mails = await deliver()
    assert.deepEqual(
      mails.map(({ messageId }) => messageId).sort(),
      ids.map((id) => `<shipment-${id}@platform.example>`).sort(),
    )
    for (const mail of mails) {
      assert.equal(mail.subject, `Part of your order ${order.order_number} is on its way`)
      assert.ok(/^1 x /m.test(decoded(mail)) && decoded(mail).includes('href="https://track.example/RM1"'))
    }
  })

  it('of two shipments that are mailed when both are sent, only the newer is the rest of the order', async () => {
    const { shopper, order, product } = await placeOrder(service, merchant)
    await shopper.pay(order.id)
    await deliver()
    for (const id of [newId(), newId()])
      await change(order.id, 'fulfilled', insertFulfillment(id, order.id, product.id))
    await query('update order_items set quantity_fulfilled = quantity where order_id = $1', [order.id])
    const [part, rest] = ['Part of your', 'The rest of your'].map((what) => `${what} order ${order.order_number}`)
    assert.deepEqual(subjects(await deliver()), [`${part} is on its way`, `${rest} is on its way`])
  })

  it('each refund is one mail when it has succeeded: none when it begins or fails, nor of nothing', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await shopper.pay(order.id)
    await deliver()
    const [slow, failed, quick] = [newId(), newId(), newId()]
    await change(order.id, 'refunded', insertRefund(slow, order.id, 'pending'))
    await change(order.id, 'refunded', insertRefund(failed, order.id, 'failed'))
    assert.deepEqual(await deliver(), [])
    await change(order.id, 'refunded', insertRefund(newId(), order.id, 'succeeded').replace(' 250,', ' 0,'))
    assert.deepEqual(await deliver(), [])
    await change(order.id, 'refunded', insertRefund(quick, order.id, 'succeeded'))
    await change(
      order.id,
      'refunded',
      `update refunds set status = 'succeeded', settled_at = now() where id = '${slow}'`,
    )
    const mails = await deliver()
    assert.deepEqual(
      mails.map(({ messageId }) => messageId).sort(),
      [slow, quick].map((id) => `<refund-${id}@platform.example>`).sort(),
    )
    assert.match(decoded(mails[0] as ReceivedMail), /^Refunded \(GBP\) +£2\.50/m)
  })

  it('a shop switches off its mails, one by one; others still send theirs', async () => {
    const switches = {
      mail_order_confirmation: ['shipment', 'refund'],
      mail_shipment: ['order-confirmation', 'cancellation', 'refund'],
      mail_refund: ['order-confirmation', 'cancellation', 'shipment'],
    }
    for (const [column, expected] of Object.entries(switches)) {
      merchant = await makeMerchant(service)
      await set(`${column} = false`)
      const { order, product } = await placeOrder(service, merchant)
      await change(order.id, 'fulfilled', insertFulfillment(newId(), order.id, product.id))
      await change(order.id, 'refunded', insertRefund(newId(), order.id, 'succeeded'))
      const other = await placeOrder(service, merchant)
      const sent = await deliver()
      await other.shopper.cancel(other.order.id)
      const kinds = [...sent, ...(await deliver())].map(({ messageId }) => /^<(\D+)-[0-9a-f]/.exec(messageId)?.[1])
      assert.deepEqual([...new Set(kinds)].sort(), expected.toSorted(), column)
    }
  })
})
