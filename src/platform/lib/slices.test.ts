import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSlices, nextSlice } from './slices.ts'

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

test('works of one process take turns, one slice in each turn of the event loop', async () => {
  const steps: string[] = []
  let turns = 0
  const counting = (async () => {
    while (steps.length < 9) {
      await nextTurn()
      turns++
    }
  })()
  const work = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await nextSlice()
      steps.push(name)
    }
  }
  await Promise.all([work('a'), work('b'), work('c')])
  await counting
  assert.equal(steps.join(''), 'abcabcabc')
  assert.ok(turns >= 8, String(turns))
})
