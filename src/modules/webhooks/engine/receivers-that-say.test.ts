import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer } from '#test/support/app.ts'
import { emitSome, startTestEngine } from '#test/support/delivery-engine.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { type Receiver, type Script, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { endDeliveriesOfClosed } from '../jobs.ts'
import { switchOffFailing } from '../subscriptions/switch-off.ts'

const answer = (status: number, headers: Record<string, string> = {}) => ({ do: 'answer', status, headers }) as const

describeService('a receiver that says', ({ service }) => {
  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows

  interface Told {
    shop: TestMerchant
    hook: TestWebhook
    receiver: Receiver
  }

  async function listen(t: TestContext, script: Script, settings: { retry_for?: string } = {}): Promise<Told> {
    const receiver = await startReceiver(script)
    const shop = await makeMerchant(service)
    const hook = await makeWebhook(service, shop, { url: `${receiver.origin}/hooks`, ...settings })
    t.after(async () => {
      await receiver.close()
      await hook.request('DELETE', '')
    })
    return { shop, hook, receiver }
  }
  function start(t: TestContext, environment: Record<string, string> = {}) {
    const engine = startTestEngine(service, { environment })
    t.after(() => engine.stop())
    return engine
  }
  const read = async ({ hook }: Told) => (await hook.request('GET', '')).body.data
  const deliveries = async ({ hook }: Told) => (await hook.request('GET', '/deliveries?limit=100')).body.data.items
  /** Once so many attempts at the first delivery are written, and the next one waits or none follows. */
  const attempted = (told: Told, attempts: number) =>
    until(async () => {
      const [first] = await deliveries(told)
      return first?.attempts === attempts && first.status !== 'delivering' && first
    }, `${attempts} attempts`)
  const mailsOf = async ({ shop }: Told) =>
    query(
      "select payload from jobs where payload ->> 'template' = 'subscription_disabled' and payload ->> 'user_id' = $1",
      [shop.owner.id],
    )
  const auditOf = async ({ shop, hook }: Told) => {
    const { body }: TestAnswer = await service.request('GET', `/admin/audit-log?target=${hook.id}`, {
      headers: shop.owner.headers,
    })
    return body.data.items.map(({ action, actor, changes }: Record<string, unknown>) => ({ action, actor, changes }))
  }
  const isOff = (told: Told) => until(async () => !(await read(told)).active, 'the subscription to be off')

  it('410 is switched off at once, with its reason, a mail to its owner and an entry in the audit log', async (t) => {
    const told = await listen(t, answer(410))
    start(t)
    await emitSome(service, told.shop.id)
    await isOff(told)
    const delivery = await attempted(told, 1)
    assert.deepEqual([delivery.status, delivery.last_status_code, delivery.next_attempt_at], ['failed', 410, null])
    assert.equal((await read(told)).disabled_reason, 'the receiver answered 410 Gone')
    assert.equal(told.receiver.requests.length, 1)
    const [mail] = await mailsOf(told)
    assert.equal(JSON.stringify(mail).includes('the receiver answered 410 Gone'), true)
    const [entry] = await auditOf(told)
    assert.deepEqual([entry.action, entry.actor.type], ['webhook.updated', 'system'])
    assert.deepEqual(entry.changes, {
      active: [true, false],
      disabled_reason: [null, 'the receiver answered 410 Gone'],
    })
    await emitSome(service, told.shop.id)
    assert.equal((await deliveries(told)).length, 1)
  })

  it('410 to ten at once is switched off once; what waits fails, and can be recovered', async (t) => {
    const told = await listen(t, answer(410))
    await emitSome(service, told.shop.id, 30)
    start(t)
    await isOff(told)
    await until(async () => {
      await endDeliveriesOfClosed.run(service.deps)
      return (await deliveries(told)).every(({ status }: { status: string }) => status === 'failed')
    }, 'all to have failed')
    assert.equal((await mailsOf(told)).length, 1)
    assert.equal(
      (await auditOf(told)).filter(({ action }: { action: string }) => action === 'webhook.updated').length,
      1,
    )
    told.receiver.behave(answer(200))
    await told.hook.request('PATCH', '', { active: true })
    const recovered = await told.hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' })
    assert.equal(recovered.body.data.requeued, 30)
    await until(
      async () => (await deliveries(told)).every(({ status }: { status: string }) => status === 'delivered'),
      'all to be delivered',
    )
  })

  it('410 at an address that was replaced meanwhile leaves the subscription on, and the new one gets it', async (t) => {
    const next = await startReceiver()
    t.after(() => next.close())
    const { promise: moved, resolve } = Promise.withResolvers<void>()
    const told = await listen(t, { ...answer(410), when: moved })
    start(t)
    await emitSome(service, told.shop.id)
    await told.receiver.waitFor(1)
    await told.hook.request('PATCH', '', { url: `${next.origin}/hooks` })
    resolve()
    const isOn = async () => (await read(told)).active
    await until(async () => next.requests.length > 0 || !(await isOn()), 'the retry')
    assert.equal(await isOn(), true)
    await until(async () => (await deliveries(told))[0].status === 'delivered', 'the delivery')
  })

  it('410 is switched off also if the worker ends before it has written the outcome', async (t) => {
    const { promise: told410, resolve } = Promise.withResolvers<void>()
    const told = await listen(t, { ...answer(410), when: told410 })
    start(t)
    await emitSome(service, told.shop.id)
    await told.receiver.waitFor(1)
    // The outcome waits behind this, and is dropped then: as if its worker had ended.
    const taken = await holdLocks(
      service,
      sql`update delivery_queue set lease_token = gen_random_uuid(), lease_until = now() - interval '1 hour'
           where subscription_id = ${told.hook.id}`,
    )
    resolve()
    await until(async () => (await lockWaits(service)) > 0, 'the outcome to wait')
    assert.equal((await read(told)).active, false)
    await taken.commit()
    await until(async () => {
      await query('select reclaim_expired(1000, 100, 20, false)')
      await endDeliveriesOfClosed.run(service.deps)
      return (await deliveries(told))[0].status === 'failed'
    }, 'the delivery to have failed')
    assert.equal((await mailsOf(told)).length, 1)
    assert.equal(told.receiver.requests.length, 1)
  })

  for (const status of [429, 503, 500, 404, 302]) {
    it(`${status} with retry-after is asked again no earlier, and the delivery says why`, async (t) => {
      const told = await listen(t, answer(status, { 'retry-after': '1800' }))
      start(t)
      await emitSome(service, told.shop.id)
      const delivery = await attempted(told, 1)
      assert.deepEqual([delivery.status, delivery.next_attempt_reason], ['pending', 'retry_after'])
      const waitMs = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.updated_at)
      assert.ok(waitMs >= 1_800_000 && waitMs <= 1_980_000, `waits ${waitMs} ms`)
      assert.equal(told.receiver.requests.length, 1)
      assert.equal(delivery.last_error, 'the receiver asked to wait (retry-after)')
    })
  }

  it('retry-after as a date is asked again no earlier, by the clock of the database', async (t) => {
    const at = new Date(Date.now() + 1_200_000).toUTCString()
    const told = await listen(t, answer(503, { 'retry-after': at }))
    start(t)
    await emitSome(service, told.shop.id)
    const delivery = await attempted(told, 1)
    const lateMs = Date.parse(delivery.next_attempt_at) - Date.parse(at)
    assert.ok(lateMs >= -1_000 && lateMs <= 120_000, `${lateMs} ms late`)
  })

  it('retry-after less than the delay, or an absurd one, is asked again after the delay', async (t) => {
    for (const wait of ['1', '0', '-60', '999999999', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      const told = await listen(t, answer(503, { 'retry-after': wait }))
      const engine = start(t, { WEBHOOK_RETRY_DELAYS: '600' })
      await emitSome(service, told.shop.id)
      const delivery = await attempted(told, 1)
      assert.equal(delivery.next_attempt_reason, 'retry', wait)
      const waitMs = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.updated_at)
      assert.ok(waitMs >= 600_000 && waitMs <= 660_000, `${wait}: waits ${waitMs} ms`)
      await engine.stop()
    }
  })

  it('retry-after to each attempt has them all the same, and others are not held up', async (t) => {
    const told = await listen(t, answer(429, { 'retry-after': '3600' }))
    const other = await listen(t, answer(200))
    start(t)
    await emitSome(service, told.shop.id)
    for (const attempts of [1, 2, 3, 4]) {
      await attempted(told, attempts)
      await query('update delivery_queue set due_at = clock_timestamp() where subscription_id = $1', [told.hook.id])
      await emitSome(service, other.shop.id)
    }
    assert.equal((await attempted(told, 4)).status, 'failed')
    await other.receiver.waitFor(4)
  })

  it('503 for days has hourly retries for three days, if its subscription says so, and then fails', async (t) => {
    const told = await listen(t, answer(503), { retry_for: '3 days' })
    start(t, { WEBHOOK_RETRY_DELAYS: '600,600' })
    await emitSome(service, told.shop.id)
    const isDue = () =>
      query('update delivery_queue set due_at = clock_timestamp() where subscription_id = $1', [told.hook.id])
    for (const [attempts, seconds] of [
      [1, 600],
      [2, 600],
      [3, 3_600],
    ] as const) {
      const { next_attempt_at, next_attempt_reason, updated_at } = await attempted(told, attempts)
      const waitMs = Date.parse(next_attempt_at) - Date.parse(updated_at)
      assert.ok(waitMs >= seconds * 1_000 && waitMs <= seconds * 1_100, `${attempts}: waits ${waitMs} ms`)
      assert.equal(next_attempt_reason, 'retry')
      await isDue()
    }
    await attempted(told, 4)
    // The last but one of two specified and 72 hourly retries.
    await query('update delivery_queue set spent = 73 where subscription_id = $1', [told.hook.id])
    await isDue()
    assert.equal((await attempted(told, 5)).status, 'pending')
    await isDue()
    const failed = await attempted(told, 6)
    assert.equal(failed.status, 'failed')
    // By hand it has all its retries again.
    await told.hook.request('POST', `/deliveries/${failed.id}/retry`)
    assert.equal((await attempted(told, 7)).status, 'pending')
    await told.hook.request('PATCH', '', { retry_for: 'specified' })
    await query('update delivery_queue set spent = 2 where subscription_id = $1', [told.hook.id])
    await isDue()
    assert.equal((await attempted(told, 8)).status, 'failed')
  })

  it('nothing for 24 hours is switched off, with three days of retries after four days', async (t) => {
    const [told, patient, away] = await Promise.all([
      listen(t, answer(503)),
      listen(t, answer(503), { retry_for: '3 days' }),
      listen(t, answer(503), { retry_for: '3 days' }),
    ])
    for (const [{ hook, shop }, since] of [
      [told, '25 hours'],
      [patient, '95 hours'],
      [away, '97 hours'],
    ] as const)
      await query(
        `insert into failing_receivers
           (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at)
         values ($1, $2, 40, now() - $3::interval, now())`,
        [hook.id, shop.id, since],
      )
    await switchOffFailing.run(service.deps)
    const states = await Promise.all([told, patient, away].map(read))
    assert.deepEqual(
      states.map(({ active, disabled_reason }) => [active, disabled_reason]),
      [
        [false, 'every delivery failed for 24 hours'],
        [true, null],
        [false, 'every delivery failed for four days'],
      ],
    )
  })
})
