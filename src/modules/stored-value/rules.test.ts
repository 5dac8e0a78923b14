import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { takeable } from '#src/modules/settlement/pay/value-rules.ts'
import { earliestEnd, hashCode, newCode, spend, splitReturned } from './rules.ts'

describe('rules of stored value', () => {
  it('a code is found however it is typed, at its own shop only', () => {
    const code = newCode()
    assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const hash = hashCode('shop', code)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    assert.deepEqual(hashCode('shop', typed), hash)
    assert.notDeepEqual(hashCode('other', code), hash)
    for (const wrong of ['', 'U'.repeat(16), code.slice(1), `${code}0`])
      assert.equal(hashCode('shop', wrong), undefined)
  })

  it('granted value is spent first, then what came back, then what was sold', () => {
    assert.deepEqual(spend({ granted: 5, returned: 3, sold: 10 }, 12), [
      { origin: 'granted', amountMinor: 5 },
      { origin: 'returned', amountMinor: 3 },
      { origin: 'sold', amountMinor: 4 },
    ])
    assert.throws(() => spend({ granted: 1, returned: 0, sold: 1 }, 3))
  })

  it('what comes back is granted only after the rest of the payment', () => {
    const paid = { granted: 5, other: 10 }
    assert.deepEqual(splitReturned(paid, { granted: 0, other: 0 }, 10), [{ origin: 'returned', amountMinor: 10 }])
    assert.deepEqual(splitReturned(paid, { granted: 0, other: 8 }, 5), [
      { origin: 'returned', amountMinor: 2 },
      { origin: 'granted', amountMinor: 3 },
    ])
    assert.throws(() => splitReturned(paid, { granted: 0, other: 10 }, 6))
  })

  it('value pays all, or leaves what a provider can charge', () => {
    const euro = { minimum: 50, unit: 1 }
    assert.equal(takeable(1_000, 1_000, euro), 1_000)
    assert.equal(takeable(1_000, 400, euro), 400)
    assert.equal(takeable(1_000, 980, euro), 950)
    assert.equal(takeable(40, 39, euro), 0)
    assert.equal(takeable(1_000, 996, { minimum: 1, unit: 10 }), 990)
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.constantFrom(1, 10), (tens, balance, unit) => {
        const due = tens * 10
        const taken = takeable(due, balance, { minimum: 30, unit })
        const rest = due - taken
        assert.ok(taken >= 0 && taken <= Math.min(due, balance))
        if (taken > 0) assert.ok(rest === 0 || (rest >= 30 && rest % unit === 0))
      }),
    )
  })

  it('sold value is good for at least the years of the shop’s country', () => {
    const now = new Date('2026-11-26T00:00:00Z')
    assert.equal(earliestEnd(now, 'DE').toISOString().slice(0, 10), '2029-11-26')
    assert.equal(earliestEnd(now, 'IE').toISOString().slice(0, 10), '2031-11-26')
    assert.equal(earliestEnd(now, null).toISOString().slice(0, 10), '2029-11-26')
  })
})
