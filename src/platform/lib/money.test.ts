import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  boundToCommonScale,
  currencyDecimals,
  isCurrency,
  sumOfLines,
  toCommonScale,
  toMajor,
  toMinor,
} from './money.ts'

describe('money', () => {
  it('reads an amount in the currency’s own number of decimals', () => {
    assert.equal(toMinor(19.99, 'GBP'), 1999)
    assert.equal(toMinor(0.29, 'GBP'), 29)
    assert.equal(toMinor(1.005, 'KWD'), 1005)
    assert.equal(toMinor(500, 'JPY'), 500)
    assert.equal(toMinor(0, 'GBP'), 0)
  })

  it('refuses more decimals than the currency has, and what is too large to be exact', () => {
    assert.equal(toMinor(19.999, 'GBP'), undefined)
    assert.equal(toMinor(0.5, 'JPY'), undefined)
    assert.equal(toMinor(1e-7, 'GBP'), undefined)
    assert.equal(toMinor(1e21, 'GBP'), undefined)
    assert.equal(toMinor(90_071_992_547_409.94, 'GBP'), undefined)
  })

  it('gives every amount back as it was read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.constantFrom('GBP', 'JPY', 'KWD'), (minor, currency) => {
        assert.equal(toMinor(toMajor(minor, currency), currency), minor)
      }),
    )
  })

  it('orders prices of different currencies by the number shown', () => {
    const prices = [toCommonScale(500, 'JPY'), toCommonScale(1999, 'GBP'), toCommonScale(1005, 'KWD')]
    assert.deepEqual(prices, [500_000, 19_990, 1_005])
    assert.equal(boundToCommonScale(19.99, 'min'), 19_990)
    assert.equal(boundToCommonScale(0.0001, 'min'), 1)
    assert.equal(boundToCommonScale(0.0009, 'max'), 0)
  })

  it('adds up lines, and refuses a sum beyond exact integers', () => {
    const lines = [
      { priceMinor: 255, quantity: 6 },
      { priceMinor: 339, quantity: 2 },
    ]
    assert.equal(sumOfLines(lines), 2208)
    assert.throws(() => sumOfLines([{ priceMinor: 1e11, quantity: 1_000_000 }]), RangeError)
  })

  it('knows currencies and their decimals', () => {
    assert.deepEqual(['GBP', 'JPY', 'KWD'].map(currencyDecimals), [2, 0, 3])
    assert.equal(isCurrency('GBP'), true)
    assert.equal(isCurrency('gbp'), false)
    assert.equal(isCurrency('QQQ'), false)
  })
})
