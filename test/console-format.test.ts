import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pluralTotal } from '../packages/console/src/lib/format.ts'

it('the console shows a total as the list tells it, with a plus where there are more', () => {
  assert.equal(pluralTotal({ total: 1, total_precision: 'exact' }, 'order'), '1 order')
  assert.equal(pluralTotal({ total: 10_000, total_precision: 'exact' }, 'order'), '10,000 orders')
  assert.equal(pluralTotal({ total: 10_000, total_precision: 'at_least' }, 'order'), '10,000+ orders')
})
