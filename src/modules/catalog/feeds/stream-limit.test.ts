import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createStreamLimit } from './stream-limit.ts'

it('a process sends two streams of a key at once, and eight of all', () => {
  const limit = createStreamLimit()
  const leave = limit.enter('a')
  limit.enter('a')
  assert.throws(() => limit.enter('a'), { code: 'RATE_LIMITED' })
  leave()
  leave()
  limit.enter('a')
  assert.throws(() => limit.enter('a'), { code: 'RATE_LIMITED' })
  for (const key of ['b', 'c', 'd', 'e', 'f', 'g']) limit.enter(key)
  assert.throws(() => limit.enter('h'), { code: 'RATE_LIMITED' })
})
