import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { PaymentProvider } from '#src/modules/payments/index.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makePaidOrder, placeOrder } from '#test/support/orders.ts'
import { settlePayments } from '../jobs.ts'

/**
 * The host that takes over after a failure may lack the last writes of the one before. Here rows are taken away while
 * the provider is asked, which is between the first and the last statement of a request.
 */
describeShop('a row of the first step that the second one does not find', ({ service, shop: merchant }) => {
  /** Sends a request, and takes rows away after the test provider has done its part. */
  async function losing(
    step: 'charge' | 'refund',
    take: () => Promise<void>,
    send: () => Promise<TestAnswer>,
  ): Promise<TestAnswer> {
    const { deps } = service
    const before = deps.paymentProviders
    const change = (provider: PaymentProvider): PaymentProvider =>
      step === 'charge'
        ? { ...provider, charge: async (...call) => provider.charge(...call).finally(take) }
        : { ...provider, refund: async (...call) => provider.refund(...call).finally(take) }
    deps.paymentProviders = before.map((provider) => (provider.name === 'test' ? change(provider) : provider))
    return send().finally(() => {
      deps.paymentProviders = before
    })
  }

  /** Hides the rows of an order in a table until the function it answers is called. */
  function hider(table: 'payments' | 'refunds', orderId: string) {
    const { db } = service.deps
    const [from, to] = [sql.table(table), sql.table(`hidden_${table}`)]
    return {
      async take() {
        await sql`create table if not exists ${to} (like ${from})`.execute(db)
        await sql`with gone as (delete from ${from} where order_id = ${orderId} returning *)
                  insert into ${to} select * from gone`.execute(db)
      },
      async giveBack() {
        await sql`with gone as (delete from ${to} where order_id = ${orderId} returning *)
                  insert into ${from} select * from gone`.execute(db)
      },
    }
  }

  function assertUnknown(answer: TestAnswer): void {
    assertRefused(answer, 503, 'SERVICE_UNAVAILABLE')
    assert.equal(answer.headers['retry-after'], '1')
  }

  it('POST /user/orders/{id}/payments without its payment answers 503; repeated with its key, 201', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    const rows = hider('payments', order.id)
    const key = unique('key')
    const pay = () => shopper.pay(order.id, 'test_success', key)
    assertUnknown(await losing('charge', rows.take, pay))
    assertUnknown(await pay())
    await rows.giveBack()
    await service.deps.db.updateTable('payments').set({ due_at: new Date() }).where('order_id', '=', order.id).execute()
    await settlePayments.run(service.deps)
    const { status, body } = await pay()
    assert.deepEqual([status, body.data.payment.status, body.data.order.status], [201, 'succeeded', 'paid'])
  })

  it('POST /user/orders/{id}/payments without its order answers 503', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    const take = async () => {
      await sql`update orders set merchant_id = ${(await makeMerchant(service)).id} where id = ${order.id}`.execute(
        service.deps.db,
      )
    }
    assertUnknown(await losing('charge', take, () => shopper.pay(order.id)))
  })

  it('POST /admin/orders/{id}/refunds without its refund answers 503; repeated with its key, 201', async () => {
    const { order, refund } = await makePaidOrder(service, merchant)
    const rows = hider('refunds', order.id)
    const key = unique('key')
    const give = () => refund({ amount: 5 }, key)
    assertUnknown(await losing('refund', rows.take, give))
    assertUnknown(await give())
    await rows.giveBack()
    const { status, body } = await give()
    assert.deepEqual([status, body.data.refund.amount], [201, 5])
  })

  it('GET /admin/orders/{id} without the account of its customer answers 503', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await service.deps.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`delete from users where id = ${shopper.id}`.execute(transaction)
    })
    for (const path of [`/admin/orders/${order.id}`, `/admin/users/${shopper.id}`])
      assertUnknown(await service.request('GET', path, { headers: merchant.owner.headers }))
  })

  it('PATCH /admin/orders/{id} cancelling a paid order without its refund answers 503', async () => {
    const { order, move } = await makePaidOrder(service, merchant)
    const rows = hider('refunds', order.id)
    assertUnknown(await losing('refund', rows.take, () => move('cancelled')))
  })
})
