import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

/**
 * Everything failed while the receiver was down. It comes back, and two people press `recover` at once, and again while
 * the workers are sending what they asked for: each delivery is sent once more, not twice.
 */
async function recoverTwice(t: TestContext, events: number): Promise<void> {
  const service = await buildTestApp(t)
  const { deps, databaseUrl } = service
  const shop = await makeMerchant(service)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  // Port 9 is nobody's: every attempt is refused at once.
  const hook = await makeWebhook(service, shop, { url: 'http://127.0.0.1:9/', events: ['product.updated'] })
  const plan = { databaseUrl, secrets: testSecrets, environment: { WEBHOOK_RETRY_DELAYS: '0.05' } }
  const since = new Date(Date.now() - 1_000).toISOString()
  await commitEvents(deps, shop.id, events, { perTransaction: 500 })
  await Promise.all([startWorker(t, plan), startWorker(t, plan)])
  const down = await untilQueueIsEmpty(deps, 60_000 + events * 50)
  assert.equal(down.failed, events)

  assert.equal((await hook.request('PATCH', '', { url: receiver.url('/') })).status, 200)
  const recover = async (): Promise<number> => {
    const { status, body } = await hook.request('POST', '/recover', { since })
    assert.equal(status, 202)
    return body.data.requeued
  }
  const requeued = await Promise.all([recover(), recover()])
  await until(() => receiver.total() > 0, 'the workers to send again')
  requeued.push(await recover(), await recover())
  assert.equal(
    requeued.reduce((sum, count) => sum + count, 0),
    events,
    `asked four times: ${requeued.join(', ')}`,
  )
  const counts = await untilQueueIsEmpty(deps, 60_000 + events * 10)
  assert.deepEqual([counts.delivered, counts.failed], [events, 0])
  assert.deepEqual([receiver.total(), receiver.duplicates()], [events, 0])
  assert.equal(await recover(), 0)
  assert.equal((await countDeliveries(deps)).queued, 0)
  t.diagnostic(`${events} failed; recover asked for ${requeued.join(', ')}; each was sent once`)
}

testFault(recoverTwice, {
  short: {
    name: 'failed deliveries are recovered twice at once, and twice more while they are sent: each is sent once',
    settings: 100,
  },
  long: {
    name: '3,000 failed deliveries are recovered twice at once, and twice more while they are sent: each is sent once',
    settings: 3_000,
  },
})
