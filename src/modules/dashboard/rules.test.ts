import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#src/platform/lib/errors.ts'
import { bucketsOf, partsOf, readRange } from './rules.ts'

const now = new Date('2026-11-21T09:30:00Z')
const dayMs = 86_400_000

describe('the range of a dashboard', () => {
  const read = (from?: string, to?: string, interval: 'hour' | 'day' | 'week' | 'month' = 'day') => {
    const range = readRange({ from, to, interval }, now, 'UTC')
    return [range.from.toISOString(), range.to.toISOString()]
  }

  it('defaults to the last 30 days, today included', () => {
    assert.deepEqual(read(), ['2026-10-23T00:00:00.000Z', '2026-11-22T00:00:00.000Z'])
  })

  it('includes a date given as `to`, but not a time', () => {
    assert.deepEqual(read('2026-11-01', '2026-11-01'), ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'])
    assert.deepEqual(read('2026-11-01T10:30:00Z', '2026-11-03T00:00:00Z'), [
      '2026-11-01T00:00:00.000Z',
      '2026-11-03T00:00:00.000Z',
    ])
    assert.deepEqual(read('2026-11-01', '2026-11-03T00:30:00+02:00')[1], '2026-11-03T00:00:00.000Z')
  })

  it('with an invalid value, too many days or too many steps throws an error that names the field', () => {
    const faults: [string | undefined, string | undefined, 'hour' | 'day', string][] = [
      ['2026-02-30', undefined, 'day', 'from'],
      ['0000-01-01', undefined, 'day', 'from'],
      ['1969-12-31', undefined, 'day', 'from'],
      [undefined, '9999-12-31', 'day', 'to'],
      [undefined, 'yesterday', 'day', 'to'],
      [undefined, '2026-11-01T10:30:00', 'day', 'to'],
      [undefined, '2026-11-01T25:30:00Z', 'day', 'to'],
      ['2026-11-02', '2026-11-01', 'day', 'from'],
      ['2026-11-22', undefined, 'day', 'from'],
      ['2000-01-01', '2026-01-01', 'day', 'from'],
      ['2023-01-01', '2026-01-01', 'day', 'interval'],
      ['2026-01-01', '2026-03-01', 'hour', 'interval'],
    ]
    for (const [from, to, interval, field] of faults) {
      assert.throws(
        () => read(from, to, interval),
        (error) =>
          error instanceof AppError &&
          error.code === 'VALIDATION_ERROR' &&
          (error.details as { field: string }[])[0]?.field === field,
        `${from} ${to} ${interval}`,
      )
    }
  })

  const ranges = fc
    .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 900 }))
    .map(([day, days]) => ({ from: new Date(day * dayMs), to: new Date((day + days) * dayMs) }))

  it('is covered by its blocks, each day once', () => {
    fc.assert(
      fc.property(ranges, ({ from, to }) => {
        const days = partsOf({ from, to }).blocks.flatMap((block) =>
          Array.from({ length: block.days }, (_, i) => block.number * block.days + i),
        )
        const expected = Array.from({ length: (to.getTime() - from.getTime()) / dayMs }, (_, i) => i)
        assert.deepEqual(
          days,
          expected.map((i) => from.getTime() / dayMs + i),
        )
      }),
    )
  })

  it('starts weeks on Mondays and months on the first; the first step starts with the range', () => {
    fc.assert(
      fc.property(ranges, fc.constantFrom('week' as const, 'month' as const), ({ from, to }, interval) => {
        const [firstDay, endDay] = [from, to].map((at) => at.toISOString().slice(0, 10)) as [string, string]
        const [first, ...others] = bucketsOf({ from, to, firstDay, endDay, interval, zone: 'UTC' })
        assert.deepEqual(first, from)
        for (const start of others) {
          assert.equal(interval === 'week' ? start.getUTCDay() : start.getUTCDate(), 1)
          assert.ok(start > from && start < to)
        }
      }),
    )
  })
})
