import assert from 'node:assert/strict'
import { it } from 'node:test'
import { creditorReference } from '#src/platform/lib/creditor-reference.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { bankingIn, bankOf, camtOf, entryOf, statesOf } from '#test/support/bank-statements.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeStaff } from '#test/support/factories.ts'
import { berlin } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'

describeService('POST /admin/payments/statement', ({ service }) => {
  const { makeShop, readOrder, payments } = bankingIn(service)

  it('records credits that name an order by number or reference, and pay all of it', async () => {
    const { shop, order, bank } = await makeShop()
    const orders = [await order(), await order(), await order(), await order()]
    const [one, two, three, four] = orders.map(({ order_number }) => order_number) as [string, string, string, string]
    const statement = await bank.credits(
      { amount: '25.00', name: 'Ada Lovelace', text: `Order ${one}, thank you` },
      { amount: 25, text: ['Bestellung', two.slice(0, 4), `${two.slice(4).replace('-', ' ')} Danke`] },
      { amount: 25, reference: creditorReference(three) },
      {
        amount: 25,
        text: creditorReference(four)
          .replace(/(.{4})/g, '$1 ')
          .toLowerCase(),
      },
    )
    assert.deepEqual(
      statesOf(statement),
      orders.map(({ id }) => ['recorded', null, id]),
    )
    const [credit] = statement.credits
    assert.deepEqual(
      [credit.amount, credit.currency, credit.name, credit.text, credit.booked_on],
      [25, 'EUR', 'Ada Lovelace', `Order ${one}, thank you`, '2026-11-27'],
    )
    assert.deepEqual(await bank.read(statement.id), statement)
    for (const { id } of orders) {
      const { status, payment_status } = await readOrder(shop, id)
      assert.deepEqual([status, payment_status], ['paid', 'paid'])
      const [payment, ...more] = await payments(shop, id)
      assert.deepEqual(
        [payment.method, payment.status, payment.amount, payment.reference, more],
        ['manual', 'succeeded', 25, 'Bank statement, 2026-11-27', []],
      )
    }
  })

  it('proposes what is not sure, and says why an order cannot be paid', async () => {
    const { shop, shopper, order, bank } = await makeShop()
    const [short, long, first, second, paid, cancelled, foreign] = [
      ...[await order(), await order(), await order(1), await order(1), await order(), await order(), await order()],
    ] as { id: string; order_number: string }[] as [Placed, Placed, Placed, Placed, Placed, Placed, Placed]
    await service.request('POST', `/admin/orders/${paid.id}/payments`, {
      headers: shop.owner.headers,
      body: { method: 'manual' },
    })
    await shopper.cancel(cancelled.id)
    const statement = await bank.credits(
      { amount: 20, text: short.order_number },
      { amount: 30, text: long.order_number },
      { amount: 25, text: `${first.order_number} ${second.order_number}` },
      { amount: 25, text: paid.order_number },
      { amount: 25, text: cancelled.order_number },
      { amount: 25, currency: 'CHF', text: foreign.order_number },
      { amount: 25, text: 'Rent' },
    )
    assert.deepEqual(statesOf(statement), [
      ['proposed', 'amount_differs', short.id],
      ['proposed', 'amount_differs', long.id],
      ['proposed', 'several_orders', first.id],
      ['unmatched', 'order_paid', paid.id],
      ['unmatched', 'order_cancelled', cancelled.id],
      ['unmatched', 'other_currency', foreign.id],
      ['unmatched', null, null],
    ])
    for (const { id } of [short, long, first, second, foreign]) assert.deepEqual(await payments(shop, id), [])
  })

  it('proposes an open order by the name of the payer and the amount', async () => {
    const { order, bank } = await makeShop()
    const name = 'Änne Müller-Lüdenscheid'
    const { id } = await order(3, { billing_address: { ...berlin, name } })
    const statement = await bank.credits(
      { amount: 37.5, name: 'MUELLER-LUEDENSCHEID AENNE', text: 'thanks' },
      { amount: 37, name, text: 'thanks' },
      { amount: 37.5, name: 'Karl Müller', text: 'thanks' },
    )
    assert.deepEqual(statesOf(statement), [
      ['proposed', 'by_name', id],
      ['unmatched', null, null],
      ['unmatched', null, null],
    ])
  })

  it('the same file, or one with the same days, records nothing twice', async () => {
    const { shop, order, bank } = await makeShop()
    const [one, two] = [await order(), await order()]
    const yesterday = entryOf({ amount: 25, text: one.order_number, bankReference: '2026112700000001' })
    const open = entryOf({ amount: 25, name: 'Nobody', text: 'Rent' })
    const today = entryOf({ amount: 25, day: '2026-11-28', text: two.order_number })
    const send = async (...entries: string[]) => (await bank.send(camtOf(entries))).body.data
    assert.deepEqual(statesOf(await send(yesterday, open)), [
      ['recorded', null, one.id],
      ['unmatched', null, null],
    ])
    const again = await send(yesterday, open, today)
    assert.deepEqual(statesOf(again), [
      ['known', null, one.id],
      ['known', null, null],
      ['recorded', null, two.id],
    ])
    assert.equal(typeof again.credits[0].recorded_at, 'string')
    // Two people pay the same: the second is another credit.
    assert.deepEqual(statesOf(await send(open, open)), [
      ['known', null, null],
      ['unmatched', null, null],
    ])
    for (const { id } of [one, two]) assert.equal((await payments(shop, id)).length, 1)
  })

  it('the same file twice at once records each credit once', async () => {
    const { shop, order, bank } = await makeShop()
    const orders = [await order(), await order(), await order()]
    const file = camtOf(orders.map(({ order_number }) => entryOf({ amount: 25, text: order_number })))
    const answers = await Promise.all([bank.send(file), bank.send(file), bank.send(file)])
    const all = answers.flatMap(({ body }) => body.data.credits)
    assert.equal(all.filter(({ state }) => state === 'recorded').length, 3)
    assert.equal(all.filter(({ state }) => state === 'known').length, 6)
    for (const { id } of orders) assert.equal((await payments(shop, id)).length, 1)
  })

  it('confirm twice at once, and while staff records the payment, pays the order once', async () => {
    const { shop, order, bank } = await makeShop()
    const [one, two] = [await order(), await order()]
    const statement = await bank.credits({ amount: 25, text: 'Rent' }, { amount: 25, text: 'Gift' })
    const [rent, gift] = statement.credits
    const confirm = () => bank.confirm(statement.id, [{ id: rent.id, order_id: one.id }])
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    for (const { status, body } of answers) {
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.data.credits[0].state, body.data.credits[0].order_id], ['recorded', one.id])
    }
    assert.equal((await payments(shop, one.id)).length, 1)
    const [confirmed, recorded] = await Promise.all([
      bank.confirm(statement.id, [{ id: gift.id, order_id: two.id }]),
      service.request('POST', `/admin/orders/${two.id}/payments`, {
        headers: shop.owner.headers,
        body: { method: 'manual' },
      }),
    ])
    assert.equal(confirmed.status, 200)
    assert.equal((await payments(shop, two.id)).length, 1)
    const { state, reason } = (await bank.read(statement.id)).credits[1]
    assert.deepEqual([state, reason], recorded.status === 201 ? ['unmatched', 'order_paid'] : ['recorded', null])
  })

  it('confirm records a part, at most what is due, and what was proposed by its id alone', async () => {
    const { shop, order, bank } = await makeShop()
    const [short, long] = [await order(), await order()]
    const statement = await bank.credits(
      { amount: 20, text: short.order_number },
      { amount: 30, text: long.order_number },
    )
    const { body } = await bank.confirm(
      statement.id,
      statement.credits.map(({ id }: { id: string }) => id),
    )
    assert.deepEqual(statesOf(body.data), [
      ['recorded', null, short.id],
      ['recorded', null, long.id],
    ])
    const { payment_status, amount_due } = await readOrder(shop, short.id)
    assert.deepEqual([payment_status, amount_due], ['partially_paid', 5])
    assert.deepEqual(
      (await payments(shop, long.id)).map(({ amount }: { amount: number }) => amount),
      [25],
    )
    // The rest of the first one comes later, and a confirmed credit stays with its order.
    const rest = await bank.credits({ amount: 5, day: '2026-11-29', text: short.order_number })
    assert.deepEqual(statesOf(rest), [['recorded', null, short.id]])
    const other = await order()
    const again = await bank.confirm(statement.id, [{ id: statement.credits[0].id, order_id: other.id }])
    assert.deepEqual(statesOf(again.body.data)[0], ['recorded', null, short.id])
    assert.deepEqual(await payments(shop, other.id), [])
  })

  it('confirm of an order that cannot be paid says why, and pays nothing', async () => {
    const { shop, shopper, order, bank } = await makeShop()
    const cancelled = await order()
    await shopper.cancel(cancelled.id)
    const statement = await bank.credits({ amount: 25, text: 'Rent' }, { amount: 25, currency: 'CHF', text: 'Rent' })
    const open = await order()
    const [rent, francs] = statement.credits
    const { body } = await bank.confirm(statement.id, [
      { id: rent.id, order_id: cancelled.id },
      { id: francs.id, order_id: open.id },
    ])
    assert.deepEqual(statesOf(body.data), [
      ['unmatched', 'order_cancelled', cancelled.id],
      ['unmatched', 'other_currency', open.id],
    ])
    for (const { id } of [cancelled, open]) assert.deepEqual(await payments(shop, id), [])
  })

  it('of another shop or of none answers 404, without an order 400, without the permission 403', async () => {
    const { shop, order, bank } = await makeShop()
    const { id: orderId } = await order()
    const { id, credits } = await bank.credits({ amount: 25, text: 'Rent' })
    const [credit] = credits
    const rival = await makeShop()
    const foreign = await rival.bank.credits({ amount: 25, text: 'Rent' })
    assertRefused(await rival.bank.confirm(id, [{ id: credit.id, order_id: orderId }]), 404, 'NOT_FOUND')
    assert.equal(await rival.bank.read(id), undefined)
    for (const one of [
      { id: newId(), order_id: orderId },
      { id: foreign.credits[0].id, order_id: orderId },
      { id: credit.id, order_id: newId() },
      { id: credit.id, order_id: (await rival.order()).id },
    ])
      assertRefused(await bank.confirm(id, [one]), 404, 'NOT_FOUND')
    const bare = await bank.confirm(id, [credit.id])
    assertRefused(bare, 400, 'VALIDATION_ERROR')
    assert.equal(bare.body.error.details[0].field, 'credits.0.order_id')
    for (const wrong of [[], ['x'], [{ id: credit.id, amount: 1 }]])
      assertRefused(await bank.confirm(id, wrong), 400, 'VALIDATION_ERROR')
    const viewer = bankOf(service, shop, (await makeStaff(service, shop.id, 'viewer')).headers)
    assertRefused(await viewer.send(camtOf([])), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await viewer.confirm(id, [credit.id]), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal(await viewer.read(id), undefined)
    const key = bankOf(service, shop, (await makeApiKey(service, shop, ['orders.write'])).headers)
    assert.equal((await key.read(id)).id, id)
  })
})

interface Placed {
  id: string
  order_number: string
}
