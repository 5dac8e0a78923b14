import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { TaxRateRow } from './place-rules.ts'
import { shippingByGoods, type TaxedPart, type TaxLine, taxOf, withoutTax } from './rules.ts'

const row = (name: string, rate: number, more: Partial<TaxRateRow> = {}): TaxRateRow => ({
  country: 'CA',
  region: null,
  postal_codes: null,
  tax_class: 'standard',
  name,
  rate,
  compound: false,
  ...more,
})
const canada = { country: 'CA', region: null }
const part = (taxClass: string, amountMinor: number): TaxedPart => ({ taxClass, amountMinor })
const linesOf = (rates: TaxRateRow[], parts: TaxedPart[], included: boolean) =>
  taxOf(rates, canada, parts, included).lines.map(
    ({ name, taxable_minor, amount_minor }) => `${name} ${amount_minor} of ${taxable_minor}`,
  )
const quebec = [row('GST', 5), row('QST', 9.975), row('GST', 5, { tax_class: 'books' })]

describe('several taxes at a place', () => {
  it('are each a line: added to the price, or parts of it, to the unit', () => {
    assert.deepEqual(linesOf(quebec, [part('standard', 10_000)], false), ['GST 500 of 10000', 'QST 998 of 10000'])
    assert.deepEqual(linesOf(quebec, [part('standard', 10_000), part('books', 2_000)], false), [
      'GST 600 of 12000',
      'QST 998 of 10000',
    ])
    // 114.98 is 100.00 with both: each is said of the price with itself.
    assert.deepEqual(linesOf(quebec, [part('standard', 11_498)], true), ['GST 500 of 10500', 'QST 998 of 10998'])
    assert.deepEqual(linesOf(quebec, [part('standard', 11_498), part('books', 2_100)], true), [
      'GST 600 of 12600',
      'QST 998 of 10998',
    ])
  })

  it('of which one is compound: it is taken of the others too, whatever their order in the table', () => {
    const pst = row('PST', 10, { compound: true })
    for (const rates of [
      [row('GST', 5), pst],
      [pst, row('GST', 5)],
    ]) {
      const inOrder = (lines: string[]) => (rates[0] === pst ? lines.toReversed() : lines)
      assert.deepEqual(
        linesOf(rates, [part('standard', 10_000)], false),
        inOrder(['GST 500 of 10000', 'PST 1050 of 10500']),
      )
      assert.deepEqual(
        linesOf(rates, [part('standard', 11_550)], true),
        inOrder(['GST 500 of 10500', 'PST 1050 of 11550']),
      )
    }
    // 9.99: the rounded 0.50 is taxed, not 0.4995.
    assert.deepEqual(linesOf([row('GST', 5), pst], [part('standard', 999)], false), [
      'GST 50 of 999',
      'PST 105 of 1049',
    ])
    // It is taken of the part of the GST that is on its own goods.
    const books = row('GST', 5, { tax_class: 'books' })
    assert.deepEqual(linesOf([row('GST', 5), pst, books], [part('standard', 10_000), part('books', 2_000)], false), [
      'GST 600 of 12000',
      'PST 1050 of 10500',
    ])
    // A second one is taken of the first.
    assert.deepEqual(linesOf([pst, row('Levy', 1, { compound: true })], [part('standard', 10_000)], false), [
      'PST 1000 of 10000',
      'Levy 110 of 11000',
    ])
  })

  it('say what they tax at its price where that is not what the rate is taken of', () => {
    const [gst, qst] = taxOf(quebec, canada, [part('standard', 11_498)], true).lines
    assert.deepEqual([gst?.base_minor, qst?.base_minor], [11_498, 11_498])
    const [only] = taxOf([row('GST', 5)], canada, [part('standard', 10_500)], true).lines
    assert.deepEqual(only, { name: 'GST', rate: 5, taxable_minor: 10_500, amount_minor: 500 })
  })

  const rate = fc.oneof(
    fc.constantFrom(5, 7, 9.975, 20),
    fc.integer({ min: 1, max: 300_000 }).map((n) => n / 10_000),
  )
  const tables = fc.uniqueArray(
    fc.record({
      tax_class: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('X', 'Y', 'Z'),
      rate,
      compound: fc.boolean(),
    }),
    { selector: ({ tax_class, name }) => `${tax_class} ${name}`, minLength: 1, maxLength: 6 },
  )
  /** Yen, pence and fils are all minor units here: small and large ones. */
  const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1e10 }))
  const parts = fc.array(fc.record({ taxClass: fc.constantFrom('a', 'b', 'none'), amountMinor: amount }), {
    maxLength: 8,
  })
  const property = (check: (rates: TaxRateRow[], parts: TaxedPart[], included: boolean) => void) =>
    fc.assert(
      fc.property(tables, parts, fc.boolean(), (table, given, included) =>
        check(
          table.map(({ name, rate, ...more }) => row(name, rate, more)),
          given,
          included,
        ),
      ),
      { numRuns: 3_000 },
    )

  it('are recounted from each line alone, half up (3,000 orders)', () => {
    property((rates, given, included) => {
      for (const line of taxOf(rates, canada, given, included).lines)
        assert.equal(line.amount_minor, recount(line, included))
    })
  })

  it('have as base the sum of what they tax, and sum to the total (3,000 orders)', () => {
    property((rates, given, included) => {
      const { lines, linesOf, totalMinor } = taxOf(rates, canada, given, included)
      assert.equal(totalMinor, sum(lines.map((line) => line.amount_minor)))
      lines.forEach((line, index) => {
        const taxed = given.filter((_, at) => linesOf[at]?.includes(index))
        assert.equal(line.base_minor ?? line.taxable_minor, sum(taxed.map(({ amountMinor }) => amountMinor)))
      })
    })
  })

  it('included are, with the net amount, the price: to half a unit for each line (3,000 prices)', () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 1e9 }), (table, price) => {
        const rates = table.map(({ name, rate, ...more }) => row(name, rate, { ...more, tax_class: 'a' }))
        const unique = [...new Map(rates.map((one) => [one.name, one])).values()]
        const { lines } = taxOf(unique, canada, [part('a', price)], true)
        const exact = exactTaxes(unique, price)
        for (const line of lines) {
          const expected = exact.get(`${line.name} ${line.compound ?? false}`) ?? Number.NaN
          assert.ok(Math.abs(line.amount_minor - expected) <= 0.5 + price * 1e-12, `${line.amount_minor} ${expected}`)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('shipping that follows the goods', () => {
  const rates = [row('VAT', 20), row('VAT low', 7, { tax_class: 'low' }), row('VAT low', 7, { tax_class: 'food' })]
  const good = (taxClass: string, amountMinor: number, quantity = 1) => ({ taxClass, amountMinor, quantity })
  const split = (goods: ReturnType<typeof good>[], shipping: number, included: boolean) =>
    shippingByGoods(rates, canada, goods, included, shipping).map(({ taxClass, amountMinor }) => [
      taxClass,
      amountMinor,
    ])

  it('is split by what they are without tax, by largest remainder', () => {
    // Nets of 100.00 and 100.00.
    assert.deepEqual(split([good('standard', 12_000), good('low', 10_700)], 495, true), [
      ['standard', 248],
      ['low', 247],
    ])
    // 29.97 and 33.38 without their tax: 24.975 and 31.196…
    assert.deepEqual(split([good('standard', 2_997), good('low', 3_333), good('food', 5)], 495, true), [
      ['standard', 220],
      ['low', 275],
    ])
    assert.deepEqual(split([good('standard', 100), good('low', 200), good('none', 100)], 401, false), [
      ['standard', 100],
      ['low', 201],
      ['none', 100],
    ])
  })

  it('of goods that are all free is split by their units', () => {
    assert.deepEqual(split([good('standard', 0, 3), good('low', 0, 1)], 400, true), [
      ['standard', 300],
      ['low', 100],
    ])
    assert.deepEqual(split([], 400, true), [])
  })

  it('sums to its price (3,000 orders)', () => {
    const goods = fc.array(
      fc.record({
        taxClass: fc.constantFrom('standard', 'low', 'food', 'none'),
        amountMinor: fc.nat(1_000_000),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(goods, fc.nat(100_000), fc.boolean(), (given, shipping, included) => {
        const parts = shippingByGoods(rates, canada, given, included, shipping)
        assert.equal(sum(parts.map(({ amountMinor }) => amountMinor)), shipping)
        assert.ok(parts.every(({ amountMinor }) => amountMinor >= 0))
      }),
      { numRuns: 3_000 },
    )
  })
})

it('a price without its taxes is rounded half up', () => {
  const net = (taxClass: string, amountMinor: number, rates = quebec) =>
    withoutTax(rates, canada, { taxClass, amountMinor })
  assert.deepEqual([net('standard', 11_498), net('books', 999), net('none', 999)], [10_000, 951, 999])
  const compound = [row('GST', 5), row('PST', 10, { compound: true })]
  assert.equal(net('standard', 11_550, compound), 10_000)
})

const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0)

function recount({ rate, taxable_minor }: TaxLine, included: boolean): number {
  const units = BigInt(Math.round(rate * 10_000))
  const [over, under] = [BigInt(taxable_minor) * units, 1_000_000n + (included ? units : 0n)]
  return Number((2n * over + under) / (2n * under))
}

/** In doubles: what is in a price of each tax. */
function exactTaxes(rates: readonly TaxRateRow[], price: number): Map<string, number> {
  const plain = rates.filter(({ compound }) => !compound)
  const compound = rates.filter((one) => one.compound)
  const plainFactor = 1 + sum(plain.map(({ rate }) => rate)) / 100
  const net = price / compound.reduce((factor, { rate }) => factor * (1 + rate / 100), plainFactor)
  const taxes = new Map(plain.map(({ name, rate }) => [`${name} false`, (net * rate) / 100]))
  let base = net * plainFactor
  for (const { name, rate } of compound) {
    taxes.set(`${name} true`, (base * rate) / 100)
    base *= 1 + rate / 100
  }
  return taxes
}
