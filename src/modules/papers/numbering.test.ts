import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { manualProvider } from '#src/modules/payments/manual-provider.ts'
import { payAtOnce } from '#src/modules/settlement/pay/pay-order.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { startTestApp, type TestApp, testSecretVariables } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll, numbersOf } from '#test/support/invoices.ts'
import { lockWaits } from '#test/support/locks.ts'
import { startProcess } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'
import { differences } from '#test/upgrade/recount.ts'
import { numberBatch, numberInvoices } from './number-invoices.ts'

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

describeService('the numbers of invoices', ({ service }) => {
  /** What the request of staff does, in a transaction that is still open. */
  async function payBy(transaction: Transaction, shop: TestMerchant, orderId = '') {
    const key = { merchantId: shop.id, orderId }
    const provider = manualProvider
    await payAtOnce(transaction, { key, actorId: shop.owner.id, provider, method: 'manual', reference: null })
  }

  const orders = (shop: Parameters<typeof makeOrder>[1], count: number) =>
    Promise.all(upTo(count).map(() => makeOrder(service, shop, [{ price: 10 }])))

  it('of 50 payments at once, numbered by two processes meanwhile, have no gap and the order of paid_at', async () => {
    const shop = await makeInvoicingShop(service)
    const other = await startTestApp({}, service.databaseUrl)
    try {
      const all = await orders(shop, 50)
      let isPaying = true
      const keepNumbering = async ({ deps }: TestApp) => {
        while (isPaying) await numberInvoices(deps.shop(shop.id), shop.id, 0)
      }
      const numbering = [service, other, service, other].map(keepNumbering)
      await Promise.all(all.map((order) => order.pay()))
      isPaying = false
      await Promise.all(numbering)
      await numberAll(service, shop)
      assert.deepEqual(await numbersOf(service, shop), upTo(50))
      const inOrder = await service.deps.pool.query(
        `select number::int from invoices join orders on orders.id = order_id
          where invoices.merchant_id = $1 order by paid_at, number`,
        [shop.id],
      )
      assert.deepEqual(
        inOrder.rows.map(({ number }) => number),
        upTo(50),
      )
      assert.deepEqual(await differences(service.databaseUrl), {})
    } finally {
      await other.close()
    }
  })

  it('wait for a payment whose transaction began earlier and has not committed', async () => {
    const shop = await makeInvoicingShop(service)
    const [early, late] = await orders(shop, 2)
    const { db } = service.deps
    await db.transaction().execute(async (transaction) => {
      await payBy(transaction, shop, early?.id)
      await late?.pay()
      await numberInvoices(db, shop.id, 0)
      assert.deepEqual(await numbersOf(service, shop), [])
    })
    await numberAll(service, shop)
    const [first] = (await early?.papers()) ?? []
    const [second] = (await late?.papers()) ?? []
    assert.deepEqual([first.number, second.number], ['INV-1', 'INV-2'])
  })

  it('of payments and of numberings that are rolled back leave no gap', async () => {
    const shop = await makeInvoicingShop(service)
    const all = await orders(shop, 4)
    const { db } = service.deps
    const rollBack = new Error('rolled back')
    const lost = db.transaction().execute(async (transaction) => {
      await payBy(transaction, shop, all[0]?.id)
      throw rollBack
    })
    await assert.rejects(lost, rollBack)
    await all[1]?.pay()
    await all[2]?.pay()
    const half = db.transaction().execute(async (transaction) => {
      assert.equal(await numberBatch(transaction, shop.id, 0), 2)
      throw rollBack
    })
    await assert.rejects(half, rollBack)
    assert.deepEqual(await numbersOf(service, shop), [])
    await all[3]?.pay()
    await numberAll(service, shop)
    assert.deepEqual(await numbersOf(service, shop), upTo(3))
  })

  it('of a process that is killed while it gives them go on without a gap', async (t) => {
    const shop = await makeInvoicingShop(service)
    const all = await orders(shop, 3)
    await all[0]?.pay()
    await numberAll(service, shop)
    await all[1]?.pay()
    const doomed = await startProcess(t, {
      DATABASE_URL: service.databaseUrl,
      ...testSecretVariables,
      DEMO_DATA: 'false',
    })
    const { db } = service.deps
    await db.transaction().execute(async (transaction) => {
      // It waits with the number given, for the row that says so.
      await sql`lock table invoice_series in share mode`.execute(transaction)
      await until(async () => (await lockWaits(service)) > 0, 'the process to number')
      await doomed.end('SIGKILL')
    })
    await all[2]?.pay()
    await numberAll(service, shop)
    assert.deepEqual(await numbersOf(service, shop), upTo(3))
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('go on at `next_number`, which only goes up', async () => {
    const shop = await makeInvoicingShop(service, { next_number: 10_482, next_credit_note_number: 7 })
    const { headers } = shop.owner
    const set = (invoices: object) => service.request('PATCH', '/admin/merchant', { headers, body: { invoices } })
    const [one, other, third] = await orders(shop, 3)
    await one?.pay()
    await numberAll(service, shop)
    await one?.refund({ amount: 1 })
    const read = await service.request('GET', '/admin/merchant', { headers })
    assert.equal(read.body.data.invoices.next_number, 10_483)
    const down = await set({ next_number: 10_482 })
    assert.deepEqual([down.status, down.body.error.details[0].field], [400, 'invoices.next_number'])
    await other?.pay()
    await numberAll(service, shop)
    assert.equal((await set({ next_number: 20_000 })).body.data.invoices.next_number, 20_000)
    await third?.pay()
    await numberAll(service, shop)
    assert.deepEqual(await numbersOf(service, shop), [10_482, 10_483, 20_000])
    assert.deepEqual(await numbersOf(service, shop, 'credit_note'), [7])
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('a gap, a changed sum and changed bytes are differences of restore-check', async () => {
    const shop = await makeInvoicingShop(service)
    const all = await orders(shop, 3)
    for (const order of all) await order.pay()
    await numberAll(service, shop)
    const found = async () => Object.keys(await differences(service.databaseUrl))
    assert.deepEqual(await found(), [])
    const { db } = service.deps
    const damage = (statement: ReturnType<typeof sql>) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction)
        await statement.execute(transaction)
      })
    await damage(sql`update invoices set total_minor = 1 where merchant_id = ${shop.id} and number = 3`)
    const [kept] = (await db.selectFrom('invoices').select('id').where('merchant_id', '=', shop.id).execute()) ?? []
    await damage(sql`
      insert into invoice_files (merchant_id, invoice_id, pdf, pdf_hash, created_at)
      values (${shop.id}, ${kept?.id ?? null}, 'other', sha256('pdf'), now())`)
    await damage(sql`delete from invoices where merchant_id = ${shop.id} and number = 2`)
    assert.deepEqual(await found(), [
      'invoices: the numbers of a series have no gap but those that staff made',
      'invoices: an invoice says the number and the sums that it is kept under',
      'invoices: the bytes of an invoice are those that were made',
      'references: any other row refers to rows that are there',
    ])
  })
})
