import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAmount } from '../packages/console/src/lib/amounts.ts'

const amounts = (currency: string, texts: readonly string[]) => texts.map((text) => readAmount(text, currency)?.amount)
const faults = (currency: string, texts: readonly string[]) => texts.map((text) => readAmount(text, currency)?.fault)

describe('amounts that are typed into the console', () => {
  it('are read as people write them', () => {
    assert.deepEqual(amounts('GBP', ['12.75', '12,75', ' 12 ', '0.5', ',5', '1,50', '1234,5']), [
      ...[12.75, 12.75, 12, 0.5, 0.5, 1.5, 1234.5],
    ])
    assert.deepEqual(amounts('EUR', ['1.234,56', '1,234.56', "1'234.56", '1 234,56', '1 234 567', '1,234,567']), [
      ...[1234.56, 1234.56, 1234.56, 1234.56, 1_234_567, 1_234_567],
    ])
    assert.deepEqual(amounts('EUR', ['１２．５', '١٢٫٥', '0,500', '12.50000']), [12.5, 12.5, 0.5, 12.5])
    assert.deepEqual(amounts('KWD', ['1.235', '0,235', '1234,567', '1,234.567', '12,34']), [
      ...[1.235, 0.235, 1234.567, 1234.567, 12.34],
    ])
    assert.deepEqual(amounts('JPY', ['1234', '1,234,567', '12.0']), [1234, 1_234_567, 12])
    assert.equal(readAmount('  ', 'GBP'), undefined)
  })

  it('that could be two amounts are refused, with both of them', () => {
    assert.deepEqual(faults('KWD', ['1,235']), [
      '“1,235” could be 1235.000 or 1.235. Type 1235 without the comma, or 1.235 with a point.',
    ])
    assert.deepEqual(faults('EUR', ['1.234', '12,000']), [
      '“1.234” could be 1234.00 or 1.234, and EUR has 2 decimals. Type 1234 without the point if you mean that.',
      '“12,000” could be 12000.00 or 12.000, and EUR has 2 decimals. Type 12000 without the comma if you mean that.',
    ])
    assert.deepEqual(faults('JPY', ['1,234']), [
      '“1,234” could be 1234 or 1.234, and JPY has no decimals. Type 1234 without the comma if you mean that.',
    ])
  })

  it('that are none are refused with what is wrong', () => {
    const none = ['abc', '-1', '1e3', '1.2.3', '12,34,56', '£5', '1 2', '5.', '1,234.56.7', '١x']
    assert.deepEqual(
      faults('GBP', none),
      none.map(() => 'Needs an amount, such as 12.75.'),
    )
    assert.deepEqual(faults('GBP', ['1.2345', '1234.567', '1,234.567']), Array(3).fill('GBP has 2 decimals.'))
    assert.deepEqual(faults('JPY', ['12.5', 'x']), ['JPY has no decimals.', 'Needs an amount, such as 1275.'])
  })
})
