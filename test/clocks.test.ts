import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { expireUnpaidOrders, settlePayments } from '#src/modules/settlement/jobs.ts'
import { buildTestApp, testSecretVariables, unique } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { fetchPatiently } from '#test/support/fetch-patiently.ts'
import { chargesOf, makeOlder, makeShopper } from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

/**
 * Processes have clocks of their own, the database has one: times that decide are written and compared by it. The
 * files that read the clock of their process, and what for.
 */
const ownClock: Record<string, string> = {
  'src/app/backup/make-backup.ts': 'the name of a backup, and how old a folder of this machine is',
  'src/app/backup/restore-backup.ts': 'the name of a folder that is moved aside',
  'src/app/time-zones.ts': 'the years for which two tables of time zones are compared',
  'src/modules/catalog/import/import-products.ts': 'shown only, of a dry run',
  'src/modules/media/clean-media.ts': 'how old a file is, days from the limit',
  'src/modules/media/receive.ts': 'how old a file of this machine is',
  'src/modules/dashboard/routes.ts': 'the default range of the figures shown',
  'src/modules/dashboard/visits/count-visit.ts': 'how far the clock of the shop is from UTC',
  'src/modules/dashboard/reports/routes.ts': 'the default range of reports',
  'src/modules/dashboard/datev/routes.ts': 'the default range of bookings',
  'src/modules/identity/sessions/revocations.ts': 'how long this process remembers',
  'src/modules/identity/sessions/tokens.ts': 'JWT claims',
  'src/modules/checkout/staff/save-draft.ts':
    'that the end of a quote is ahead: whether it has ended says the database',
  'src/modules/payment-methods/rules.ts': 'shown only; the list of overdue orders compares by the database',
  'src/modules/checkout/read-gift.ts': 'a limit of a year ahead',
  'src/modules/checkout/place/place-order.ts': 'how far the clock of the shop is from UTC',
  'src/modules/webhooks/deliveries/redelivery.ts': 'the default end of a range',
  'src/modules/webhooks/engine/attempt.ts': 'replaced by the database’s time when it is recorded',
  'src/modules/webhooks/sending/sender.ts': 'replaced by the database’s time when it is recorded',
  'src/modules/webhooks/subscriptions/manage-subscriptions.ts': 'shown only',
  'src/modules/webhooks/subscriptions/queries.ts': 'shown only',
  'src/platform/blobs/disk.ts': 'how old a file of this machine is',
  'src/modules/site/start/security-text.ts': 'months ahead',
  'src/platform/lib/ids.ts': 'ids in the order in which they are made',
}

it('no other file of src reads the clock of its process', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const found = files.filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')))
  assert.deepEqual(
    found.filter((file) => !(file in ownClock)),
    [],
  )
})

const offSeconds = 31 * 60
/** Longer than any of these tests takes, and far less than the clocks are off. */
const nearSeconds = 600

describe('a process whose clock is wrong', { concurrency: true }, () => {
  for (const [name, offset] of [
    ['31 minutes slow', -offSeconds],
    ['31 minutes fast', offSeconds],
  ] as const) {
    it(`${name} places orders that expire on time, and all it writes has the time of the database`, async (t) => {
      const service = await buildTestApp(t)
      const { deps, databaseUrl } = service
      const merchant = await makeMerchant(service)
      const shopper = await makeShopper(service, merchant)
      const product = await makeProduct(service, merchant)
      const off = await startProcess(t, {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        DEMO_DATA: 'false',
        ...testSecretVariables,
        NODE_OPTIONS: `--import=${new URL('faults/support/shifted-clock.ts', import.meta.url).href}`,
        CLOCK_OFFSET_MS: String(offset * 1_000),
      })
      const send = async (method: string, path: string, body: object, headers: Record<string, string>) => {
        const answer = await fetchPatiently(`${off.url}${path}`, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
        return { status: answer.status, body: (await answer.json()) as any }
      }
      const order = async () => {
        const lines = { items: [{ product_id: product.id, quantity: 1 }] }
        const { status, body } = await send('POST', '/user/orders', lines, shopper.headers)
        assert.equal(status, 201)
        return body.data
      }

      const unpaid = await order()
      await expireUnpaidOrders.run(deps)
      const statusOf = async (id: string) => (await shopper.get(`/user/orders/${id}`)).body.data.status
      assert.equal(await statusOf(unpaid.id), 'pending')
      await makeOlder(service, [unpaid.id], 1_700)
      await expireUnpaidOrders.run(deps)
      assert.equal(await statusOf(unpaid.id), 'pending')
      await makeOlder(service, [unpaid.id], 101)
      await expireUnpaidOrders.run(deps)
      assert.equal(await statusOf(unpaid.id), 'cancelled')

      /** While it charges, no other process takes the charge for one without an outcome. Answers the paid order. */
      const lookWhileItCharges = async () => {
        const { id } = await order()
        let charges = true
        const paying = send('POST', `/user/orders/${id}/payments`, { method: 'test_slow' }, shopper.headers)
        const paid = paying.finally(() => {
          charges = false
        })
        await chargesOf(service, id, 1)
        await settlePayments.run(deps)
        const { rows } = await sql<{ status: string; due: boolean }>`
          select status, due_at <= now() as due from payments where order_id = ${id}`.execute(deps.db)
        const isInTime = charges
        if (isInTime) assert.deepEqual(rows, [{ status: 'pending', due: false }])
        assert.equal((await paid).body.data.order.status, 'paid')
        return isInTime && { id: String(id) }
      }
      const paid = await until(lookWhileItCharges, 'a look within the two seconds that it charges')

      const owner = merchant.owner.headers
      const path = `/admin/products/${product.id}`
      assert.equal((await send('PATCH', path, { name: 'Lamp' }, owner)).status, 200)
      const wanted = { on_hand: 50 }
      assert.equal((await send('PATCH', `/admin/inventory/${product.id}`, wanted, owner)).status, 200)
      assert.equal((await send('PATCH', `/admin/orders/${paid.id}`, { status: 'completed' }, owner)).status, 200)
      const account = { email: `${unique('user')}@example.com`, password: 'a good password' }
      const registered = await send('POST', '/user/register', account, { 'device-id': unique('device') })
      assert.equal(registered.status, 201)
      assert.deepEqual(await wrongTimes(), [])

      /** The times in tables that are off by more than is `near`. */
      async function wrongTimes(): Promise<string[]> {
        const written: Record<string, string> = {
          orders: `select unnest(array[created_at, updated_at, paid_at, completed_at])
                from orders where id = '${paid.id}'`,
          payments: `select unnest(array[created_at, settled_at, due_at]) from payments where order_id = '${paid.id}'`,
          stock: 'select updated_at from stock',
          movements: 'select created_at from stock_movements',
          products: 'select updated_at from products',
          users: 'select unnest(array[created_at, updated_at]) from users',
          sessions: `select unnest(array[created_at, last_used_at, expires_at - interval '30 days']) from sessions`,
          refresh: 'select created_at from refresh_tokens',
        }
        const wrong = Object.entries(written).map(async ([what, times]) => {
          const { rows } = await sql<{ off: number }>`
            select extract(epoch from written.at - now())::float8 as off from (${sql.raw(times)}) written (at)
             where abs(extract(epoch from written.at - now())) > ${nearSeconds}`.execute(deps.db)
          return rows.map(({ off }) => `${what}: off by ${off} s`)
        })
        return (await Promise.all(wrong)).flat()
      }
    })
  }
})
