import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineOfProduct, type RequestedUnits, unitsByProduct, unitsOfItems } from './unit-rules.ts'

const items = [
  { line: 1, product_id: 'tea', left: 2 },
  { line: 2, product_id: 'cup', left: 5 },
  { line: 3, product_id: 'tea', left: 4 },
]

const unitsOf = (...requests: RequestedUnits[]) =>
  unitsOfItems(items, requests, ({ left }) => left).map(({ line, quantity }) => [line, quantity])

const fault = (field: string, message: string) => ({ code: 'VALIDATION_ERROR', details: [{ field, message }] })

describe('units of an order’s items', () => {
  it('are named by line or by product, and summed', () => {
    assert.deepEqual(unitsOf({ line: 3, quantity: 1 }, { product_id: 'CUP', quantity: 2 }, { line: 3, quantity: 1 }), [
      [3, 2],
      [2, 2],
    ])
    assert.deepEqual(unitsOf({ line: 1, product_id: 'tea', quantity: 1 }), [[1, 1]])
  })

  it('of a product with several items are taken from the first on, the rest from the last', () => {
    assert.deepEqual(unitsOf({ product_id: 'tea', quantity: 3 }), [
      [1, 2],
      [3, 1],
    ])
    assert.deepEqual(unitsOf({ line: 1, quantity: 2 }, { product_id: 'tea', quantity: 1 }), [
      [1, 2],
      [3, 1],
    ])
    assert.deepEqual(unitsOf({ product_id: 'tea', quantity: 9 }), [
      [1, 2],
      [3, 7],
    ])
  })

  it('that are not in the order are faults of their field', () => {
    assert.throws(() => unitsOf({ quantity: 1 }), fault('items[0].line', 'is required, or product_id instead'))
    assert.throws(() => unitsOf({ line: 4, quantity: 1 }), fault('items[0].line', 'is not in this order'))
    assert.throws(
      () => unitsOf({ product_id: 'pot', quantity: 1 }),
      fault('items[0].product_id', 'is not in this order'),
    )
    assert.throws(
      () => unitsOf({ line: 1, quantity: 1 }, { line: 2, product_id: 'tea', quantity: 1 }),
      fault('items[1].product_id', 'is not the product of this line'),
    )
  })

  it('move stock by product, but those of custom items', () => {
    const units = [
      { productId: 'tea', quantity: 2 },
      { productId: 'cup', quantity: 1 },
      { productId: 'tea', quantity: 3 },
      { productId: 'engraving', quantity: 1 },
    ]
    const all = [...items, { product_id: 'engraving', custom: true }]
    assert.deepEqual(unitsByProduct(all, units), [
      { productId: 'tea', quantity: 5 },
      { productId: 'cup', quantity: 1 },
    ])
    assert.equal(lineOfProduct(items, 'cup'), 2)
  })
})
