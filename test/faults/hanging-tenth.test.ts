import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface HangingSettings {
  receivers: number
  events: number
  everyMs: number
  cap: number
  environment: Record<string, string>
}

/**
 * A tenth of the receivers read every request and never answer. The others get everything as it is committed, while the
 * hanging ones hold what places they may and their deliveries wait. How quickly is the bench's to say.
 */
async function deliverBesideHanging(t: TestContext, settings: HangingSettings): Promise<void> {
  const { receivers, events, everyMs, cap, environment } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const hanging = receivers / 10
  const receiver = await startCountingReceiver((path) => (path.startsWith('/hang') ? 600_000 : 0))
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++)
    await subscribe(deps, merchantId, receiver.url(i < hanging ? `/hang/${i}` : `/${i}`))
  await startWorker(t, { databaseUrl, secrets: testSecrets, environment, options: { cap } })
  for (let event = 0; event < events; event++) {
    await commitEvents(deps, merchantId, 1)
    await sleep(everyMs)
  }
  const healthy = (receivers - hanging) * events
  await until(async () => (await countDeliveries(deps)).delivered === healthy, 'every healthy receiver to have all')
  const counts = await countDeliveries(deps)
  assert.deepEqual([counts.delivered, counts.lost], [healthy, 0])
  assert.equal(
    counts.pending + counts.failed,
    hanging * events,
    'the others wait, or have failed after all their retries',
  )
  // Of what hangs by leases: a receiver that has no time sees the end of a request after the beginning of the next.
  assert.ok(counts.leased <= hanging * cap, `${counts.leased} are held`)
  for (const [path, max] of receiver.maxAtOnce)
    assert.ok(max <= cap || path.startsWith('/hang'), `${max} at once at ${path}`)
  t.diagnostic(`${healthy} delivered beside ${counts.leased} that hang and ${counts.queued - counts.leased} that wait`)
}

testFault(deliverBesideHanging, {
  short: {
    name: 'three of thirty receivers hang until the deadline each time: the others get everything',
    settings: {
      receivers: 30,
      events: 40,
      everyMs: 50,
      cap: 10,
      environment: { WEBHOOK_TIMEOUT_SECONDS: '5' },
    },
  },
  long: {
    name: 'ten of a hundred receivers hang for 30 s each time, for a minute and a half: the others get everything',
    settings: { receivers: 100, events: 900, everyMs: 100, cap: 10, environment: {} },
  },
})
