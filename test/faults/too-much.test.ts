import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { background } from '#src/app/background.ts'
import { registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { type ReceivedMail, startMailServer } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface TooMuchSettings {
  /** Committed one after the other, far quicker than the receiver takes them. */
  bursts: number
  eventsPerBurst: number
  burstEveryMs: number
  answerAfterMs: number
  maxWaitSeconds: number
}

/**
 * A receiver gets more than it takes. What has waited too long fails, oldest first; the owners get one mail, a metric
 * counts, and `recover` sends all of it once the receiver is quicker.
 */
async function expireTheOldest(t: TestContext, settings: TooMuchSettings): Promise<void> {
  const { bursts, eventsPerBurst, burstEveryMs, maxWaitSeconds } = settings
  let answerAfterMs = settings.answerAfterMs
  const mail = await startMailServer()
  t.after(() => mail.close())
  const service = await startTestApp({ SMTP_URL: mail.url, WEBHOOK_MAX_WAIT_SECONDS: String(maxWaitSeconds) })
  t.after(() => service.close())
  const { deps, databaseUrl } = service
  registerQueueMetrics(deps.metrics, deps.db)
  const shop = await makeMerchant(service)
  await makeStaff(service, shop.id, 'manager')
  const receiver = await startCountingReceiver(() => answerAfterMs)
  t.after(() => receiver.close())
  const hook = await makeWebhook(service, shop, { url: receiver.url('/'), events: ['product.updated'] })
  await startWorker(t, { databaseUrl, secrets: testSecrets })
  const sweeps = await runInBackground(deps, background)
  t.after(() => sweeps.stop())
  const since = new Date(Date.now() - 1_000).toISOString()
  for (let burst = 0; burst < bursts; burst++) {
    await commitEvents(deps, shop.id, eventsPerBurst)
    await sleep(burstEveryMs)
  }
  const all = bursts * eventsPerBurst
  const counts = await untilQueueIsEmpty(deps, 60_000 + maxWaitSeconds * 2_000)
  assert.equal(counts.delivered + counts.failed, all)
  assert.ok(counts.delivered > 0 && counts.failed > 0, `${counts.delivered} delivered, ${counts.failed} failed`)
  const ended = await deps.db.selectFrom('deliveries').select(['id', 'last_error', 'attempts', 'status']).execute()
  for (const { last_error, attempts, status } of ended) {
    if (status === 'failed') assert.deepEqual([last_error, attempts], ['expired: waited too long', 0])
  }
  // Counted after the commit.
  const expired = new RegExp(`^webhook_deliveries_expired_total ${counts.failed}$`, 'm')
  await until(async () => expired.test(await deps.metrics.metrics()), 'the metric to count them')
  const isIt = ({ subject }: ReceivedMail) => subject === 'Webhook deliveries have expired'
  await mail.mailTo(shop.owner.email, isIt)
  assert.equal(mail.mails.filter(isIt).length, 1)

  answerAfterMs = 0
  const recovered = await hook.request('POST', '/recover', { since })
  assert.equal(recovered.body.data.requeued, counts.failed)
  // On a slow machine some wait too long once more.
  while ((await untilQueueIsEmpty(deps)).delivered < all)
    assert.equal((await hook.request('POST', '/recover', { since })).status, 202)
  assert.equal(receiver.seen.get('/')?.size, all)
  t.diagnostic(`${counts.delivered} of ${all} taken in time, ${counts.failed} expired and were recovered`)
}

testFault(expireTheOldest, {
  short: {
    name: 'a receiver gets more than it takes: the oldest fail with a reason, owners are told once, recover sends them',
    settings: { bursts: 4, eventsPerBurst: 150, burstEveryMs: 500, answerAfterMs: 700, maxWaitSeconds: 8 },
  },
  long: {
    name: 'a receiver gets more than it takes for two minutes: the oldest fail, owners are told, recover sends them',
    settings: { bursts: 120, eventsPerBurst: 50, burstEveryMs: 1_000, answerAfterMs: 1_000, maxWaitSeconds: 30 },
  },
})
