import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { announceCommits } from '#src/modules/webhooks/index.ts'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { deliveryTimes, quantile } from './support/attempts.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface MostHangSettings {
  shops: number
  hanging: number
  /** Waiting for each hanging receiver at the beginning. */
  waiting: number
  /** One event a second in each shop. */
  seconds: number
  environment: Record<string, string>
  /** Of the healthy; not held to on a machine that does other work. */
  p95?: number
}

/** Many receivers, each of its own shop, hang until the deadline. The others get everything meanwhile. */
async function deliverToTheHealthy(t: TestContext, settings: MostHangSettings): Promise<void> {
  const { shops, hanging, waiting, seconds, environment, p95 } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const announcements = announceCommits(deps.db, deps.logger)
  t.after(() => announcements.stop())
  const receiver = await startCountingReceiver((path) => (path.startsWith('/hang') ? 600_000 : 0))
  t.after(() => receiver.close())
  const merchantIds: string[] = []
  for (let shop = 0; shop < shops; shop++) {
    const merchantId = await makeShop(deps)
    merchantIds.push(merchantId)
    await subscribe(deps, merchantId, receiver.url(shop < hanging ? `/hang/${shop}` : `/${shop}`))
    if (shop < hanging) await commitEvents(deps, merchantId, waiting)
  }
  await startWorker(t, { databaseUrl, secrets: testSecrets, environment })
  const begun = performance.now()
  for (let event = 0; event < seconds * shops; event++) {
    await commitEvents(deps, merchantIds[event % shops] ?? '', 1)
    await sleep(Math.max(0, begun + ((event + 1) * 1_000) / shops - performance.now()))
  }
  const healthy = (shops - hanging) * seconds
  const all = async () => (await countDeliveries(deps)).delivered === healthy
  await until(all, 'every healthy receiver to have all')
  const { rows } = await sql<{ ended: number }>`
    select count(*) as ended from delivery_attempts where outcome <> 'delivered'`.execute(deps.db)
  const times = await deliveryTimes(deps, `${receiver.url('/')}%`)
  t.diagnostic(
    `${hanging} of ${shops} hang: ${healthy} delivered after ${quantile(times, 0.5)} (p50), ` +
      `${quantile(times, 0.95)} (p95), ` +
      `${quantile(times, 1)} at most; ${rows[0]?.ended} attempts had ended otherwise`,
  )
  for (const [path, max] of receiver.maxAtOnce) assert.ok(max <= 10, `${max} at once at ${path}`)
  // In the short form before the first deadline passes: nobody waited for what hangs.
  if (p95 === undefined) assert.equal(rows[0]?.ended, 0)
  else assert.ok(Number.parseFloat(quantile(times, 0.95)) < p95)
}

testFault(deliverToTheHealthy, {
  short: {
    name: 'eighty of a hundred receivers hang: the others get everything while they do',
    settings: { shops: 100, hanging: 80, waiting: 12, seconds: 5, environment: { WEBHOOK_TIMEOUT_SECONDS: '600' } },
  },
  long: {
    name: 'eighty of a hundred receivers hang for 30 s, for a minute: the others get everything within a second',
    settings: { shops: 100, hanging: 80, waiting: 20, seconds: 60, environment: {}, p95: 1 },
  },
})

testFault(deliverToTheHealthy, {
  long: {
    name: 'ten of a hundred receivers hang for 30 s, for a minute: the others get everything within 0.1 s',
    settings: { shops: 100, hanging: 10, waiting: 20, seconds: 60, environment: {}, p95: 0.1 },
  },
})
