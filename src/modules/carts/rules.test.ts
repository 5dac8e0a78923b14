import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { maxLines, maxQuantity, mergeLines, refuseInexactTotal } from './rules.ts'

const ids = Array.from({ length: 130 }, (_, n) => `product ${n}`)
/** Some are so dear that a cart full of them has no exact total. */
const priceOf = (product_id: string) => (product_id.endsWith('7') ? 90_000_000_000 : product_id.length)
const lines = fc
  .uniqueArray(
    fc.record({
      product_id: fc.constantFrom(...ids),
      quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: maxQuantity - 5, max: maxQuantity })),
      sold: fc.boolean(),
    }),
    { selector: (line) => line.product_id, maxLength: maxLines, size: 'max' },
  )
  .map((many) => many.map((line) => ({ ...line, price_minor: priceOf(line.product_id) })))
const isExact = (cart: Parameters<typeof refuseInexactTotal>[0]) => {
  try {
    refuseInexactTotal(cart)
    return true
  } catch {
    return false
  }
}

describe('lines of two carts', () => {
  it('added up are a cart, whatever the two hold', () => {
    fc.assert(
      fc.property(lines, lines, (own, added) => {
        fc.pre(isExact({ lines: own }))
        const before = new Map(own.map((line) => [line.product_id, line]))
        const prices = new Map([...added, ...own].map((line) => [line.product_id, line]))
        const after = new Map(before)
        for (const { product_id, quantity } of mergeLines(own, added)) {
          const more = added.find((line) => line.product_id === product_id)?.quantity ?? 0
          const sum = (before.get(product_id)?.quantity ?? 0) + more
          assert.equal(quantity, Math.min(sum, maxQuantity))
          assert.ok(more > 0 && quantity !== before.get(product_id)?.quantity)
          const line = prices.get(product_id)
          assert.ok(line)
          after.set(product_id, { ...line, quantity })
        }
        assert.ok(after.size <= maxLines)
        assert.ok(isExact({ lines: [...after.values()] }))
      }),
      { numRuns: 300 },
    )
  })

  it('are all there where they fit', () => {
    const line = (n: number, quantity: number) => ({
      product_id: `product ${n}`,
      quantity,
      price_minor: 100,
      sold: true,
    })
    const own = Array.from({ length: 60 }, (_, n) => line(n, 1))
    const added = Array.from({ length: 60 }, (_, n) => line(n + 40, 2))
    assert.deepEqual(
      mergeLines(own, added),
      added.map(({ product_id, quantity }, n) => ({ product_id, quantity: n < 20 ? 3 : quantity })),
    )
    const [late] = mergeLines(
      Array.from({ length: maxLines }, (_, n) => line(n, 1)),
      [line(200, 1), line(7, 4)],
    )
    assert.deepEqual(late, { product_id: 'product 7', quantity: 5 })
  })
})
