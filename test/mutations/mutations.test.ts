import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasTest, whyStale } from './mutation.ts'
import { mutations } from './mutations.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

describe('the mutations that `npm run test:mutations` applies', () => {
  it('apply to the code as it is', () => {
    const stale = mutations.flatMap((mutation) => {
      const reason = whyStale(root, mutation)
      return reason === undefined ? [] : [`${mutation.name}: ${reason}`]
    })
    assert.deepEqual(stale, [])
  })

  it('each name a test that exists', () => {
    const without = mutations.filter((mutation) => !hasTest(root, mutation))
    assert.deepEqual(
      without.map(({ name, caughtBy, test }) => `${name}: ${caughtBy} "${test}"`),
      [],
    )
  })

  it('have names of their own', () => {
    assert.equal(new Set(mutations.map(({ name }) => name)).size, mutations.length)
  })
})
