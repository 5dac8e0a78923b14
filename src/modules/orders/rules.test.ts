import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newOrderSuffix } from '#src/platform/lib/ids.ts'
import { readNumber } from './rules.ts'

describe('a prefix of an order number', () => {
  const days = (prefix: string) => {
    const range = readNumber(prefix)
    return typeof range === 'object'
      ? [range.days.from, range.days.to].map((day) => day.toISOString().slice(0, 10))
      : range
  }

  it('gives the days of its orders in any time zone: one more on either side', () => {
    assert.deepEqual(days('2'), ['2019-12-31', '2030-01-02'])
    assert.deepEqual(days('26'), ['2025-12-31', '2027-01-02'])
    assert.deepEqual(days('260'), ['2025-12-31', '2026-10-02'])
    assert.deepEqual(days('261'), ['2026-09-30', '2027-01-02'])
    assert.deepEqual(days('2602'), ['2026-01-31', '2026-03-02'])
    assert.deepEqual(days('26022'), ['2026-02-19', '2026-03-02'])
    assert.deepEqual(days('261130'), ['2026-11-29', '2026-12-02'])
    assert.deepEqual(days('261130-'), ['2026-11-29', '2026-12-02'])
    assert.equal(days('261130-7K'), 'within a day')
  })

  it('that no number has is undefined', () => {
    for (const prefix of ['', 'A', '26-', '262', '2613', '26023', '260230', '260230-7', '2611300', '261130 '])
      assert.equal(days(prefix), undefined, prefix)
  })

  it('finds every order by every prefix of its number, and no order of more than a day beside', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 1, max: 13 }), (placed, other, length) => {
        const prefix = numberOf(placed).slice(0, length)
        const range = readNumber(prefix)
        if (length > 7) return assert.equal(range, 'within a day')
        assert.ok(typeof range === 'object')
        const { from, to } = range.days
        for (const at of [placed, other]) {
          const dates = [-1, 0, 1].map((days) => numberOf(new Date(at.getTime() + days * 86_400_000)).slice(0, 6))
          assert.equal(
            from <= at && at < to,
            dates.some((date) => date.startsWith(prefix.slice(0, 6))),
          )
        }
      }),
    )
  })
})

function numberOf(placed: Date): string {
  return placed.toISOString().slice(2, 10).replaceAll('-', '') + newOrderSuffix()
}
