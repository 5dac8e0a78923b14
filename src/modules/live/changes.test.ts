import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeOf, eventsFor, lastOfEach, streamPermissions } from './changes.ts'

describe('changes', () => {
  const bodyOf = (data: object) => Buffer.from(JSON.stringify({ data }))

  it('names the thing, and the version of what changed', () => {
    assert.deepEqual(changeOf('order.updated', bodyOf({ order: { id: 'o', version: 2 }, return: { id: 'r' } })), {
      type: 'order.updated',
      id: 'o',
      version: 2,
    })
    assert.deepEqual(changeOf('inventory.updated', bodyOf({ product: { id: 'p' }, inventory: { version: 5 } })), {
      type: 'inventory.updated',
      id: 'p',
      version: 5,
    })
    assert.deepEqual(changeOf('user.updated', bodyOf({ user: { id: 'u' } })), {
      type: 'user.updated',
      id: 'u',
      version: null,
    })
    assert.equal(changeOf('user.updated', bodyOf({})), undefined)
  })

  it('of one thing that changed several times keeps the last, in its place', () => {
    const change = (type: 'order.updated' | 'order.created', id: string, version: number) => ({ type, id, version })
    const all = [change('order.updated', 'a', 1), change('order.created', 'b', 1), change('order.updated', 'a', 2)]
    assert.deepEqual(lastOfEach(all), all.slice(1))
  })

  it('tells nobody of carts, and a reader of stock of stock alone', () => {
    assert.deepEqual(eventsFor(new Set(['inventory.read'])), ['inventory.updated'])
    assert.equal(
      eventsFor(new Set(streamPermissions)).some((name) => name.startsWith('cart.')),
      false,
    )
    assert.equal(streamPermissions[0], 'orders.read')
  })
})
