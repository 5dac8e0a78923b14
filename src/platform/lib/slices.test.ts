import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlices } from './slices.ts'

test('long work gives way to other work after 10 ms of its own, and not between quick steps', async () => {
  let ms = 0
  let others = 0
  const slice = createSlices(() => ms)
  const steps = async (count: number) => {
    const other = setImmediate(() => (others += 1))
    for (let step = 0; step < count; step++) {
      ms += 1
      await slice()
    }
    clearImmediate(other)
  }
  await steps(9)
  assert.equal(others, 0)
  await steps(1)
  assert.equal(others, 1)
  await steps(9)
  assert.equal(others, 1)
})
