import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit, eventNames } from '#src/platform/outbox/index.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { createPartitions, dropPartitions } from '../event-log/retention-queries.ts'

const statuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const

/** Compares lists and totals of every filter with a look at all rows. */
describeShop('lists of deliveries and their totals', ({ service, shop }) => {
  let hook: TestWebhook
  before(async () => {
    hook = await makeWebhook(service, shop, { events: ['*'] })
    await makeWebhook(service, shop, { events: ['*'] })
  })

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const happen = (count: number) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        Array.from({ length: count }, (_, n) => ({
          merchantId: shop.id,
          userId: newId(),
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

  it('are right for every filter, through every change of status', async () => {
    await happen(40)
    await inTransaction(service.deps.db, (transaction) => createPartitions(transaction, 0))
    await shiftIntoPast()
    await assertEveryFilterRight()
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
    await end('delivered', 4)
    await end('cancelled', 5)
    await assertEveryFilterRight()
    await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' })
    await hook.request('PATCH', '', { active: false })
    await assertEveryFilterRight()
  })

  it('are without those whose day was dropped', async () => {
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
    assert.equal(await total(), 15)
    await query(`update deliveries set status = 'failed' where subscription_id = $1`, [own.id])
    const drop = (days: number) => inTransaction(service.deps.db, (transaction) => dropPartitions(transaction, days))
    await drop(31)
    assert.equal(await total(), 0)
    await query(`update deliveries set status = 'delivered' where subscription_id = $1`, [own.id])
    assert.equal(await total(), 9)
    await drop(30)
    assert.equal(await total(), 6)
  })
})
