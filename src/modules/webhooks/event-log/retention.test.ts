import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { eventPublicId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { dropOldPartitions, forgetDeletedSubscriptions, makePartitionsAhead } from './retention.ts'

const parents = ['events', 'deliveries', 'delivery_attempts']

describeShop('retention of 30 days', ({ service, shop }) => {
  let hook: TestWebhook
  before(async () => {
    // Begun before midnight, the run has a template of the day before.
    await query("select drop_partitions_before((now() at time zone 'UTC')::date - 1)")
    hook = await makeWebhook(service, shop)
  })

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  /** The days, relative to today, for which the table has a partition. */
  const daysOf = async (parent: string): Promise<number[]> =>
    (
      await query(
        `select to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') - (now() at time zone 'UTC')::date as day
           from pg_inherits where inhparent = $1::regclass and inhrelid::regclass::text ~ '_\\d{8}$' order by 1`,
        [parent],
      )
    ).map(({ day }) => day)
  const makeDay = (ago: number) =>
    query(`select create_day_partitions((now() at time zone 'UTC')::date - $1::int)`, [ago])

  /** A delivery of that many days ago with its event, an attempt, and a row of the queue. */
  async function deliveryOf(daysAgo: number): Promise<{ id: string; event: string }> {
    const [row] = await query(
      `with event as (
         insert into events (id, merchant_id, name, body, created_at)
         select overlay(uuid_at(((now() at time zone 'UTC')::date - $3::int + interval '12 hours')
                                at time zone 'UTC')::text
                        placing left(md5(random()::text), 12) from 25)::uuid, $1, 'order.created',
                '{"id": "evt_0", "event": "order.created", "created": 1, "data": {}, "api_version": "v1"}'::bytea, now()
         returning id, merchant_id, name
       ), delivery as (
         insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
         select delivery_id(id, $2), merchant_id, $2, id, name, 'pending', now(), now() from event
         returning *
       ), attempt as (
         insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome)
         select id, 1, now(), 1, 'rejected' from delivery
       ), queued as (
         insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at)
         select id, merchant_id, subscription_id, event_id, now() from delivery
       )
       select id, event_id as event from delivery`,
      [shop.id, hook.id, daysAgo],
    )
    return row
  }

  const rowsOf = async ({ id, event }: { id: string; event: string }) => {
    const [counts] = await query(
      `select (select count(*) from events where id = $2)::int as events,
              (select count(*) from deliveries where id = $1)::int as deliveries,
              (select count(*) from delivery_attempts where delivery_id = $1)::int as attempts,
              (select count(*) from delivery_queue where delivery_id = $1)::int as queued`,
      [id, event],
    )
    return counts
  }

  it('has partitions a week ahead; a missing one is created with the rows of the default partition', async () => {
    for (const parent of parents) {
      const [last] = await query(`select to_char((now() at time zone 'UTC')::date, 'YYYYMMDD') as day`)
      await query(`drop table ${parent}_${last.day}`)
    }
    const astray = await deliveryOf(0)
    const placeOf = async () =>
      (await query('select tableoid::regclass::text as name from events where id = $1', [astray.event]))[0]?.name
    assert.equal(await placeOf(), 'events_default')
    await makePartitionsAhead.run(service.deps)
    await makePartitionsAhead.run(service.deps)
    for (const parent of parents) assert.deepEqual(await daysOf(parent), [-1, 0, 1, 2, 3, 4, 5, 6, 7])
    assert.match(await placeOf(), /^events_\d{8}$/)
    assert.deepEqual(await rowsOf(astray), { events: 1, deliveries: 1, attempts: 1, queued: 1 })
    assert.deepEqual(await query('select from events_default'), [])
  })

  it('a missing partition is created with what a writer is putting into the default partition', async () => {
    const day = "((now() at time zone 'UTC')::date - 20)"
    const writer = await holdLocks(
      service,
      sql.raw(`
        insert into events (id, merchant_id, name, body, created_at)
        values (uuid_at(${day}::timestamp at time zone 'UTC'), '${shop.id}', 'order.created', '', now())`),
    )
    const creation = makeDay(20)
    await until(async () => (await lockWaits(service)) > 0, 'the creation to wait for the writer')
    await writer.commit()
    await creation
    const [row] = await query(`
      select tableoid::regclass::text = 'events_' || to_char(${day}, 'YYYYMMDD') as placed from events
       where id = uuid_at(${day}::timestamp at time zone 'UTC')`)
    assert.deepEqual(row, { placed: true })
    for (const parent of parents)
      await query(`do $$ begin execute 'drop table ${parent}_' || to_char(${day}, 'YYYYMMDD'); end $$`)
  })

  it('drops event, delivery, attempts and queue row with their day, not those of the next day', async () => {
    for (const ago of [33, 31, 30]) await makeDay(ago)
    const [old, kept] = [await deliveryOf(31), await deliveryOf(30)]
    await dropOldPartitions.run(service.deps)
    for (const parent of parents) assert.deepEqual(await daysOf(parent), [-30, -1, 0, 1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(await rowsOf(old), { events: 0, deliveries: 0, attempts: 0, queued: 0 })
    assert.deepEqual(await rowsOf(kept), { events: 1, deliveries: 1, attempts: 1, queued: 1 })
    const { headers } = shop.owner
    assert.equal((await hook.request('GET', `/deliveries/${old.id}`)).status, 404)
    assert.equal((await hook.request('POST', `/deliveries/${old.id}/retry`)).status, 404)
    assert.equal((await hook.request('GET', `/deliveries/${kept.id}`)).body.data.attempt_log.length, 1)
    const behind = (event: string) => service.request('GET', `/admin/events?after=${eventPublicId(event)}`, { headers })
    assert.deepEqual([(await behind(old.event)).status, (await behind(kept.event)).status], [400, 200])
  })

  it('does not drop a partition that is being read, but in the next run', async () => {
    await makeDay(32)
    const old = await deliveryOf(32)
    await inTransaction(service.deps.db, async (reader) => {
      await reader.selectFrom('deliveries').select('id').where('id', '=', old.id).execute()
      await assert.rejects(async () => dropOldPartitions.run(service.deps), /lock timeout/)
      // All or nothing: its queue row stays too.
      assert.deepEqual(await rowsOf(old), { events: 1, deliveries: 1, attempts: 1, queued: 1 })
    })
    await dropOldPartitions.run(service.deps)
    assert.deepEqual(await rowsOf(old), { events: 0, deliveries: 0, attempts: 0, queued: 0 })
  })

  it('deletes the row of a deleted subscription a day after its last deliveries', async () => {
    const hooks = await Promise.all([1, 2, 3].map(() => makeWebhook(service, shop)))
    for (const { request } of hooks.slice(0, 2)) await request('DELETE', '')
    await query(`update webhook_subscriptions set deleted_at = now() - interval '31 days 1 hour' where id = $1`, [
      hooks[0]?.id,
    ])
    await query(`update webhook_subscriptions set deleted_at = now() - interval '30 days 23 hours' where id = $1`, [
      hooks[1]?.id,
    ])
    await forgetDeletedSubscriptions.run(service.deps)
    const left = await query('select id from webhook_subscriptions where id = any($1)', [hooks.map(({ id }) => id)])
    assert.deepEqual(
      left.map(({ id }) => id).sort(),
      hooks
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    )
  })
})
