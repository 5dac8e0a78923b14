import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findGroups } from './groups.ts'

const named = (...names: string[]) => names.map((name, index) => ({ sku: `${index}`, name, category: 'Cups' }))
const found = (...names: string[]) =>
  findGroups(named(...names)).map(({ name, variesBy, options }) => ({ name, variesBy, options: [...options.values()] }))

describe('groups of the demo shop', () => {
  it('takes sizes, colours and sets out of names', () => {
    assert.deepEqual(found('Slipper Small Green', 'Slipper Large Green', 'Slipper Large Red', 'Slipper'), [])
    assert.deepEqual(found('Slipper Small Green', 'Slipper Large Green', 'Slipper Large Red'), [
      {
        name: 'Slipper',
        variesBy: ['Size', 'Colour'],
        options: [
          { Size: 'Small', Colour: 'Green' },
          { Size: 'Large', Colour: 'Green' },
          { Size: 'Large', Colour: 'Red' },
        ],
      },
    ])
    assert.deepEqual(found('Set of 3 Red Tins', 'Set of 6 Red Tins'), [
      { name: 'Red Tins', variesBy: ['Pack'], options: [{ Pack: 'Set of 3' }, { Pack: 'Set of 6' }] },
    ])
  })

  it('leaves names that differ in more, or that are there twice', () => {
    assert.deepEqual(found('Red Cup', 'Pink Mug'), [])
    assert.deepEqual(found('Red Cup', 'Red Cup', 'Pink Cup'), [])
  })
})
