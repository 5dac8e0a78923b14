import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lowerTax } from './value-rules.ts'

describe('lowerTax', () => {
  const lines = [
    { name: 'VAT', rate: 20, taxable_minor: 2_400, amount_minor: 400 },
    { name: 'VAT', rate: 7, taxable_minor: 1_070, amount_minor: 70 },
  ]
  const order = {
    ...{ total_minor: 3_470, rounding_total_minor: 0, voucher_minor: null, untaxed_minor: null, paid_at: null },
    ...{ tax_included: true, tax_lines: lines },
  }

  it('lowers each line in proportion, and keeps the price of what it taxes', () => {
    const lowered = lowerTax(order, 1_735)
    assert.deepEqual(lowered, {
      tax_lines: [
        { ...lines[0], base_minor: 2_400, taxable_minor: 1_200, amount_minor: 200 },
        { ...lines[1], base_minor: 1_070, taxable_minor: 535, amount_minor: 35 },
      ],
      ...{ tax_total_minor: 235, untaxed_minor: 1_735 },
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

  it('changes nothing of tax that is added, of an order without tax, and of one that is paid', () => {
    assert.equal(lowerTax({ ...order, tax_included: false }, 100), undefined)
    assert.equal(lowerTax({ ...order, tax_lines: null }, 100), undefined)
    assert.equal(lowerTax({ ...order, paid_at: new Date(0) }, 100), undefined)
    assert.equal(lowerTax(order, 0), undefined)
  })
})
