import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { buildTestApp } from '#test/support/app.ts'
import { commitEvents, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { maxWaitMs, until } from '#test/support/until.ts'
import { testFault } from './support/forms.ts'

interface GapSettings {
  /** Seconds before each retry. */
  gaps: readonly number[]
  /** How late a retry may be, as a multiple of its gap. */
  latest?: number
}

/**
 * A receiver that fails in a different way each time sees six attempts with the configured gaps between them, never
 * early. How late is said, and held to 10 % only where `latest` asks for it: on a busy machine a short gap is late for
 * reasons that are not ours.
 */
async function seeTheGaps(t: TestContext, { gaps, latest }: GapSettings): Promise<void> {
  const { deps } = await buildTestApp(t, { WEBHOOK_RETRY_DELAYS: gaps.join(','), WEBHOOK_TIMEOUT_SECONDS: '2' })
  const receiver = await startReceiver([
    { do: 'answer', status: 500 },
    { do: 'reset' },
    { do: 'answer', status: 404 },
    { do: 'redirect', to: 'http://127.0.0.1:1/' },
    { do: 'answer', status: 503 },
    { do: 'answer', status: 429 },
  ])
  t.after(() => receiver.close())
  const engine = startDeliveryEngine(deps)
  t.after(() => engine.stop())
  const merchantId = await makeShop(deps)
  await subscribe(deps, merchantId, `${receiver.origin}/`)
  await commitEvents(deps, merchantId, 1)
  const totalMs = gaps.reduce((sum, gap) => sum + gap, 0) * 1_000
  const counts = await untilQueueIsEmpty(deps, totalMs * 1.5 + maxWaitMs)

  assert.equal(counts.failed, 1)
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers['x-service-attempt']),
    ['1', '2', '3', '4', '5', '6'],
  )
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1, 'one id')
  assert.equal(new Set(receiver.requests.map(({ body }) => body.toString())).size, 1, 'one body')
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['x-service-signature'])).size, 1, 'one signature')
  const seen = receiver.requests.slice(1).map(({ receivedAt }, i) => {
    return (receivedAt - (receiver.requests[i]?.receivedAt ?? 0)) / 1_000
  })
  for (const [i, gap] of gaps.entries()) {
    const late = (seen[i] ?? 0) / gap
    // Both moments are read from a clock of whole milliseconds.
    assert.ok((seen[i] ?? 0) >= gap - 0.002, `retry ${i + 1} came after ${seen[i]} s instead of ${gap} s`)
    if (latest !== undefined) assert.ok(late <= latest, `retry ${i + 1} came after ${seen[i]} s instead of ${gap} s`)
  }
  t.diagnostic(`gaps of ${gaps.join(', ')} s seen as ${seen.join(', ')} s`)
}

/** A receiver that hangs, drips for ever or sends headers for ever is cut at the deadline, whatever it still says. */
async function cutEndlessAnswers(t: TestContext, deadlineSeconds: number): Promise<void> {
  const { deps } = await buildTestApp(t, {
    WEBHOOK_RETRY_DELAYS: '600',
    WEBHOOK_TIMEOUT_SECONDS: String(deadlineSeconds),
  })
  const engine = startDeliveryEngine(deps)
  t.after(() => engine.stop())
  const merchantId = await makeShop(deps)
  for (const behaviour of ['hang', 'drip', 'slow-headers'] as const) {
    const receiver = await startReceiver({ do: behaviour })
    t.after(() => receiver.close())
    await subscribe(deps, merchantId, `${receiver.origin}/`)
  }
  await commitEvents(deps, merchantId, 1)
  const attempts = await until(async () => {
    const rows = await deps.db.selectFrom('delivery_attempts').selectAll().execute()
    return rows.length === 3 && rows
  }, 'three attempts')
  for (const attempt of attempts) {
    assert.equal(attempt.outcome, 'timeout')
    assert.ok(attempt.duration_ms >= deadlineSeconds * 1_000 - 5, `cut after ${attempt.duration_ms} ms`)
  }
  t.diagnostic(`cut after ${attempts.map((attempt) => attempt.duration_ms).join(', ')} ms`)
}

testFault(seeTheGaps, {
  short: {
    name: 'a flapping receiver sees 6 attempts with the configured gaps between them, never early',
    settings: { gaps: [0.1, 0.2, 0.4, 0.8, 1] },
  },
  long: {
    name: 'a flapping receiver sees 6 attempts with gaps of 1, 5, 25, 125, 300 s, never early, at most 10 % late',
    settings: { gaps: [1, 5, 25, 125, 300], latest: 1.1 },
  },
})

testFault(cutEndlessAnswers, {
  short: { name: 'an answer that never ends is cut at the deadline', settings: 0.5 },
  long: { name: 'an answer that never ends is cut at 30 s', settings: 30 },
})
