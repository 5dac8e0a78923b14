import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Place, TaxRateRow } from './place-rules.ts'
import { type TaxedPart, taxOf } from './rules.ts'

const row = (tax_class: string, rate: number, more: Partial<TaxRateRow> = {}): TaxRateRow => ({
  country: 'GB',
  region: null,
  postal_codes: null,
  tax_class,
  name: `VAT ${rate}`,
  rate,
  compound: false,
  ...more,
})
const part = (taxClass: string, amountMinor: number): TaxedPart => ({ taxClass, amountMinor })
const britain = { country: 'GB', region: null }

describe('the tax of an order', () => {
  it('that is included is part of the amount, and one that is added comes on top', () => {
    const rates = [row('standard', 20), row('books', 0), row('shipping', 20)]
    const parts = [part('standard', 10_000), part('books', 700), part('shipping', 499), part('exempt', 300)]
    const lines = (amount: number) => [
      { name: 'VAT 20', rate: 20, taxable_minor: 10_499, amount_minor: amount },
      { name: 'VAT 0', rate: 0, taxable_minor: 700, amount_minor: 0 },
    ]
    const linesOf = [[0], [1], [0], []]
    assert.deepEqual(taxOf(rates, britain, parts, true), { lines: lines(1_750), linesOf, totalMinor: 1_750 })
    assert.deepEqual(taxOf(rates, britain, parts, false), { lines: lines(2_100), linesOf, totalMinor: 2_100 })
  })

  it('is rounded half up, once per line, in the minor unit of any currency', () => {
    const tax = (amounts: number[], rate: number, included: boolean) =>
      taxOf(
        [row('standard', rate)],
        britain,
        amounts.map((amount) => part('standard', amount)),
        included,
      ).totalMinor
    assert.equal(tax([10], 5, false), 1) // 0.5
    assert.equal(tax([9], 5, false), 0)
    assert.equal(tax([10, 10], 5, false), 1) // each alone would make 2
    assert.equal(tax([3], 20, true), 1) // 3 × 20 / 120 = 0.5
    assert.equal(tax([2], 20, true), 0)
    assert.equal(tax([1_980], 10, true), 180) // ¥1,980
    assert.equal(tax([12_345], 8.875, false), 1_096) // 1,095.61875
    assert.equal(tax([1_000_000], 0.0001, false), 1)
    // As doubles 100,000 × 1.005 / 100 is 1,004.9999…
    assert.equal(tax([100_000], 1.005, false), 1_005)
    assert.equal(tax([Number.MAX_SAFE_INTEGER], 7.7, true), 643_968_748_946_199)
    assert.throws(() => tax([Number.MAX_SAFE_INTEGER, 1], 7.7, true), RangeError)
  })

  it('is of the region, where the table has it, else of the country, else there is none', () => {
    const rates = [
      row('standard', 5, { country: 'CA', name: 'GST' }),
      row('standard', 14.975, { country: 'CA', region: 'Québec', name: 'GST+QST' }),
      row('food', 1, { country: 'CA', region: 'British Columbia', name: 'Food' }),
      row('standard', 20),
    ]
    const at = (country: string, region: string | null, taxClass = 'standard') =>
      taxOf(rates, { country, region }, [part(taxClass, 100_000)], false).lines.map(({ name }) => name)
    assert.deepEqual(at('CA', ' QUÉBEC '), ['GST+QST'])
    assert.deepEqual(at('CA', 'que\u0301bec'), ['GST+QST'])
    assert.deepEqual(at('CA', 'BritishColumbia'), ['GST'])
    assert.deepEqual(at('CA', 'british  columbia', 'food'), ['Food'])
    assert.deepEqual(at('CA', null, 'food'), [])
    assert.deepEqual(at('CA', ''), ['GST'])
    assert.deepEqual(at('GB', 'Québec'), ['VAT 20'])
    assert.deepEqual(at('FR', null), [])
    const nowhere = taxOf(rates, undefined, [part('standard', 5)], true)
    assert.deepEqual(nowhere, { lines: [], linesOf: [[]], totalMinor: 0 })
  })

  it('has one line per name and rate, in the order of the table, and none for an amount of 0', () => {
    const rates = [
      row('low', 7, { name: 'MwSt' }),
      row('standard', 19, { name: 'MwSt' }),
      row('shipping', 7, { name: 'MwSt' }),
      row('other', 7, { name: 'Steuer' }),
    ]
    const parts = [part('other', 1), part('shipping', 100), part('standard', 100), part('low', 100)]
    const { lines, linesOf } = taxOf(rates, britain, parts, true)
    assert.deepEqual(
      lines.map(({ name, rate, taxable_minor }) => [name, rate, taxable_minor]),
      [
        ['MwSt', 7, 200],
        ['MwSt', 19, 100],
        ['Steuer', 7, 1],
      ],
    )
    assert.deepEqual(linesOf, [[2], [0], [1], [0]])
    assert.deepEqual(taxOf(rates, britain, [part('low', 0)], true), { lines: [], linesOf: [[]], totalMinor: 0 })
  })

  const classes = ['standard', 'low', 'zero', 'shipping']
  const anyRate = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000)
  const anyTable = fc.uniqueArray(
    fc.record({
      country: fc.constantFrom('GB', 'JP'),
      region: fc.constantFrom(null, 'A', 'B'),
      postal_codes: fc.constant(null),
      compound: fc.constant(false),
      tax_class: fc.constantFrom(...classes),
      name: fc.constantFrom('VAT', 'GST'),
      rate: fc.oneof(anyRate, fc.constantFrom(0, 5, 20, 100)),
    }),
    { selector: ({ country, region, tax_class }) => `${country} ${region} ${tax_class}`, maxLength: 24 },
  )
  const anyParts = fc.array(
    fc.record({
      taxClass: fc.constantFrom(...classes, 'untaxed'),
      amountMinor: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 1e11 })),
    }),
    { maxLength: 12 },
  )
  const anyPlace = fc.record({
    country: fc.constantFrom('GB', 'JP', 'FR'),
    region: fc.constantFrom(null, 'a', 'B', 'C'),
  })
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const property = (check: (table: TaxRateRow[], place: Place, parts: TaxedPart[], included: boolean) => void) =>
    fc.assert(fc.property(anyTable, anyPlace, anyParts, fc.boolean(), check), { numRuns: 2_000 })

  it('agrees with its lines to the minor unit, and they with the parts (2,000 orders)', () => {
    property((table, place, parts, included) => {
      const { lines, linesOf, totalMinor } = taxOf(table, place, parts, included)
      assert.equal(totalMinor, sum(lines.map((line) => line.amount_minor)))
      assert.equal(linesOf.length, parts.length)
      lines.forEach((line, index) => {
        const taxed = parts.filter((_, at) => linesOf[at]?.includes(index))
        assert.ok(taxed.length > 0)
        assert.equal(line.taxable_minor, sum(taxed.map(({ amountMinor }) => amountMinor)))
      })
      assert.equal(new Set(lines.map(({ name, rate }) => `${name} ${rate}`)).size, lines.length)
    })
  })

  it('included never exceeds the amount, and is at most half a minor unit off (2,000 orders)', () => {
    property((table, place, parts, included) => {
      for (const { rate, taxable_minor, amount_minor } of taxOf(table, place, parts, included).lines) {
        assert.ok(Number.isSafeInteger(amount_minor) && amount_minor >= 0)
        assert.ok(amount_minor <= taxable_minor, 'the rate is at most 100 %')
        const units = BigInt(Math.round(rate * 10_000))
        const divisor = included ? 1_000_000n + units : 1_000_000n
        const off = 2n * (BigInt(amount_minor) * divisor - BigInt(taxable_minor) * units)
        assert.ok(off > -divisor && off <= divisor, 'half up')
      }
    })
  })

  it('does not depend on the order of the parts (2,000 orders)', () => {
    property((table, place, parts, included) => {
      const forwards = taxOf(table, place, parts, included)
      const backwards = taxOf(table, place, parts.toReversed(), included)
      assert.deepEqual(backwards, { ...forwards, linesOf: forwards.linesOf.toReversed() })
    })
  })

  it('that is added to a net amount is the tax included in the gross one (2,000 amounts)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e11 }), anyRate, (net, rate) => {
        const added = taxOf([row('standard', rate)], britain, [part('standard', net)], false).totalMinor
        const included = taxOf([row('standard', rate)], britain, [part('standard', net + added)], true).totalMinor
        assert.ok(Math.abs(added - included) <= 1)
      }),
      { numRuns: 2_000 },
    )
  })
})
