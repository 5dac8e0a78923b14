import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWarmUp } from './warm-up.ts'

it('a warm-up is over when all is loaded, or cannot be', async () => {
  const warmUp = createWarmUp()
  assert.ok(warmUp.isOver())
  const [words, products] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  warmUp.waitFor(words.promise)
  warmUp.waitFor(products.promise)
  let hasEnded = false
  const ended = warmUp.ended().then(() => {
    hasEnded = true
  })
  products.reject(new Error('the database is away'))
  await nextTurn()
  assert.deepEqual([warmUp.isOver(), hasEnded], [false, false])
  words.resolve()
  await ended
  assert.ok(warmUp.isOver())
})

it('a warm-up that does not end is over after its limit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const warmUp = createWarmUp()
  warmUp.waitFor(new Promise(() => {}))
  t.mock.timers.tick(19_999)
  await nextTurn()
  assert.ok(!warmUp.isOver())
  t.mock.timers.tick(1)
  await nextTurn()
  assert.ok(warmUp.isOver())
})
