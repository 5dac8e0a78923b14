import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShopTimes, shopOf } from './shop-times.ts'

test('shops that have had much time are known, the least first, and forgotten after a while', () => {
  let ms = 0
  const times = createShopTimes(() => ms)
  times.add('little', 200)
  times.add('much', 300)
  times.add('more', 300)
  times.add('more', 900)
  times.add(undefined, 9_000)
  assert.deepEqual(times.busy(), ['much', 'more'])
  ms += 10_000
  assert.deepEqual(times.busy(), ['more'])
  ms += 60_000
  assert.deepEqual(times.busy(), [])
})

test('a job is of the shop that its payload names', () => {
  assert.deepEqual([{ merchantId: 'a' }, { merchant_id: 'b' }, { userId: 'c' }].map(shopOf), ['a', 'b', undefined])
})
