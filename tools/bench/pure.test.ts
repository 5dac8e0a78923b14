import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReached, type Outcome } from './outcome.ts'
import { drawLatency } from './picture.ts'
import { describeValue } from './report.ts'
import { latenciesOf, median, percentile } from './statistics.ts'

describe('the figures of the bench', () => {
  it('a percentile is the value that so many samples lie below', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    assert.deepEqual(
      [0, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share)),
      [1, 51, 96, 100, 100],
    )
    assert.equal(percentile([], 0.5), 0)
    assert.equal(percentile([7], 0.99), 7)
  })

  it('a median stands in the middle, between two if there is none', () => {
    assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([5])], [2, 2.5, 5])
  })

  it('latencies are taken from samples in any order', () => {
    assert.deepEqual(latenciesOf([9, 1, 5, 3, 7]), { p50: 5, p95: 9, p99: 9 })
  })

  const outcome: Outcome = { work: '', yardstick: '', value: 0.5, unit: 'times', reach: 0.6, better: 'more' }

  it('a figure is reached on the side that is better', () => {
    assert.equal(isReached(outcome), false)
    assert.equal(isReached({ ...outcome, better: 'less' }), true)
    assert.equal(isReached({ ...outcome, value: 0.6 }), true)
  })

  it('a figure is shown with its unit and the spread of its rounds', () => {
    assert.equal(describeValue({ ...outcome, spread: [0.4, 0.55] }), '0.50 times (0.40 to 0.55)')
    assert.equal(describeValue({ ...outcome, value: 1234.5, unit: 'ms' }), '1235 ms')
  })
})

describe('the picture of the bench', () => {
  const lines = [
    { name: 'list & <all>', points: [10_000, 1_000_000].map((size) => ({ size, milliseconds: size / 1_000 })) },
  ]

  it('has a line for each kind of request, from the left edge to the right one', () => {
    const svg = drawLatency('p95', lines)
    assert.match(svg, /<polyline points="70\.0,360\.0 560\.0,50\.0"/)
    assert.match(svg, />1,000,000<\/text>/)
    assert.match(svg, />10 ms<\/text>.*\n.*>100 ms<\/text>.*\n.*>1000 ms<\/text>/)
  })

  it('carries text as text', () => {
    assert.match(drawLatency('a < b', lines), />a &lt; b<.*>list &amp; &lt;all&gt;</s)
  })
})
