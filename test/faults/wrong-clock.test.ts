import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { type ReceivedRequest, type Script, startReceiver } from '#test/support/receiver.ts'
import { maxWaitMs, until } from '#test/support/until.ts'
import { testFault } from './support/forms.ts'
import { startWorker, type WorkerPlan } from './support/worker.ts'

interface WrongClockSettings {
  events: number
  /** Seconds before the retries; each delivery takes the first two. */
  gaps: readonly [number, number, ...number[]]
  options: NonNullable<WorkerPlan['options']>
  environment: Record<string, string>
  /** How long the receiver takes to answer: longer than a look for expired leases takes to come round. */
  answerAfterMs: number
  recoveredWithinMs: number
}

const offMs = 600_000
/** More than any machine is slow, and far less than the clocks are off. */
const nearMs = 120_000

/**
 * Two workers, one's clock ten minutes fast, the other's ten minutes slow, share a queue. Nothing may differ: no lease
 * is taken for expired that is not, no retry comes early, what is signed bears the right time, what is logged as well.
 * Then one is killed, and what it held is taken back by one whose clock is wrong as soon as by any other.
 */
async function ignoreWrongClocks(t: TestContext, settings: WrongClockSettings): Promise<void> {
  const { events, gaps, options, environment, answerAfterMs, recoveredWithinMs } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const failTwice: Script = ({ headers }) => {
    const status = Number(headers['x-service-attempt']) <= 2 ? 500 : 200
    return { do: 'answer', status, afterMs: answerAfterMs }
  }
  const receiver = await startReceiver(failTwice)
  t.after(() => receiver.close())
  const merchantIds = await Promise.all(Array.from({ length: events }, () => makeShop(deps)))
  for (const merchantId of merchantIds) await subscribe(deps, merchantId, `${receiver.origin}/${merchantId}`)
  const commit = () => Promise.all(merchantIds.map((merchantId) => commitEvents(deps, merchantId, 1)))

  const plan: WorkerPlan = {
    databaseUrl,
    secrets: testSecrets,
    options,
    environment: { ...environment, WEBHOOK_RETRY_DELAYS: gaps.join(',') },
  }
  const [fast, slow] = await Promise.all([
    startWorker(t, { ...plan, clockOffsetMs: offMs }),
    startWorker(t, { ...plan, clockOffsetMs: -offMs }),
  ])
  for (const [worker, off] of [
    [fast, offMs],
    [slow, -offMs],
  ] as const) {
    assert.ok(Math.abs(worker.clockOffsetMs - off) < nearMs, `its clock is off by ${worker.clockOffsetMs} ms`)
  }

  await commit()
  const counts = await untilQueueIsEmpty(deps, recoveredWithinMs)
  assert.deepEqual([counts.delivered, counts.lost], [events, 0])
  const late: number[] = []
  for (const merchantId of merchantIds) {
    const seen = receiver.requests.filter(({ path }) => path === `/${merchantId}`)
    for (const [i, gap] of [gaps[0], gaps[1]].entries()) {
      const seconds = ((seen[i + 1]?.receivedAt ?? 0) - (seen[i]?.receivedAt ?? 0)) / 1_000
      // Both moments are read from a clock of whole milliseconds.
      assert.ok(seconds >= gap + answerAfterMs / 1_000 - 0.002, `retry ${i + 1} came after ${seconds} s`)
      late.push(seconds - gap - answerAfterMs / 1_000)
    }
  }
  for (const request of receiver.requests) assertSignedNow(request)

  // One takes all of it and dies; what it held is taken back by a database clock's reckoning, not by the other's.
  slow.signal('SIGTERM')
  assert.equal(await slow.ended, 0)
  receiver.behave({ do: 'hang' })
  await commit()
  await until(async () => (await countDeliveries(deps)).leased === events, 'the fast worker to hold all')
  fast.signal('SIGKILL')
  await fast.ended
  const died = performance.now()
  receiver.behave(failTwice)
  await startWorker(t, { ...plan, clockOffsetMs: -offMs })
  const ended = await untilQueueIsEmpty(deps, recoveredWithinMs)
  const recoveredMs = Math.round(performance.now() - died)
  assert.deepEqual([ended.delivered, ended.lost], [events * 2, events])
  const attempts = await deps.db.selectFrom('delivery_attempts').select('started_at').execute()
  for (const { started_at } of attempts) assert.ok(Math.abs(started_at.getTime() - Date.now()) < offMs / 2)
  t.diagnostic(
    `clocks off by ${fast.clockOffsetMs} and ${slow.clockOffsetMs} ms: ` +
      `retries at most ${Math.max(...late).toFixed(3)} s late, ` +
      `all recovered ${recoveredMs} ms after the kill`,
  )
}

function assertSignedNow({ headers, receivedAt }: ReceivedRequest): void {
  const off = Number(headers['webhook-timestamp']) * 1_000 - receivedAt
  assert.ok(Math.abs(off) < nearMs, `signed with a time ${off} ms off`)
}

testFault(ignoreWrongClocks, {
  short: {
    name: 'workers whose clocks are ten minutes fast and slow deliver, retry and recover as any',
    settings: {
      events: 20,
      gaps: [0.2, 0.5, 0.5, 0.5, 0.5],
      options: { leaseMs: 20_000, reclaimMs: 250 },
      environment: { WEBHOOK_TIMEOUT_SECONDS: '15' },
      answerAfterMs: 600,
      recoveredWithinMs: maxWaitMs,
    },
  },
  long: {
    name: 'workers with clocks ten minutes ahead and behind deliver, retry and recover correctly',
    settings: {
      events: 100,
      gaps: [1, 5, 25, 125, 300],
      options: {},
      environment: {},
      answerAfterMs: 8_000,
      recoveredWithinMs: 120_000,
    },
  },
})
