import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { settlePayments } from '#src/modules/settlement/jobs.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, shopping, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { cardsOf, makeCardProduct, payWith, readGiftCard, setCode } from '#test/support/stored-value.ts'

describeShop('races of bought gift cards', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service, shop: merchant }) => {
  const second = besideService(service, { LOGIN_LIMIT_PER_MINUTE: '0' })
  let shopper: TestShopper
  before(async () => {
    shopper = await makeShopper(service, merchant)
  })

  async function placed(quantity = 1) {
    const card = await makeCardProduct(service, merchant)
    return (await shopper.order([{ product_id: card.id, quantity }])).body.data
  }

  const codeOf = ({ status, body }: TestAnswer) => (status === 201 ? 'done' : body.error.code)

  it('two refunds and a payment with the card at once: either one refund or the payment has the value', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const order = await placed()
      assert.equal((await shopper.pay(order.id)).status, 201)
      const [card] = await cardsOf(service, merchant, order.id)
      const { code } = await setCode(service, merchant, card.id)
      const goods = await makeProduct(service, merchant, { price: 20 })
      const other = (await shopper.order([{ product_id: goods.id, quantity: 1 }])).body.data
      const refund = (at: typeof service) =>
        at.request('POST', `/admin/orders/${order.id}/refunds`, {
          headers: merchant.owner.headers,
          body: { items: [{ line: 1, quantity: 1 }] },
        })
      const spend = () => payWith(second, shopper.headers, other.id, code)
      const [first, paid, again] = await Promise.all(
        round % 2 === 0 ? [refund(service), spend(), refund(second)] : [refund(second), spend(), refund(service)],
      )
      const codes = [first, again].map((answer) => codeOf(answer as TestAnswer)).sort()
      const { status, balance } = await readGiftCard(service, merchant, card.id)
      outcomes.add(codeOf(paid as TestAnswer))
      if (codeOf(paid as TestAnswer) === 'done') {
        assert.deepEqual([codes, status, balance], [['INVALID_TRANSITION', 'INVALID_TRANSITION'], 'active', 30])
      } else {
        assert.equal(codeOf(paid as TestAnswer), 'GIFT_CARD_UNAVAILABLE')
        assert.deepEqual([codes, status, balance], [['INVALID_TRANSITION', 'done'], 'disabled', 0])
      }
    }
    assert.ok(outcomes.size > 0)
  })

  it('an order that is paid by two processes at once issues each of its cards once', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await placed(5)
      const at = [service, second].map((one) => shopping(one, shopper.headers))
      const answers = await Promise.all([0, 1, 0, 1].map((index) => at[index]?.pay(order.id)))
      assert.equal(answers.filter((answer) => answer?.status === 201).length, 1)
      assert.equal((await cardsOf(service, merchant, order.id)).length, 5)
    }
  })

  it('a payment whose cards cannot be issued is not recorded either; the sweep records both, once', async () => {
    const { db } = service.deps
    const order = await placed(3)
    await sql`
      create function refuse_cards() returns trigger language plpgsql as $$ begin raise 'no disk'; end $$`.execute(db)
    await sql`create trigger no_cards before insert on stored_value_entries execute function refuse_cards()`.execute(db)
    const left = (await shopper.pay(order.id)).body.data
    await sql`drop trigger no_cards on stored_value_entries`.execute(db)
    await sql`drop function refuse_cards`.execute(db)
    assert.deepEqual([left.payment.status, left.order.status], ['pending', 'pending'])
    assert.deepEqual(await cardsOf(service, merchant, order.id), [])
    await sql`
      update payments set created_at = created_at - interval '1 minute', due_at = now() where order_id = ${order.id}
      `.execute(db)
    await Promise.all([service, second].map(({ deps }) => settlePayments.run({ ...deps, db: deps.db })))
    assert.equal((await shopper.get(`/user/orders/${order.id}`)).body.data.payment_status, 'paid')
    assert.equal((await cardsOf(service, merchant, order.id)).length, 3)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from jobs
       where name = 'stored_value.mail_bought_cards' and payload ->> 'order_id' = ${order.id}`.execute(db)
    assert.equal(Number(rows[0]?.count), 1)
  })
})
