import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { emitSome, insertShop, insertSubscriptionRow } from '#test/support/delivery-engine.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { createDueWatermark } from './due-watermark.ts'
import { type Leased, leaseDeliveries, markSlow, recordOutcomes, releaseToken, type Settlement } from './queries.ts'
import { createReceiverRound } from './receiver-round.ts'

const hour = 3_600_000

/** The limits of the lease statement, by what it leases. */
describeService('what may be in flight to a receiver', ({ service }) => {
  async function makeReceiver(waiting: number) {
    const { db } = service.deps
    const merchantId = await insertShop(service)
    const id = await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9/', { events: ['order.created'] })
    await emitSome(service, merchantId, waiting)
    const token = randomUUID()
    const lease = async (cap = 10) => {
      const request = { receivers: [id], limit: 1_000, cap, leaseMs: 45_000, dueFrom: null, token }
      return (await leaseDeliveries(db, request)).leased
    }
    /** Ends these attempts, all in one transaction. */
    const end = (leased: readonly Leased[], outcome: Partial<Settlement> = {}) => {
      const failure = { status: 'pending', counted: true, retryInMs: hour, kind: 'rejected', durationMs: 5 } as const
      const rest = { startedMsAgo: 5, statusCode: 500, error: null, responseBody: null }
      return recordOutcomes(
        db,
        leased.map(({ deliveryId }) => ({ deliveryId, token, ...failure, ...rest, ...outcome })),
      )
    }
    const answer = (leased: readonly Leased[]) =>
      end(leased, { status: 'delivered', kind: 'delivered', retryInMs: null })
    const failing = async () => {
      const columns = ['cap', 'slow', 'consecutive_failures'] as const
      return db.selectFrom('failing_receivers').select(columns).where('subscription_id', '=', id).executeTakeFirst()
    }
    return { db, id, token, lease, end, answer, failing }
  }

  /** The leases of a receiver have expired. */
  const expire = (id: string) =>
    sql`update delivery_queue set lease_until = now() - interval '1 s'
         where subscription_id = ${id} and lease_token is not null`.execute(service.deps.db)

  it('is ten; half with each failure, not less than two; one more with each answer', async () => {
    const { lease, end, answer, failing } = await makeReceiver(60)
    const first = await lease()
    assert.equal(first.length, 10)
    await end(first)
    const second = await lease()
    assert.equal(second.length, 5)
    await end(second)
    const third = await lease()
    assert.equal(third.length, 2)
    await end(third)
    const fourth = await lease()
    assert.equal(fourth.length, 2)
    assert.deepEqual(await failing(), { cap: 2, slow: false, consecutive_failures: 17 })
    await answer(fourth.slice(0, 1))
    assert.deepEqual(await failing(), { cap: 3, slow: false, consecutive_failures: 0 })
    assert.equal((await lease()).length, 2)
    await answer(fourth.slice(1))
    assert.equal((await failing())?.cap, 4)
    for (let answers = 0; answers < 6; answers++) await answer((await lease()).slice(0, 1))
    assert.equal(await failing(), undefined)
  })

  it('may be ten for retries, which go before first attempts', async () => {
    const { lease, end } = await makeReceiver(60)
    await end(await lease(), { retryInMs: 0 })
    const again = await lease()
    assert.deepEqual(
      again.map(({ begun, failures }) => [begun, failures]),
      Array.from({ length: 10 }, () => [true, 10]),
    )
    assert.deepEqual(await lease(), [])
  })

  it('may be ten for those that were lost: they have begun as well', async () => {
    const { db, id, lease } = await makeReceiver(30)
    const first = await lease()
    await expire(id)
    await sql`select reclaim_expired(45000, 100, 20, false)`.execute(db)
    const again = await lease()
    assert.deepEqual(
      again.map(({ deliveryId, begun }) => [deliveryId, begun]).sort(),
      first.map(({ deliveryId }) => [deliveryId, true]).sort(),
    )
  })

  it('at one that hangs has ten deliveries begun, so that each retry has its place', async () => {
    const { lease, end } = await makeReceiver(60)
    const hung = { kind: 'timeout', durationMs: 30_000 } as const
    const first = await lease()
    await end(first.slice(0, 5), hung)
    await end(first.slice(5), hung)
    assert.deepEqual(await lease(), [])
    // One has failed for good: its place is another's.
    const { db } = service.deps
    await db
      .deleteFrom('delivery_queue')
      .where('delivery_id', '=', first[0]?.deliveryId ?? '')
      .execute()
    assert.equal((await lease()).length, 1)
    assert.deepEqual(await lease(), [])
  })

  it('does not count slow attempts at one that answers others, up to a hundred', async () => {
    const { db, token, lease } = await makeReceiver(150)
    const leased = await lease()
    await markSlow(
      db,
      leased.map(({ deliveryId }) => ({ deliveryId, token: randomUUID() })),
    )
    assert.deepEqual(await lease(), [], 'the lease is not theirs')
    for (let marked = 10; marked <= 100; marked += 10) {
      await markSlow(
        db,
        leased.slice(-10).map(({ deliveryId }) => ({ deliveryId, token })),
      )
      const more = await lease()
      assert.equal(more.length, 10)
      leased.push(...more)
    }
    await markSlow(
      db,
      leased.slice(-10).map(({ deliveryId }) => ({ deliveryId, token })),
    )
    assert.deepEqual(await lease(), [])
    // They count again with the next lease.
    await releaseToken(db, token)
    assert.equal((await lease()).length, 10)
    assert.deepEqual(await lease(), [])
  })

  it('does not count leases that have expired', async () => {
    const { id, lease } = await makeReceiver(30)
    await lease()
    await expire(id)
    assert.equal((await lease()).length, 10)
  })

  it('is leased by one worker at a time', async () => {
    const { db, id, token } = await makeReceiver(5)
    const request = { receivers: [id], limit: 10, cap: 10, leaseMs: 45_000, dueFrom: null, token }
    const beside = await inTransaction(db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(4207, hashtext(${id}))`.execute(transaction)
      return leaseDeliveries(db, request)
    })
    assert.deepEqual([beside.leased, beside.busy], [[], [id]])
    const afterwards = await leaseDeliveries(db, request)
    assert.deepEqual([afterwards.leased.length, afterwards.busy], [5, []])
  })

  it('an outcome that comes after another worker has leased the delivery changes nothing', async () => {
    const { db, id, lease, answer } = await makeReceiver(1)
    const first = await lease()
    await expire(id)
    await sql`select reclaim_expired(45000, 100, 20, false)`.execute(db)
    const token = randomUUID()
    await leaseDeliveries(db, { receivers: [id], limit: 1, cap: 10, leaseMs: 45_000, dueFrom: null, token })
    assert.deepEqual(await answer(first), new Set())
    const rows = await db.selectFrom('delivery_queue').select('lease_token').where('subscription_id', '=', id).execute()
    assert.deepEqual(rows, [{ lease_token: token }])
  })

  it('a delivery whose workers die waits from the second time on, and comes to its end', async () => {
    const { db, id, lease } = await makeReceiver(1)
    // Before its attempts began, which take half a day here: the wait is a matter of chance, up to half of that.
    await sql`update deliveries set updated_at = now() - interval '9 days' where subscription_id = ${id}`.execute(db)
    const lose = async () => {
      await expire(id)
      await sql`select reclaim_expired(43200000, 100, 3, false)`.execute(db)
    }
    assert.equal((await lease()).length, 1)
    await lose()
    assert.equal((await lease()).length, 1)
    await lose()
    assert.deepEqual(await lease(), [])
    await sql`update delivery_queue set due_at = now() where subscription_id = ${id}`.execute(db)
    assert.equal((await lease()).length, 1)
    await lose()
    const deliveries = db.selectFrom('deliveries').select('status').where('subscription_id', '=', id)
    assert.deepEqual(await deliveries.execute(), [{ status: 'failed' }])
    assert.deepEqual(
      await db.selectFrom('delivery_queue').select('tries').where('subscription_id', '=', id).execute(),
      [],
    )
  })

  it('is nothing once the subscription is inactive', async () => {
    const { db, id, lease } = await makeReceiver(5)
    await db.updateTable('webhook_subscriptions').set({ active: false }).where('id', '=', id).execute()
    assert.deepEqual(await lease(), [])
  })

  it('releaseToken makes due again what one statement leased, and nothing else', async () => {
    const { db, token, lease } = await makeReceiver(5)
    const other = await makeReceiver(5)
    await Promise.all([lease(), other.lease()])
    await releaseToken(db, token)
    assert.equal((await lease()).length, 5)
    assert.deepEqual(await other.lease(), [])
  })

  it('a round looks at all receivers in turn, and goes on after the last that was served', async () => {
    const { db } = service.deps
    await db.deleteFrom('delivery_queue').execute()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push((await makeReceiver(2)).id)
    ids.sort()
    const watermark = createDueWatermark()
    const round = createReceiverRound(db, watermark, 2)
    const look = async () => {
      const { due, last } = await round.look()
      return [...due, last]
    }
    assert.deepEqual(await look(), [ids[0], ids[1], false])
    assert.equal(watermark.lowerBound(), null)
    assert.deepEqual(await look(), [ids[2], ids[3], false])
    assert.deepEqual(await look(), [ids[4], true])
    assert.notEqual(watermark.lowerBound(), null, 'after a whole round')
    assert.deepEqual(await look(), [ids[0], ids[1], false])
    round.continueAfter(ids[0] ?? '')
    assert.deepEqual(await look(), [ids[1], ids[2], false])
  })
})
