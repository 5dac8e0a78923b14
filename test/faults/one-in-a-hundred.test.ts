import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { announceCommits } from '#src/modules/webhooks/index.ts'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe } from '#test/support/deliveries.ts'
import { maxWaitMs, until } from '#test/support/until.ts'
import { deliveryTimes, quantile } from './support/attempts.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

const hangMs = 600_000
const patient = { WEBHOOK_TIMEOUT_SECONDS: '600' }

interface OneInAHundredSettings {
  events: number
  perSecond: number
  workers: number
  /** How long after the last commit the last of the others is delivered, at most. */
  afterMs: number
  environment: Record<string, string>
}

/** One request in a hundred hangs until the deadline. It takes one place; the others are delivered all the same. */
async function deliverTheOthers(t: TestContext, settings: OneInAHundredSettings): Promise<void> {
  const { events, perSecond, workers, afterMs, environment } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const announcements = announceCommits(deps.db, deps.logger)
  t.after(() => announcements.stop())
  const receiver = await startCountingReceiver((_, number) => (number % 100 === 0 ? hangMs : 0))
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  await subscribe(deps, merchantId, receiver.url('/'))
  const plan = { databaseUrl, secrets: testSecrets, environment }
  await Promise.all(Array.from({ length: workers }, () => startWorker(t, plan)))
  const begun = performance.now()
  for (let event = 0; event < events; event += 1) {
    await commitEvents(deps, merchantId, 1)
    await sleep(Math.max(0, begun + ((event + 1) * 1_000) / perSecond - performance.now()))
  }
  // Those that hung are sent again and again, a hundredth each time.
  const quick = Math.floor(events * 0.99)
  let delivered = 0
  const others = async () => {
    delivered = (await countDeliveries(deps)).delivered
    return delivered >= quick
  }
  const over = await until(others, 'the others to be delivered', afterMs).catch(() => false)
  const times = await deliveryTimes(deps, '%')
  const inTime = times.filter((seconds) => seconds < 1).length
  const told =
    `${delivered} of ${events} delivered, ${inTime} within a second, ` +
    `p50 ${quantile(times, 0.5)}, p99 ${quantile(times, 0.99)}`
  t.diagnostic(told)
  assert.ok(over, told)
}

/** A receiver that is slow, or hangs, for everything never has more than ten requests, and gets everything at last. */
async function neverMoreThanTen(t: TestContext, settings: { events: number; answerAfterMs: number }): Promise<void> {
  const { events, answerAfterMs } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver((path) => (path === '/slow' ? answerAfterMs : hangMs))
  t.after(() => receiver.close())
  for (const path of ['/slow', '/hang']) {
    const merchantId = await makeShop(deps)
    await subscribe(deps, merchantId, receiver.url(path))
    await commitEvents(deps, merchantId, events)
  }
  // What hangs does so to the end of the test, so that no other request takes its place.
  await startWorker(t, { databaseUrl, secrets: testSecrets, environment: patient })
  await until(() => receiver.seen.get('/slow')?.size === events, 'the slow receiver to have all')
  assert.equal(receiver.maxAtOnce.get('/slow'), 10)
  assert.equal(receiver.maxAtOnce.get('/hang'), 10)
}

testFault(deliverTheOthers, {
  short: {
    name: 'one request in a hundred hangs: the others are delivered while it does',
    settings: { events: 2_000, perSecond: 200, workers: 1, afterMs: maxWaitMs, environment: patient },
  },
  long: {
    name: 'one request in a hundred hangs for 30 s, 100 a second for a minute, two workers: the others are delivered',
    settings: { events: 6_000, perSecond: 100, workers: 2, afterMs: 2_000, environment: {} },
  },
})

testFault(neverMoreThanTen, {
  short: {
    name: 'a receiver that is slow for everything has at most ten requests at once',
    settings: { events: 30, answerAfterMs: 1_500 },
  },
  long: {
    name: 'a receiver that takes 5 s for everything has at most ten requests at once',
    settings: { events: 100, answerAfterMs: 5_000 },
  },
})
