import fc from 'fast-check'
import type { Candidate, DiscountLine } from '#src/modules/promotions/rules.ts'

/** A basket with promotions, in minor units. */
export interface RandomBasket {
  lines: (DiscountLine & { taxClass: 'standard' | 'reduced' | 'none' })[]
  shipping: number
  included: boolean
  shippingTax: 'goods' | 'class'
  /** Minor units that payments charge multiples of. */
  unit: number
  currency: 'GBP' | 'JPY' | 'KWD'
  candidates: Candidate[]
}

const price = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000_000 }))
const line = fc.record({
  price_minor: price,
  quantity: fc.integer({ min: 1, max: 9 }),
  taxClass: fc.constantFrom('standard' as const, 'reduced' as const, 'none' as const),
})

const some = (count: number) => fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: count })
const optional = <T>(of: fc.Arbitrary<T>, field: string) =>
  fc.option(of, { nil: undefined }).map((value) => (value === undefined ? {} : { [field]: value }))

function candidate(count: number, index: number): fc.Arbitrary<Candidate> {
  const amount = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 200_000 }))
  const percent = fc.integer({ min: 1, max: 10_000 })
  const quantity = fc.integer({ min: 1, max: 4 })
  const kinds = fc.oneof(
    fc
      .tuple(percent, optional(amount, 'max_discount_minor'))
      .map(([value, most]) => ({ kind: 'percentage' as const, terms: { percent: value, ...most } })),
    fc
      .tuple(amount, fc.boolean())
      .map(([amount_minor, each]) => ({ kind: 'amount' as const, terms: { amount_minor, each } })),
    optional(amount, 'max_shipping_minor').map((terms) => ({ kind: 'free_shipping' as const, terms })),
    fc.tuple(quantity, quantity, percent, optional(quantity, 'times_at_most')).map(([buy, get, off, most]) => ({
      kind: 'buy_x_get_y' as const,
      terms: { buy: { quantity: buy, of: {} }, get: { quantity: get, of: {}, percent: off }, ...most },
    })),
  )
  return fc.tuple(kinds, some(count), some(count), some(count), fc.boolean(), fc.nat(2), fc.boolean()).map(
    ([kind, lines, buyLines, getLines, combines, priority, isGiven]): Candidate => ({
      id: `p${index}`,
      name: `Offer ${index}`,
      ...kind,
      combines,
      priority,
      code: isGiven ? `C${index}` : null,
      lines: sorted(lines),
      buyLines: sorted(buyLines),
      getLines: sorted(getLines),
    }),
  )
}

const sorted = (indexes: number[]) => indexes.toSorted((one, other) => one - other)

export const randomBasket: fc.Arbitrary<RandomBasket> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(4))
  .chain(([lines, count]) =>
    fc.record({
      lines: fc.constant(lines),
      shipping: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000 })),
      included: fc.boolean(),
      shippingTax: fc.constantFrom('goods' as const, 'class' as const),
      unit: fc.constantFrom(1, 10),
      currency: fc.constantFrom('GBP' as const, 'JPY' as const, 'KWD' as const),
      candidates: fc.tuple(...Array.from({ length: count }, (_, index) => candidate(lines.length, index))),
    }),
  )
