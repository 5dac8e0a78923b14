import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasTest, readMutations, whyStale } from './patches.ts'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '../..')

describe('the mutations that `npm run test:mutations` applies', () => {
  const mutations = readMutations(folder)

  it('apply to the code as it is', () => {
    const stale = mutations.flatMap((mutation) => {
      const reason = whyStale(root, mutation)
      return reason === undefined ? [] : [`${mutation.name}: ${reason}`]
    })
    assert.deepEqual(stale, [])
  })

  it('each name a test that exists', () => {
    const without = mutations.filter(({ testFile, testTitle }) => !hasTest(root, testFile, testTitle))
    assert.deepEqual(
      without.map(({ name, testTitle }) => `${name}: ${testTitle}`),
      [],
    )
  })

  it('are at least forty, over the modules that hold money, stock, credentials and deliveries', () => {
    assert.ok(mutations.length >= 40)
    const modules = ['webhooks', 'orders', 'payments', 'inventory', 'idempotency', 'identity']
    const paths = mutations.flatMap(({ hunks }) => hunks.map(({ path }) => path))
    assert.deepEqual(
      modules.filter((module) => !paths.some((path) => path.includes(module))),
      [],
    )
  })
})
