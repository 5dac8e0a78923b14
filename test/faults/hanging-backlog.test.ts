import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe } from '#test/support/deliveries.ts'
import { maxWaitMs, until } from '#test/support/until.ts'
import { lateRetries, quantile } from './support/attempts.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface BacklogSettings {
  waiting: number
  timeoutSeconds: number
  gaps: readonly number[]
  /** Deliveries that have failed when the schedules are compared. */
  ended: number
  endedWithinMs: number
  /** Seconds by which a retry may be late, or a tenth of its gap. */
  late: number
}

/**
 * Every request to a receiver hangs until the deadline, and far more waits for it than may be in flight. What has begun
 * keeps its schedule: its retries come in time, whatever waits for a first attempt.
 */
async function keepSchedules(t: TestContext, settings: BacklogSettings): Promise<void> {
  const { waiting, timeoutSeconds, gaps, ended, endedWithinMs, late } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver(600_000)
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  await subscribe(deps, merchantId, receiver.url('/hang'))
  await commitEvents(deps, merchantId, waiting)
  const environment = { WEBHOOK_TIMEOUT_SECONDS: String(timeoutSeconds), WEBHOOK_RETRY_DELAYS: gaps.join(',') }
  await startWorker(t, { databaseUrl, secrets: testSecrets, environment })
  let failed = 0
  let maxLeased = 0
  const enoughEnded = async () => {
    const counts = await countDeliveries(deps)
    failed = counts.failed
    maxLeased = Math.max(maxLeased, counts.leased)
    return failed >= ended
  }
  const over = await until(enoughEnded, 'deliveries to end', endedWithinMs).catch(() => false)
  const retries = await lateRetries(deps, gaps)
  const lateness = retries.map((retry) => retry.late).sort((a, b) => a - b)
  const told =
    `${failed} of ${waiting} have ended; ` +
    `${retries.length} retries late by ${quantile(lateness, 0.5)} (p50), ${quantile(lateness, 1)} at most`
  t.diagnostic(told)
  assert.ok(over, `${ended} were to end within ${endedWithinMs} ms: ${told}`)
  for (const retry of retries) {
    const allowed = Math.max(late, retry.delay / 10)
    assert.ok(retry.late <= allowed, `${retry.late} s late after ${retry.delay} s; ${told}`)
  }
  // By leases: a receiver that has no time sees the end of a request after the beginning of the next.
  assert.ok(maxLeased <= 10, `${maxLeased} at once`)
}

testFault(keepSchedules, {
  short: {
    name: 'retries at a receiver that hangs are in time, whatever waits for a first attempt',
    settings: {
      waiting: 40,
      timeoutSeconds: 1.2,
      gaps: [0.1, 0.3, 0.5],
      ended: 12,
      endedWithinMs: maxWaitMs,
      // Far less than the 36 s that the first attempts take one after the other, far more than a machine is slow.
      late: 8,
    },
  },
  long: {
    name: 'retries at a receiver that hangs for 30 s are in time, with 500 waiting for a first attempt',
    settings: {
      waiting: 500,
      timeoutSeconds: 30,
      gaps: [1, 5, 25, 125, 300],
      ended: 10,
      endedWithinMs: 760_000,
      late: 2,
    },
  },
})
