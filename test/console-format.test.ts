import assert from 'node:assert/strict'
import { it } from 'node:test'
import { t } from '../packages/console/src/lib/text.ts'

it('the console shows a total as the list tells it, with a plus where there are more', () => {
  const shown = (total: number, total_precision: 'exact' | 'at_least') =>
    t('{total, plural, one {# order} other {# orders}}', { total: { total, total_precision } })
  assert.equal(shown(1, 'exact'), '1 order')
  assert.equal(shown(10_000, 'exact'), '10,000 orders')
  assert.equal(shown(10_000, 'at_least'), '10,000+ orders')
})
