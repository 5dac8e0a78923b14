import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { taxOf } from '#src/modules/taxes/index.ts'
import { chooseBest } from '#test/support/discounts.ts'
import { type Basket, choosing } from './choice-rules.ts'
import { applyStaffDiscount, type Candidate, type DiscountLine, undiscounted } from './rules.ts'

/** The worked order: 3 at 9.99 with 20 %, 0.05 and 33.33 with 7 %, tax included; shipping 4.95 with 20 %. */
const worked: DiscountLine[] = [
  { price_minor: 999, quantity: 3 },
  { price_minor: 5, quantity: 1 },
  { price_minor: 3_333, quantity: 1 },
]
const classes = ['high', 'low', 'low']
const rates = (high = 20, low = 7) =>
  ['high', 'low'].map((tax_class) => ({
    country: 'GB',
    region: null,
    region_key: '',
    postal_codes: null,
    compound: false,
    tax_class,
    name: 'VAT',
    rate: tax_class === 'high' ? high : low,
    position: 0,
  }))

const basketOf = (lines: readonly DiscountLine[], shippingMinor = 0): Basket => ({
  lines,
  shippingMinor,
  totalOf: (left, shippingLeft) => left.reduce((sum, minor) => sum + minor, shippingLeft),
})

const all = (lines: readonly DiscountLine[]) => lines.map((_, index) => index)

function promotion(lines: readonly DiscountLine[], more: Partial<Candidate>): Candidate {
  const none = { combines: true, priority: 0, code: null, buyLines: [], getLines: [] }
  return { id: 'p', name: 'Offer', kind: 'percentage', terms: {}, ...none, lines: all(lines), ...more }
}

const percent = (lines: readonly DiscountLine[], hundredths: number, more: Partial<Candidate> = {}) =>
  promotion(lines, { id: 'percent', terms: { percent: hundredths }, ...more })
const off = (lines: readonly DiscountLine[], minor: number, more: Partial<Candidate> = {}) =>
  promotion(lines, { id: 'off', kind: 'amount', terms: { amount_minor: minor }, ...more })

/** The included tax of each class, of what is paid. */
function taxesOf(left: readonly number[], shippingLeft: number, of = classes, table = rates()) {
  const parts = [
    ...left.map((amountMinor, index) => ({ taxClass: of[index] ?? '', amountMinor })),
    { taxClass: 'high', amountMinor: shippingLeft },
  ]
  const { lines } = taxOf(table, { country: 'GB', region: null }, parts, true)
  return lines.map(({ taxable_minor, amount_minor }) => [taxable_minor, amount_minor])
}

const totalOf = ({ left, shippingLeft }: { left: readonly number[]; shippingLeft: number }) =>
  left.reduce((sum, minor) => sum + minor, shippingLeft)
const discountsOf = (lines: readonly DiscountLine[], left: readonly number[]) =>
  lines.map(({ price_minor, quantity }, index) => price_minor * quantity - (left[index] ?? 0))

