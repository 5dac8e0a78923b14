import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReceived } from './received-rules.ts'

describe('what came back of a return', () => {
  const product_id = '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
  /** Of a withdrawal: the units of line 1 were cancelled before they were sent. */
  const items = [
    { line: 1, product_id, quantity: 0 },
    { line: 2, product_id, quantity: 2 },
  ]

  it('is all that was sent unless the shop lists it', () => {
    assert.deepEqual(readReceived(items, undefined), [{ line: 2, quantity: 2, condition: 'resell', restock: true }])
  })

  it('may name an item of which nothing was sent, with 0 units', () => {
    const given = [
      { line: 1, quantity: 0, condition: 'resell' as const },
      { line: 2, quantity: 1, condition: 'damaged' as const },
    ]
    assert.deepEqual(readReceived(items, given), [{ line: 2, quantity: 1, condition: 'damaged', restock: false }])
  })

  it('is no more than was sent', () => {
    const details = [{ field: 'items[0].quantity', message: 'must be at most 0' }]
    assert.throws(() => readReceived(items, [{ line: 1, quantity: 1, condition: 'resell' }]), { details })
  })
})
