import assert from 'node:assert/strict'
import { it } from 'node:test'
import { filesOfTier, longTier } from './tiers.ts'

it('each part of the long tier has a file', () => {
  const files = filesOfTier('long')
  assert.deepEqual(
    longTier.filter((part) => !files.some((file) => part.test(file))),
    [],
  )
})
