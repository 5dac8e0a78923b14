import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeZone } from '../packages/console/src/lib/format.ts'
import { readTime, typedTime } from '../packages/console/src/lib/shop-time.ts'
import {
  type Names,
  nameKey,
  sentenceOf,
  type Terms,
} from '../packages/console/src/pages/promotions/promotion-sentence.ts'

describe('the sentence of a promotion', () => {
  after(() => setTimeZone('UTC'))
  const names: Names = new Map([
    [nameKey('collection_ids', 'c1'), 'Shoes'],
    [nameKey('product_ids', 'p1'), 'Boots'],
    [nameKey('group_ids', 'g1'), 'Shirt'],
    [nameKey('product_ids', 'p2'), 'Laces'],
  ])
  const all = { all: true }
  const cases: [terms: Partial<Terms>, sentence: string][] = [
    [{ percent: 12.5, code: 'A-1' }, '12.5 % off everything, with the code A-1.'],
    [{}, '… % off everything, without a code.'],
    [
      { percent: 10, applies_to: { collection_ids: ['c1'] }, minimum: { subtotal: 20 }, per_customer_limit: 1 },
      '10 % off Shoes from £20.00, once per customer, without a code.',
    ],
    [
      { percent: 10, max_discount: 5, minimum: { subtotal: 20, quantity: 1 }, usage_limit: 1, has_codes: true },
      '10 % off everything from £20.00 and 1 unit, £5.00 at most, for the first order, with one of its codes.',
    ],
    [{ kind: 'amount', amount: 7 }, '£7.00 off everything, without a code.'],
    [
      { kind: 'amount', amount: 0.5, each: true, applies_to: { product_ids: ['p1', 'p2'] }, combines: true },
      '£0.50 off each unit of Boots and Laces, without a code, also beside other discounts that combine.',
    ],
    [{ kind: 'free_shipping' }, 'Free shipping, without a code.'],
    [
      { kind: 'free_shipping', max_shipping: 4, applies_to: { brands: ['Acme'] }, minimum: { subtotal: 30 } },
      'Up to £4.00 off shipping of orders with all of Acme from £30.00, without a code.',
    ],
    [
      {
        kind: 'buy_x_get_y',
        buy: { quantity: 2, of: { categories: ['Lights'] } },
        get: { quantity: 1, of: { tags: ['small'] }, percent: 100 },
        times_at_most: 2,
      },
      'Buy 2 of all in Lights, get 1 of all tagged “small” free, twice an order at most, without a code.',
    ],
    [
      { kind: 'buy_x_get_y', buy: { of: all }, get: { quantity: 1, of: all, percent: 50 } },
      'Buy … of everything, get 1 of everything at 50 % off, without a code.',
    ],
    [
      { percent: 5, applies_to: { collection_ids: ['c1'], group_ids: ['g1'], product_ids: ['p1', 'p2', 'gone'] } },
      '5 % off Shoes, Shirt, Boots and 2 more, without a code.',
    ],
    [{ percent: 5, applies_to: { product_ids: ['gone'] } }, '5 % off 1 product or collection, without a code.'],
    [{ percent: 5, applies_to: {} }, '5 % off …, without a code.'],
    [
      { percent: 5, applies_to: { all: true, except: { product_ids: ['p1'] }, not_on_sale: true } },
      '5 % off everything except Boots unless it is on sale, without a code.',
    ],
    [
      { percent: 5, customers: { new_only: true, emails: ['a@b.c', 'd@e.f'] }, per_customer_limit: 3 },
      '5 % off everything, for 2 named customers without an order before, 3 times per customer, without a code.',
    ],
  ]
  for (const [terms, sentence] of cases) {
    it(sentence, () => {
      const whole: Terms = { kind: 'percentage', applies_to: all, ...terms }
      const said = sentenceOf(whole, names, 'GBP')
      assert.equal(said, sentence)
    })
  }

  it('tells days of the shop: an end at midnight holds for the day before', () => {
    setTimeZone('America/New_York')
    const until = (ends_at: string, starts_at: string | null = null) =>
      sentenceOf({ kind: 'free_shipping', applies_to: all, starts_at, ends_at }, names, 'GBP')
    assert.match(until('2098-12-04T05:00:00.000Z'), /, until December 3, 2098, /)
    assert.match(until('2098-12-04T06:30:00.000Z'), /, until December 4, 2098, 01:30, /)
    assert.match(
      until('2098-12-04T05:00:00Z', '2098-12-01T05:00:00Z'),
      /, from December 1, 2098 until December 3, 2098, /,
    )
  })
})

describe('times that are typed', () => {
  after(() => setTimeZone('UTC'))
  for (const [zone, typed, moment] of [
    ['UTC', '2026-12-03T00:00', '2026-12-03T00:00:00.000Z'],
    ['Europe/London', '2026-07-01T00:00', '2026-06-30T23:00:00.000Z'],
    ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
    ['America/New_York', '2026-11-02T00:00', '2026-11-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-01T12:15', '2026-03-01T06:30:00.000Z'],
    ['Pacific/Auckland', '2026-09-27T12:00', '2026-09-26T23:00:00.000Z'],
  ] as const) {
    it(`${typed} of ${zone} is ${moment}, and is shown so`, () => {
      setTimeZone(zone)
      assert.equal(readTime(typed), moment)
      assert.equal(typedTime(moment), typed)
    })
  }

  it('nothing typed is no time', () => {
    assert.equal(readTime(''), undefined)
    assert.equal(readTime('soon'), undefined)
  })
})