describe('the worked cases of discounts', () => {
  const basket = basketOf(worked, 495)

  it('10 % takes 3.00, 0.01 and 3.33, and leaves 57.01 with taxes of what is paid', () => {
    const found = chooseBest(basket, [percent(worked, 1_000)])
    assert.deepEqual(discountsOf(worked, found.left), [300, 1, 333])
    assert.equal(totalOf(found), 5_701 + 495)
    assert.deepEqual(taxesOf(found.left, found.shippingLeft), [
      [2_697 + 495, 532],
      [3_004, 197],
    ])
    // The tax of the goods alone.
    assert.deepEqual(taxesOf(found.left, 0), [
      [2_697, 450],
      [3_004, 197],
    ])
  })

  it('7 off is split by largest remainder: 3.31, 0.01 and 3.68, and leaves 56.35', () => {
    const found = chooseBest(basketOf(worked), [off(worked, 700)])
    assert.deepEqual(discountsOf(worked, found.left), [331, 1, 368])
    assert.deepEqual(found.left, [2_666, 4, 2_965])
    assert.equal(totalOf(found), 5_635)
    assert.deepEqual(taxesOf(found.left, 0), [
      [2_666, 444],
      [2_969, 194],
    ])
  })

  it('10 % and 7 off together take the percentage first: 50.01', () => {
    const found = chooseBest(basketOf(worked), [off(worked, 700), percent(worked, 1_000)])
    assert.equal(totalOf(found), 5_001)
    assert.deepEqual(
      found.discounts.map(({ promotion_id }) => promotion_id),
      ['percent', 'off'],
    )
  })

  it('a code of 10 %, 7 off and free shipping leave 50.01: shipping is taken off once', () => {
    const free = promotion(worked, { id: 'free', kind: 'free_shipping', terms: {} })
    const found = chooseBest(basket, [percent(worked, 1_000, { code: 'TEN' }), off(worked, 700), free])
    assert.equal(totalOf(found), 5_001)
    assert.equal(found.shippingLeft, 0)
    assert.deepEqual(
      found.discounts.map(({ amount_minor, shipping_minor }) => [amount_minor, shipping_minor]),
      [
        [634, 0],
        [700, 0],
        [0, 495],
      ],
    )
  })

  it('buy 2 get 1 spreads 6.00 over the set: 4.62 and 1.38, and the tax of each rate is right', () => {
    const lines = [
      { price_minor: 1_000, quantity: 2 },
      { price_minor: 600, quantity: 1 },
    ]
    const terms = { buy: { quantity: 2, of: {} }, get: { quantity: 1, of: {}, percent: 10_000 } }
    const set = promotion(lines, { kind: 'buy_x_get_y', terms, buyLines: [0, 1], getLines: [0, 1] })
    const found = chooseBest(basketOf(lines), [set])
    assert.deepEqual(discountsOf(lines, found.left), [462, 138])
    assert.deepEqual(found.left, [1_538, 462])
    assert.deepEqual(taxesOf(found.left, 0), [
      [1_538, 256],
      [462, 30],
    ])
  })

  it('100 off leaves the goods 0, and shipping 4.95 with its tax of 0.83', () => {
    const found = chooseBest(basket, [off(worked, 10_000)])
    assert.deepEqual(found.left, [0, 0, 0])
    assert.equal(totalOf(found), 495)
    assert.deepEqual(taxesOf(found.left, found.shippingLeft), [[495, 83]])
    assert.equal(totalOf(chooseBest(basketOf(worked), [off(worked, 10_000)])), 0)
  })

  it('of JPY 2997, 5 and 3333, 10 % takes 300, 1 and 333; tax 245 of 10 % and 223 of 8 %', () => {
    const lines = [2_997, 5, 3_333].map((price_minor) => ({ price_minor, quantity: 1 }))
    const found = chooseBest(basketOf(lines), [percent(lines, 1_000)])
    assert.deepEqual(discountsOf(lines, found.left), [300, 1, 333])
    assert.equal(totalOf(found), 5_701)
    assert.deepEqual(taxesOf(found.left, 0, classes, rates(10, 8)), [
      [2_697, 245],
      [3_004, 223],
    ])
  })

  it('of KWD 29.970, 0.050 and 33.333, 10 % takes 2.997, 0.005 and 3.333 and leaves 57.018', () => {
    const lines = [29_970, 50, 33_333].map((price_minor) => ({ price_minor, quantity: 1 }))
    const found = chooseBest(basketOf(lines), [percent(lines, 1_000)])
    assert.deepEqual(discountsOf(lines, found.left), [2_997, 5, 3_333])
    assert.equal(totalOf(found), 57_018)
  })

  it('a percentage is rounded once per line, whatever its quantity: 0.05 of ten at 0.05', () => {
    const lines = [
      { price_minor: 5, quantity: 10 },
      { price_minor: 333, quantity: 3 },
    ]
    assert.deepEqual(discountsOf(lines, chooseBest(basketOf(lines), [percent(lines, 1_000)]).left), [5, 100])
  })
})

