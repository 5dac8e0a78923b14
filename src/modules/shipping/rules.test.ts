import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { optionsFor, type ShippingMethodRow } from './rules.ts'

const method = (id: string, more: Partial<ShippingMethodRow> = {}): ShippingMethodRow => ({
  id,
  name: id,
  description: null,
  countries: null,
  regions: null,
  postal_codes: null,
  price_minor: 499,
  free_from_minor: null,
  min_weight_grams: null,
  max_weight_grams: null,
  position: 0,
  active: true,
  prices: null,
  ...more,
})
const parcel = { to: { country: 'GB', region: null }, weightGrams: 500, subtotalMinor: 4_000 }

describe('the shipping options of a parcel', () => {
  const shown = (methods: ShippingMethodRow[], more: Partial<Parameters<typeof optionsFor>[1]> = {}) =>
    optionsFor(methods, { ...parcel, ...more }).map((option) => [option.method.id, option.priceMinor])

  it('are those that are active and go to its country; without one, those that go anywhere', () => {
    const methods = [
      method('anywhere'),
      method('off', { active: false }),
      method('here', { countries: ['IE', 'GB'] }),
      method('abroad', { countries: ['FR'] }),
    ]
    assert.deepEqual(
      shown(methods).map(([id]) => id),
      ['anywhere', 'here'],
    )
    assert.deepEqual(shown(methods, { to: undefined }), [['anywhere', 499]])
  })

  it('are those of the region, however it is written, or of the postal code', () => {
    const methods = [
      method('mainland', { countries: ['ES'], postal_codes: ['01000..34999', '36000..37999', '39000..52999'] }),
      method('islands', { countries: ['ES'], regions: ['Canarias', 'Islas Baleares'] }),
      method('both', { countries: ['ES'], regions: ['IB'], postal_codes: ['35*'] }),
    ]
    const at = (region: string | null, postal_code: string | null = null, country = 'ES') =>
      shown(methods, { to: { country, region, postal_code } }).map(([id]) => id)
    assert.deepEqual(at('Madrid', '28001'), ['mainland'])
    assert.deepEqual(at('Las Palmas', '35001'), ['both', 'islands'])
    assert.deepEqual(at('Illes Balears'), ['both', 'islands'])
    assert.deepEqual(at(null), [])
    assert.deepEqual(at('Canarias', '35001', 'PT'), [])
  })

  it('are those for its weight, both bounds included', () => {
    const methods = [
      method('light', { max_weight_grams: 499 }),
      method('medium', { min_weight_grams: 500, max_weight_grams: 500 }),
      method('heavy', { min_weight_grams: 501 }),
    ]
    const at = (weightGrams: number) => shown(methods, { weightGrams }).map(([id]) => id)
    assert.deepEqual([at(0), at(499), at(500), at(501)], [['light'], ['light'], ['medium'], ['heavy']])
  })

  it('are free from their threshold, and the cheapest comes first, then by position and id', () => {
    const methods = [
      method('d', { price_minor: 100, position: 2 }),
      method('c', { price_minor: 100, position: 1 }),
      method('b', { price_minor: 100, position: 1 }),
      method('a', { price_minor: 900, position: 9, free_from_minor: 4_000 }),
    ]
    const others = ['b', 'c', 'd'].map((id) => [id, 100])
    assert.deepEqual(shown(methods, { subtotalMinor: 3_999 }), [...others, ['a', 900]])
    assert.deepEqual(shown(methods), [['a', 0], ...others])
    assert.deepEqual(shown([method('free', { free_from_minor: 0 })], { subtotalMinor: 0 }), [['free', 0]])
  })

  it('do not depend on the order of the methods, and none costs more for a larger order (2,000 shops)', () => {
    const bound = fc.option(fc.integer({ min: 0, max: 10 }))
    const anyMethod = fc.record({
      id: fc.uuid(),
      name: fc.constant('Post'),
      description: fc.constant(null),
      regions: fc.constant(null),
      postal_codes: fc.constant(null),
      countries: fc.option(fc.subarray(['GB', 'FR'])),
      price_minor: fc.integer({ min: 0, max: 5 }),
      free_from_minor: bound,
      min_weight_grams: bound,
      max_weight_grams: bound,
      position: fc.integer({ min: 0, max: 2 }),
      active: fc.boolean(),
      prices: fc.constant(null),
    })
    const anyMethods = fc.uniqueArray(anyMethod, { selector: ({ id }) => id, maxLength: 8 })
    const anyParcel = fc.record({
      to: fc.option(fc.record({ country: fc.constantFrom('GB', 'FR', 'JP'), region: fc.constant(null) }), {
        nil: undefined,
      }),
      weightGrams: fc.integer({ min: 0, max: 12 }),
      subtotalMinor: fc.integer({ min: 0, max: 12 }),
    })
    const check = fc.property(anyMethods, anyParcel, (methods, parcel) => {
      const options = optionsFor(methods, parcel)
      assert.deepEqual(optionsFor(methods.toReversed(), parcel), options)
      const larger = optionsFor(methods, { ...parcel, subtotalMinor: parcel.subtotalMinor + 1 })
      assert.equal(larger.length, options.length)
      for (const { method: same, priceMinor } of options) {
        const then = larger.find((option) => option.method.id === same.id)
        assert.ok(then !== undefined && then.priceMinor <= priceMinor)
      }
    })
    fc.assert(check, { numRuns: 2_000 })
  })
})
