import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { emit, eventNames } from '#src/platform/outbox/index.ts'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { createPartitions, dropPartitions } from '../event-log/retention-queries.ts'
import { foldCounts } from '../jobs.ts'
import { foldDeliveryCounts, forgetDeliveryCounts } from './count-queries.ts'

const statuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const

/** Compares lists and totals of every filter with a recount of all rows, folded and not. */
describe('counts of deliveries', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let shop: TestMerchant
  let hook: TestWebhook
  before(async () => {
    service = await startTestApp()
    shop = await makeMerchant(service)
    hook = await makeWebhook(service, shop, { events: ['*'] })
    await makeWebhook(service, shop, { events: ['*'] })
  })
  after(() => service.close())

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const happen = (count: number) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        Array.from({ length: count }, (_, n) => ({
          merchantId: shop.id,
          name: eventNames[(n * n) % eventNames.length] ?? 'order.created',
          data: {},
        })),
      ),
    )

  /** Moves the deliveries hours and days into the past: the time is that of the id. */
  const shiftIntoPast = () =>
    query(
      `with old as (delete from deliveries where merchant_id = $1 returning *), ranked as (
         select *, row_number() over (order by id) as n from old
       ), moved as (
         select *, (overlay(id::text placing left(uuid_at(now() - n * n * interval '10 minutes')::text, 13)
                            from 1))::uuid as moved_id
           from ranked
       ), requeued as (
         update delivery_queue queue set delivery_id = moved_id from moved where queue.delivery_id = moved.id
       )
       insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
       select moved_id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at from moved`,
      [shop.id],
    )

  /** Reads every page of every filter and compares rows and total with the expected ones. */
  async function assertEveryFilterRight(): Promise<void> {
    const all = await query(
      `select delivery.id, event_name,
              case when status = 'pending' and lease_token is not null then 'delivering' else status end as status
         from deliveries delivery left join delivery_queue on delivery_id = delivery.id
        where delivery.subscription_id = $1 order by delivery.id desc`,
      [hook.id],
    )
    for (const status of [undefined, ...statuses])
      for (const event of [undefined, ...new Set(all.map((row) => row.event_name)), 'cart.abandoned']) {
        const filter = `${status ? `&status=${status}` : ''}${event ? `&event=${event}` : ''}`
        const expected = all
          .filter((row) => (status ?? row.status) === row.status && (event ?? row.event_name) === row.event_name)
          .map((row) => row.id)
        const read = async (page: string) =>
          (await hook.request('GET', `/deliveries?limit=7${page}${filter}`)).body.data
        const first = await read('')
        const found = first.items.map(({ id }: { id: string }) => id)
        let { pagination } = first
        while (pagination.has_more) {
          const next = await read(`&cursor=${pagination.next_cursor}`)
          found.push(...next.items.map(({ id }: { id: string }) => id))
          assert.equal(next.pagination.total, expected.length, filter)
          pagination = next.pagination
        }
        assert.deepEqual(found, expected, filter)
        assert.equal(pagination.total, expected.length, filter)
        const behind = await read('&offset=5')
        assert.deepEqual(
          behind.items.map(({ id }: { id: string }) => id),
          expected.slice(5, 12),
          filter,
        )
      }
  }

  /** Needed after writes of the test that bypass the counting statements. */
  async function recount(): Promise<void> {
    await query('truncate delivery_counts, delivery_count_changes')
    await query(
      `insert into delivery_count_changes
       select merchant_id, subscription_id, uuid_hour(id), event_name, count(*) filter (where status = 'pending'),
              count(*) filter (where status = 'delivered'), count(*) filter (where status = 'failed'),
              count(*) filter (where status = 'cancelled')
         from deliveries group by 1, 2, 3, 4`,
    )
  }

  const fold = () => foldCounts.run(service.deps)

  it('are exact for every filter, folded and not, through every change of status', async () => {
    await happen(40)
    await inTransaction(service.deps.db, (transaction) => createPartitions(transaction, 0))
    await shiftIntoPast()
    await recount()
    await assertEveryFilterRight()
    await fold()
    await happen(5)
    await assertEveryFilterRight()
    const end = (status: string, share: number) =>
      query(
        `with chosen as (delete from delivery_queue where hashtext(delivery_id::text) % 7 = $2 returning delivery_id)
         update deliveries set status = $1 where id in (select delivery_id from chosen)`,
        [status, share],
      )
    await end('delivered', 1)
    await end('failed', 2)
    await query(
      `update delivery_queue set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
        where hashtext(delivery_id::text) % 7 = 3`,
    )
    await assertEveryFilterRight()
    await fold()
    await end('delivered', 4)
    await end('cancelled', 5)
    await assertEveryFilterRight()
    await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' })
    await hook.request('PATCH', '', { active: false })
    await fold()
    await assertEveryFilterRight()
    assert.deepEqual(await query('select * from delivery_count_changes'), [])
  })

  it('are exact while deliveries change and are folded concurrently', async () => {
    const hooks = await Promise.all([1, 2, 3].map(() => makeWebhook(service, shop, { events: ['cart.*'] })))
    const changing = Promise.all(
      hooks.map(async (one) => {
        for (let n = 0; n < 12; n++) {
          await one.request('POST', '/test')
          await query(
            `with ended as (delete from delivery_queue where subscription_id = $1 returning delivery_id)
             update deliveries set status = 'failed' where id in (select delivery_id from ended)`,
            [one.id],
          )
          const { pagination } = (await one.request('GET', '/deliveries?status=failed')).body.data
          assert.equal(pagination.total, n + 1)
        }
      }),
    )
    let done = false
    void changing.finally(() => {
      done = true
    })
    while (!done) await fold()
    await changing
  })

  it('are dropped with the partitions of their day, folded and not', async () => {
    const own = await makeWebhook(service, shop)
    await query(
      `select create_day_partitions((now() at time zone 'UTC')::date - back) from generate_series(29, 33) back`,
    )
    await query(
      `insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
       select delivery_id(event_id, $2), $1, $2, event_id, 'order.created', 'delivered', now(), now()
         from (select (overlay(uuid_at(now() - back * interval '1 day')::text
                               placing left(md5(n::text), 12) from 25))::uuid as event_id
                 from generate_series(29, 33) back, generate_series(1, 3) n) made`,
      [shop.id, own.id],
    )
    const total = async () => (await own.request('GET', '/deliveries?status=delivered')).body.data.pagination.total
    await recount()
    assert.equal(await total(), 15)
    await fold()
    await query(`update deliveries set status = 'failed' where subscription_id = $1`, [own.id])
    const drop = (days: number) => inTransaction(service.deps.db, (transaction) => dropPartitions(transaction, days))
    await drop(31)
    assert.equal(await total(), 0)
    await query(`update deliveries set status = 'delivered' where subscription_id = $1`, [own.id])
    assert.equal(await total(), 9)
    await fold()
    await drop(30)
    assert.equal(await total(), 6)
  })

  it('are forgotten with those that are being folded at the same time', async () => {
    const own = await makeWebhook(service, shop)
    const day = sql`(now() at time zone 'UTC')::date - 30`
    await query(
      `insert into delivery_count_changes
         (merchant_id, subscription_id, hour, event_name, pending, delivered, failed, cancelled)
       select $1, $2, ((now() at time zone 'UTC')::date - 31 - date '1970-01-01') * 24, 'order.created', 1, 0, 0, 0`,
      [shop.id, own.id],
    )
    const { db } = service.deps
    const forgotten = await inTransaction(db, async (folding) => {
      await foldDeliveryCounts(folding)
      const forgetting = inTransaction(db, (transaction) => forgetDeliveryCounts(transaction, day))
      await until(async () => (await lockWaits(service)) > 0, 'it to wait for the fold')
      return { forgetting }
    })
    await forgotten.forgetting
    assert.deepEqual(await query('select from delivery_counts where subscription_id = $1', [own.id]), [])
  })
})
