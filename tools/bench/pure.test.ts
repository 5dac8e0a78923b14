import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareTurns } from './against.ts'
import { counted, seeded, shuffled, zipf } from './draws.ts'
import { inTurns, type Measured } from './harness.ts'
import { compared, isReached, type Outcome } from './outcome.ts'
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

describe('the draws of the bench', () => {
  it('by Zipf ask for the first twice as often as for the second, and for all in the end', () => {
    const next = zipf(10, seeded(1))
    const counts = Array.from({ length: 10 }, () => 0)
    for (let n = 0; n < 20_000; n++) {
      const place = next()
      counts[place] = (counts[place] ?? 0) + 1
    }
    const [first = 0, second = 0, last = 0] = [counts[0], counts[1], counts[9]]
    assert.ok(Math.abs(first / second - 2) < 0.2, String(counts))
    assert.ok(Math.abs(first / last - 10) < 2, String(counts))
  })

  it('are the same in every run', () => {
    const [one, other] = [seeded(7), seeded(7)]
    assert.deepEqual([one(), one(), one()], [other(), other(), other()])
    assert.notEqual(seeded(8)(), seeded(7)())
  })

  it('shuffled are the same values in another order', () => {
    const values = Array.from({ length: 50 }, (_, n) => n)
    const mixed = shuffled(values, seeded(1))
    assert.notDeepEqual(mixed, values)
    assert.deepEqual(
      mixed.sort((a, b) => a - b),
      values,
    )
  })

  it('count the most frequent first, and equals by their text', () => {
    assert.deepEqual(
      [...counted(['b', 'a', 'c', 'c'])],
      [
        ['c', 2],
        ['a', 1],
        ['b', 1],
      ],
    )
  })
})

describe('a comparison of the bench', () => {
  const measured = (cpuMicros: number, rate: number): Measured => {
    return { rate, count: 1, p50: 0, p95: 0, p99: 0, errors: 0, cpuMicros, databaseCpuMicros: 100 }
  }

  it('in turns has the median of the ratios, and the CPU of all rounds', async () => {
    const [ours, theirs] = [
      [measured(100, 1), measured(300, 2), measured(200, 3)],
      [100, 100, 100],
    ]
    const comparison = await inTurns({
      rounds: 3,
      ours: async () => ours.shift() ?? measured(0, 0),
      yardstick: async () => measured(theirs.shift() ?? 0, 4),
    })
    const outcome = compared(comparison, { work: '', yardstick: '', reach: 1, better: 'more' })
    assert.deepEqual([outcome.value, outcome.spread], [0.5, [0.25, 0.75]])
    assert.deepEqual(outcome.cpu?.ours, { process: [200, 100, 300], database: [100, 100, 100] })
    assert.deepEqual(outcome.cpu?.ratio, [200 / 300, 0.5, 1])
  })

  it('with another commit has median and range of each figure that both have', () => {
    const outcome = (value: number, rate?: number): Outcome => ({
      work: 'a list',
      yardstick: '',
      value,
      unit: 'times',
      reach: 1,
      better: 'more',
      ...(rate !== undefined && {
        ours: { rate, count: 1, p50: 0, p95: 0, p99: 0, errors: 0, cpuMicros: 2_000 / rate },
      }),
    })
    const ours = [outcome(1, 10), outcome(3, 30), outcome(2, 20)].map((one) => [one])
    const theirs = [outcome(4, 40), outcome(4, 40), outcome(8)].map((one) => [one])
    assert.deepEqual(compareTurns(ours, theirs, 'abc'), [
      ...['', 'a list'],
      '  times: 2 (1 to 3), abc 4 (4 to 8), 0.50 of it',
      '  requests a second: 20 (10 to 30), abc 40 (40 to 40), 0.50 of it',
      '  CPU of the process, µs a request: 100 (66.7 to 200), abc 50 (50 to 50), 2.00 of it',
    ])
  })
})
