import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atMostEvery } from './at-most-every.ts'

test('work is done at most once in its time, never twice at once, and its failure is told to all who ask', async () => {
  let now = 0
  const begun: PromiseWithResolvers<string>[] = []
  const ask = atMostEvery(
    1_000,
    () => {
      const work = Promise.withResolvers<string>()
      begun.push(work)
      return work.promise
    },
    () => now,
  )
  const together = [ask(), ask()]
  now = 5_000
  together.push(ask())
  assert.equal(begun.length, 1, 'what is not over is not begun again')
  begun[0]?.resolve('first')
  assert.deepEqual(await Promise.all(together), ['first', 'first', 'first'])

  const second = ask()
  begun[1]?.reject(new Error('second'))
  await assert.rejects(second, /second/)
  now += 999
  const repeated = ask()
  assert.equal(begun.length, 2, 'what failed is not begun again before its time')
  await assert.rejects(repeated, /second/)
  now += 1
  const third = ask()
  begun[2]?.resolve('third')
  assert.equal(await third, 'third')
})