describe('discounts', () => {
  it('max_discount splits what a percentage takes at most', () => {
    const found = chooseBest(basketOf(worked), [
      percent(worked, 5_000, { terms: { percent: 5_000, max_discount_minor: 700 } }),
    ])
    assert.deepEqual(discountsOf(worked, found.left), [331, 1, 368])
  })

  it('an amount off each unit takes no more than the line', () => {
    const found = chooseBest(basketOf(worked), [off(worked, 100, { terms: { amount_minor: 100, each: true } })])
    assert.deepEqual(discountsOf(worked, found.left), [300, 5, 100])
  })

  it('equal remainders go to the lower line, and a line of 0 takes nothing', () => {
    const lines = [0, 100, 100, 100].map((price_minor) => ({ price_minor, quantity: 1 }))
    assert.deepEqual(discountsOf(lines, chooseBest(basketOf(lines), [off(lines, 100)]).left), [0, 34, 33, 33])
  })

  it('free shipping takes off at most max_shipping', () => {
    const free = promotion(worked, { kind: 'free_shipping', terms: { max_shipping_minor: 300 } })
    assert.equal(chooseBest(basketOf(worked, 495), [free]).shippingLeft, 195)
  })

  it('one that stands alone is taken if it saves more than all that combine', () => {
    const alone = off(worked, 2_000, { id: 'alone', combines: false })
    const found = chooseBest(basketOf(worked), [percent(worked, 1_000), alone, off(worked, 700)])
    assert.deepEqual(
      found.discounts.map(({ promotion_id }) => promotion_id),
      ['alone'],
    )
    const less = chooseBest(basketOf(worked), [
      percent(worked, 1_000),
      { ...alone, terms: { amount_minor: 1_300 } },
      off(worked, 700),
    ])
    assert.deepEqual(
      less.discounts.map(({ promotion_id }) => promotion_id),
      ['percent', 'off'],
    )
  })

  it('equal totals go to the higher priority, then to the lower id', () => {
    const one = (id: string, priority = 0) => off(worked, 500, { id, priority, combines: false })
    const chosen = (...candidates: Candidate[]) => chooseBest(basketOf(worked), candidates).discounts[0]?.promotion_id
    assert.equal(chosen(one('b'), one('a')), 'a')
    assert.equal(chosen(one('a'), one('b', 1)), 'b')
  })

  it('the cheapest units of a set are the free ones, and units are in one set of one promotion', () => {
    const lines = [
      { price_minor: 100, quantity: 2 },
      { price_minor: 300, quantity: 2 },
      { price_minor: 200, quantity: 3 },
    ]
    const terms = { buy: { quantity: 2, of: {} }, get: { quantity: 1, of: {}, percent: 10_000 } }
    const set = (id: string) =>
      promotion(lines, { id, kind: 'buy_x_get_y', terms, buyLines: all(lines), getLines: all(lines) })
    const once = chooseBest(basketOf(lines), [set('a')])
    // Of 7 units two sets: 300 + 300 with 100, 200 + 200 with 100.
    assert.deepEqual(discountsOf(lines, once.left), [34, 86, 80])
    assert.deepEqual(once.inSets, [2, 2, 2])
    assert.deepEqual(chooseBest(basketOf(lines), [set('a'), set('b')]).left, once.left)
    const most = chooseBest(basketOf(lines), [{ ...set('a'), terms: { ...terms, times_at_most: 1 } }])
    assert.deepEqual(discountsOf(lines, most.left), [14, 86, 0])
  })

  it('sets of a million units are filled at once', () => {
    const lines = [
      { price_minor: 999, quantity: 1_000_000 },
      { price_minor: 5, quantity: 999_999 },
    ]
    const terms = { buy: { quantity: 3, of: {} }, get: { quantity: 2, of: {}, percent: 5_000 } }
    const set = promotion(lines, { kind: 'buy_x_get_y', terms, buyLines: [0], getLines: [0, 1] })
    const found = chooseBest(basketOf(lines), [set])
    assert.equal(
      discountsOf(lines, found.left).reduce((sum, one) => sum + one, 0),
      Math.round(333_333 * 2 * 2.5),
    )
  })

  it('a discount of staff comes last, with its reason', () => {
    const found = chooseBest(basketOf(worked), [percent(worked, 1_000)])
    const given = applyStaffDiscount(found, worked, { amountMinor: 701, reason: 'Sorry' })
    assert.equal(totalOf(given), 5_000)
    assert.deepEqual(given.discounts.at(-1), {
      promotion_id: null,
      code: null,
      name: 'Sorry',
      amount_minor: 701,
      shipping_minor: 0,
    })
    const half = applyStaffDiscount(undiscounted(worked, 495), worked, { percent: 5_000, reason: 'Half' })
    assert.deepEqual(discountsOf(worked, half.left), [1_499, 3, 1_667])
  })

  it('with more than 8 candidates a given code is compared before automatic ones that save more alone', () => {
    const automatic = Array.from({ length: 9 }, (_, index) => off(worked, 100 + index, { id: `a${index}` }))
    const code = off(worked, 1, { id: 'code', code: 'ONE' })
    const found = chooseBest(basketOf(worked), [...automatic, code])
    assert.equal(found.discounts.length, 8)
    assert.ok(found.discounts.some(({ promotion_id }) => promotion_id === 'code'))
    assert.ok(!found.discounts.some(({ promotion_id }) => promotion_id === 'a0' || promotion_id === 'a1'))
  })

  it('sets of promotions are compared in steps, each of one set', () => {
    const candidates = Array.from({ length: 8 }, (_, n) => percent(worked, 100 + n, { id: `p${n}` }))
    const steps = choosing(basketOf(worked), candidates)
    let count = 0
    while (!steps.next().done) count++
    // Each alone, then every set of the eight but the empty one.
    assert.equal(count, 8 + 2 ** 8 - 1)
  })
})
