import assert from 'node:assert/strict'
import { it } from 'node:test'
import { background } from '#src/app/background.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import type { ReceivedMail } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { endDeliveriesOfClosed } from '../jobs.ts'
import { switchOffFailing } from './switch-off.ts'

describeShop('a subscription whose receiver keeps failing', startMailingApp, ({ service, shop }) => {
  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const happen = (count: number) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        Array.from({ length: count }, () => ({
          merchantId: shop.id,
          userId: newId(),
          name: 'order.created' as const,
          data: {},
        })),
      ),
    )
  /** As the engine writes it, after attempts that all failed. */
  const hasFailed = (hook: TestWebhook, since: string, last = '0 s') =>
    query(
      `insert into failing_receivers (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at)
       values ($1, $2, 40, now() - $3::interval, now() - $4::interval)`,
      [hook.id, shop.id, since, last],
    )
  const switchOff = () => switchOffFailing.run(service.deps)
  const endClosed = () => endDeliveriesOfClosed.run(service.deps)
  const read = async (hook: TestWebhook) => (await hook.request('GET', '')).body.data
  const list = async (hook: TestWebhook, query = '') => (await hook.request('GET', `/deliveries${query}`)).body.data

  it('is switched off after 24 hours: a mail to each owner, waiting deliveries fail, recoverable', async (t) => {
    const second = await makeStaff(service, shop.id, 'owner')
    await makeStaff(service, shop.id, 'manager')
    const hook = await makeWebhook(service, shop, { url: 'http://127.0.0.1:9/gone' })
    const well = await makeWebhook(service, shop)
    await happen(3)
    await query(
      `update delivery_queue set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
        where delivery_id = (select delivery_id from delivery_queue where subscription_id = $1 limit 1)`,
      [hook.id],
    )
    await hasFailed(hook, '25 hours')
    await switchOff()
    const off = await read(hook)
    assert.deepEqual([off.active, off.disabled_reason], [false, 'every delivery failed for 24 hours'])
    assert.equal((await read(well)).active, true)
    assert.deepEqual(await query('select from failing_receivers where subscription_id = $1', [hook.id]), [])

    await endClosed()
    const failed = await list(hook, '?status=failed')
    assert.equal(failed.pagination.total, 2)
    for (const delivery of failed.items)
      assert.deepEqual([delivery.last_error, delivery.next_attempt_at], ['the subscription was switched off', null])
    // The leased delivery ends by itself.
    assert.equal((await list(hook, '?status=delivering')).pagination.total, 1)
    await happen(1)
    assert.equal((await list(hook)).pagination.total, 3)
    assert.equal((await list(well, '?status=pending')).pagination.total, 4)

    await switchOff()
    const jobs = await runInBackground(service.deps, background)
    t.after(() => jobs.stop())
    const isIt = ({ subject }: ReceivedMail) => subject === 'A webhook subscription was switched off'
    const letters = await Promise.all([shop.owner, second].map(({ email }) => service.mail.mailTo(email, isIt)))
    for (const { source } of letters) {
      assert.match(source.replaceAll('=\r\n', ''), /127\.0\.0\.1:9\/gone: every delivery failed for 24 hours/)
    }
    await until(async () => (await query('select from jobs')).length === 0, 'all mail to be sent')
    assert.deepEqual(
      service.mail.mails
        .filter(isIt)
        .flatMap(({ to }) => to)
        .sort(),
      [shop.owner.email, second.email].sort(),
    )

    assert.equal((await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' })).status, 409)
    const on = await hook.request('PATCH', '', { active: true })
    assert.deepEqual([on.body.data.active, on.body.data.disabled_reason], [true, null])
    const recovered = await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' })
    assert.equal(recovered.body.data.requeued, 2)
  })

  it('is not switched off earlier, nor after a success, nor if the merchant has switched it off', async () => {
    const hooks = await Promise.all([1, 2, 3, 4].map(() => makeWebhook(service, shop)))
    const [early, silent, recovered, closed] = hooks
    assert.ok(early && silent && recovered && closed)
    await hasFailed(early, '23 hours 59 minutes')
    // Old failures, and no attempt since.
    await hasFailed(silent, '3 days', '2 days 1 hour')
    await hasFailed(recovered, '25 hours')
    await hasFailed(closed, '25 hours')
    await query('delete from failing_receivers where subscription_id = $1', [recovered.id])
    await closed.request('PATCH', '', { active: false })
    await switchOff()
    for (const hook of [early, silent, recovered]) assert.equal((await read(hook)).active, true)
    assert.equal((await read(closed)).disabled_reason, null)
    await Promise.all(hooks.map((hook) => hook.request('DELETE', '')))
  })

  it('has all waiting deliveries ended if it is deleted, not the rest if it is switched on again', async () => {
    const [deleted, reopened] = [await makeWebhook(service, shop), await makeWebhook(service, shop)]
    await happen(2_500)
    await query("update delivery_queue set due_at = due_at + interval '1 day'")
    await deleted.request('DELETE', '')
    await hasFailed(deleted, '1 hour')
    await reopened.request('PATCH', '', { active: false })
    await reopened.request('PATCH', '', { active: true })
    const statuses = async (hook: TestWebhook) =>
      query('select status, count(*)::int from deliveries where subscription_id = $1 group by 1 order by 1', [hook.id])
    // 1,000 end in the request, the rest in the sweep.
    assert.deepEqual(await statuses(deleted), [
      { status: 'cancelled', count: 1_000 },
      { status: 'pending', count: 1_500 },
    ])
    await endClosed()
    assert.deepEqual(await statuses(deleted), [{ status: 'cancelled', count: 2_500 }])
    assert.deepEqual(await query('select from delivery_queue where subscription_id = $1', [deleted.id]), [])
    assert.deepEqual(await query('select from failing_receivers where subscription_id = $1', [deleted.id]), [])
    assert.deepEqual(await statuses(reopened), [
      { status: 'cancelled', count: 1_000 },
      { status: 'pending', count: 1_500 },
    ])
    await reopened.request('DELETE', '')
    await endClosed()
  })
})
