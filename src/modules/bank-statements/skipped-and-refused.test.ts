import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bankingIn, bankOf, statesOf } from '#test/support/bank-statements.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { cardsOf, makeCardProduct } from '#test/support/stored-value.ts'
import { bankStatementBackground } from './jobs.ts'

describeService('what a bank statement may be, may do, and leaves behind', ({ service }) => {
  const { makeShop, readOrder, payments } = bankingIn(service)

  it('what is no file of a bank answers 415, more than 8 MiB 413', async () => {
    const { shop, bank } = await makeShop()
    for (const type of ['application/json', 'text/plain'])
      assertRefused(await bank.send('{}', type), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const nothing = await service.request('POST', '/admin/payments/statement', { headers: shop.owner.headers })
    assertRefused(nothing, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await bank.send(Buffer.alloc(8_388_609, ' ')), 413, 'PAYLOAD_TOO_LARGE')
  })

  it('an order with gift cards is not recorded without gift_cards.write', async () => {
    const { shop, shopper } = await makeShop()
    const card = await makeCardProduct(service, shop)
    const { id, order_number } = (await shopper.order([{ product_id: card.id, quantity: 1 }])).body.data
    const { amount_due } = await readOrder(shop, id)
    const bank = bankOf(service, shop, (await makeApiKey(service, shop, ['orders.write'])).headers)
    const statement = await bank.credits({ amount: amount_due, text: order_number })
    assert.deepEqual(statesOf(statement), [['proposed', 'not_permitted', id]])
    const confirmed = await bank.confirm(statement.id, [statement.credits[0].id])
    assert.deepEqual(statesOf(confirmed.body.data), [['proposed', 'not_permitted', id]])
    assert.deepEqual(await payments(shop, id), [])
    assert.deepEqual(await cardsOf(service, shop, id), [])
    const owner = await bankOf(service, shop).confirm(statement.id, [statement.credits[0].id])
    assert.deepEqual(statesOf(owner.body.data), [['recorded', null, id]])
  })

  it('the audit log has the file and each payment, and nothing of the payers', async () => {
    const { shop, order, bank } = await makeShop()
    const { order_number } = await order()
    const { id } = await bank.credits({ amount: 25, name: 'Ada Lovelace', text: order_number })
    const log = await service.request('GET', '/admin/audit-log?limit=3', { headers: shop.owner.headers })
    assert.deepEqual(log.body.data.items.map(({ action }: { action: string }) => action).sort(), [
      'bank_statement.imported',
      'order.updated',
      'payment.recorded',
    ])
    assert.ok(log.body.data.items.some(({ target }: { target: { id: string } }) => target.id === id))
    assert.equal(JSON.stringify(log.body).includes('Lovelace'), false)
  })

  it('are deleted after 180 days; the payment stays', async () => {
    const { shop, order, bank } = await makeShop()
    const { id: orderId, order_number } = await order()
    const old = await bank.credits({ amount: 25, text: order_number })
    const fresh = await bank.credits({ amount: 25, text: order_number }, { amount: 1, text: 'Rent' })
    const { pool } = service.deps
    const age = 'update bank_credits set created_at = created_at - $2::interval where id = $1'
    const ageOf = 'update bank_statements set created_at = created_at - $2::interval where id = $1'
    const run = () => bankStatementBackground.sweeps?.[0]?.run(service.deps as never)
    await pool.query(age, [old.credits[0].id, '179 days'])
    await pool.query(ageOf, [old.id, '179 days'])
    await run()
    assert.equal((await bank.read(old.id)).credits.length, 1)
    await pool.query(age, [old.credits[0].id, '2 days'])
    await pool.query(ageOf, [old.id, '2 days'])
    await run()
    assert.equal(await bank.read(old.id), undefined)
    assert.deepEqual(statesOf(await bank.read(fresh.id)), [['unmatched', null, null]])
    assert.equal((await payments(shop, orderId)).length, 1)
    // Sent again, it is new, and the order takes no second payment.
    const again = await bank.credits({ amount: 25, text: order_number })
    assert.deepEqual(statesOf(again), [['unmatched', 'order_paid', orderId]])
  })

  it('who paid is forgotten with the account of the order', async () => {
    const { shopper, order, bank } = await makeShop()
    const { order_number } = await order()
    const { id } = await bank.credits(
      { amount: 20, name: 'Ada Lovelace', text: order_number },
      { amount: 20, name: 'Grace Hopper', text: 'Rent' },
    )
    await shopper.cancel((await bank.read(id)).credits[0].order_id)
    const gone = await service.request('DELETE', '/user/profile', {
      headers: shopper.headers,
      body: { current_password: shopper.password },
    })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    const names = (await bank.read(id)).credits.map(({ name, text }: { name: string; text: string }) => [name, text])
    assert.deepEqual(names, [
      [null, null],
      ['Grace Hopper', 'Rent'],
    ])
  })
})
