import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { capAfter, mayBegin, type Progress, stepAfter } from './retry-rules.ts'

const delays = [1_000, 5_000, 25_000, 125_000, 300_000]

describe('the decisions of delivery', () => {
  it('wait each of the delays, never less and at most 10 % more, then give up', () => {
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

  it('forgive faults of our own for hours, and come to an end all the same', () => {
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

  it('halve what a failing receiver may have under way, down to one', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 100].map((failures) => capAfter(10, failures)),
      [10, 5, 2, 1, 1, 1],
    )
  })

  it('begin nothing that could outlast its lease', () => {
    assert.equal(mayBegin(0, 45_000, 30_000), true)
    assert.equal(mayBegin(15_001, 45_000, 30_000), false)
  })
})
