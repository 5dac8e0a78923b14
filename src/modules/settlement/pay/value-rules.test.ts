import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { drawnFrom, lowerTax } from './value-rules.ts'

describe('lowerTax', () => {
  const lines = [
    { name: 'VAT', rate: 20, taxable_minor: 2_400, amount_minor: 400 },
    { name: 'VAT', rate: 7, taxable_minor: 1_070, amount_minor: 70 },
  ]
  const order = {
    total_minor: 3_470,
    rounding_total_minor: 0,
    voucher_minor: null,
    untaxed_minor: null,
    paid_at: null,
    tax_included: true,
    tax_total_minor: 470,
    tax_lines: lines,
  }

  it('lowers each line in proportion, and keeps the price of what it taxes', () => {
    const lowered = lowerTax(order, 1_735)
    assert.deepEqual(lowered, {
      tax_lines: [
        { ...lines[0], base_minor: 2_400, taxable_minor: 1_200, amount_minor: 200 },
        { ...lines[1], base_minor: 1_070, taxable_minor: 535, amount_minor: 35 },
      ],
      tax_total_minor: 235,
      total_minor: 3_470,
      untaxed_minor: 1_735,
    })
    assert.ok(lowered)
    const rest = lowerTax({ ...order, ...lowered }, 1_735)
    assert.deepEqual([rest?.tax_total_minor, rest?.untaxed_minor], [0, 3_470])
    assert.equal(lowerTax({ ...order, ...rest }, 1), undefined)
  })

  it('takes no more than the order costs without vouchers and rounding', () => {
    const more = { ...order, total_minor: 8_471, voucher_minor: 5_000, rounding_total_minor: 1 }
    assert.deepEqual(lowerTax(more, 9_000)?.untaxed_minor, 3_470)
  })

  it('lowers the total where tax is added', () => {
    const added = { ...order, tax_included: false, total_minor: 3_940 }
    const lowered = lowerTax(added, 1_735)
    assert.deepEqual(
      [lowered?.tax_total_minor, lowered?.total_minor, lowered?.tax_lines.map((line) => line.taxable_minor)],
      [235, 3_705, [1_200, 535]],
    )
    assert.deepEqual(lowerTax({ ...added, ...lowered }, 9_000)?.total_minor, 3_470)
  })

  it('changes nothing of an order without tax, and of one that is paid', () => {
    assert.equal(lowerTax({ ...order, tax_lines: null }, 100), undefined)
    assert.equal(lowerTax({ ...order, paid_at: new Date(0) }, 100), undefined)
    assert.equal(lowerTax(order, 0), undefined)
  })
})

describe('drawnFrom', () => {
  it('leaves nothing, or a rest that can be charged, and never takes more than is there, is due or may be paid', () => {
    const amount = fc.integer({ min: 0, max: 30_000 })
    fc.assert(
      fc.property(
        fc.record({
          nets: fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 3 }),
          rates: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 30 }))),
          voucher: fc.oneof(fc.constant(0), amount),
          paidBefore: amount,
          balance: amount,
          granted: amount,
          isTaxed: fc.boolean(),
          tax_included: fc.boolean(),
          rest: fc.constantFrom({ minimum: 0, unit: 1 }, { minimum: 50, unit: 1 }, { minimum: 0, unit: 10 }),
        }),
        ({ nets, rates, voucher, paidBefore, balance, granted, isTaxed, tax_included, rest }) => {
          const { unit } = rest
          const tax_lines = nets.map((net, at) => ({
            name: 'VAT',
            rate: rates[at] ?? 0,
            taxable_minor: net * unit,
            amount_minor: shareOf(net * unit, rates[at] ?? 0, 100, unit),
          }))
          const tax_total_minor = sumMinor(tax_lines.map((line) => line.amount_minor))
          const goods = sumMinor(nets) * unit
          const total_minor = goods + voucher * unit + (tax_included ? 0 : tax_total_minor)
          const order = {
            total_minor,
            tax_total_minor,
            tax_lines,
            tax_included,
            rounding_total_minor: 0,
            voucher_minor: voucher * unit || null,
            untaxed_minor: null,
            paid_at: null,
          }
          const dueMinor = Math.max(unit, total_minor - paidBefore * unit)
          const payableMinor = Math.min(dueMinor, total_minor - voucher * unit)
          const value = { minor: balance, untaxedMinor: Math.min(granted, balance), isTaxed }
          const taken = drawnFrom(order, { dueMinor, payableMinor }, value, rest)
          const untaxed = Math.min(taken.minor, taken.untaxedMinor)
          const saved = total_minor - (lowerTax(order, untaxed, unit)?.total_minor ?? total_minor)
          const left = dueMinor - saved - taken.minor
          assert.ok(taken.minor <= balance && taken.minor <= payableMinor)
          assert.ok(left >= 0, 'never more than is due')
          if (taken.minor > 0) assert.ok(left % unit === 0 && (left === 0 || left >= rest.minimum))
          assert.ok(untaxed <= value.untaxedMinor)
          if (tax_included) assert.equal(saved, 0)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
