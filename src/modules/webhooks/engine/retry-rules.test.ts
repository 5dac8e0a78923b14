import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayBegin, type Progress, retrySchedules, stepAfter } from './retry-rules.ts'

const delays = [1_000, 5_000, 25_000, 125_000, 300_000]

describe('retry rules', () => {
  it('stepAfter waits each delay, never less and at most 10 % more, then fails', () => {
    for (const random of [0, 0.5, 0.999]) {
      for (const [spent, delay] of delays.entries()) {
        const step = stepAfter('rejected', { spent, tries: spent }, delays, random)
        assert.ok(step.status === 'pending' && step.counted)
        assert.ok(step.retryInMs >= delay && step.retryInMs <= delay * 1.1)
      }
    }
    assert.deepEqual(stepAfter('timeout', { spent: 5, tries: 5 }, delays, 0), { status: 'failed', counted: true })
    assert.deepEqual(stepAfter('delivered', { spent: 5, tries: 9 }, delays, 0), { status: 'delivered', counted: true })
  })

  it('stepAfter waits as long as the receiver asks, and never less than the delay', () => {
    for (const random of [0, 0.5, 0.999]) {
      const asked = stepAfter('rejected', { spent: 1, tries: 1 }, delays, random, 60_000)
      assert.ok(asked.status === 'pending' && asked.counted && asked.isByReceiver)
      assert.ok(asked.retryInMs >= 60_000 && asked.retryInMs <= 66_000)
      const sooner = stepAfter('rejected', { spent: 3, tries: 3 }, delays, random, 60_000)
      assert.ok(sooner.status === 'pending' && !sooner.isByReceiver && sooner.retryInMs >= 125_000)
    }
    const last = stepAfter('rejected', { spent: 5, tries: 5 }, delays, 0, 60_000)
    assert.deepEqual(last, { status: 'failed', counted: true })
  })

  it('retrySchedules adds one retry an hour for three days to the specified ones', () => {
    const schedules = retrySchedules(delays)
    assert.deepEqual(schedules.specified, delays)
    const long = schedules['3 days']
    assert.deepEqual(long.slice(0, 5), delays)
    assert.deepEqual(new Set(long.slice(5)), new Set([3_600_000]))
    assert.equal(long.length, 77)
    assert.deepEqual(stepAfter('timeout', { spent: 77, tries: 77 }, long, 0), { status: 'failed', counted: true })
  })

  it('stepAfter with faults of our own spends no retry for hours, and ends all the same', () => {
    const progress: Progress = { spent: 0, tries: 0 }
    let waited = 0
    for (;;) {
      const step = stepAfter('egress_fault', progress, delays, 0)
      progress.tries++
      if (step.counted) progress.spent++
      if (step.status !== 'pending') break
      waited += step.retryInMs
    }
    assert.equal(progress.tries, 60 + delays.length + 1)
    assert.ok(waited > 4 * 3_600_000)
  })

  it('mayBegin is false for an attempt that could outlast its lease', () => {
    assert.equal(mayBegin(0, 45_000, 30_000), true)
    assert.equal(mayBegin(15_001, 45_000, 30_000), false)
  })
})
