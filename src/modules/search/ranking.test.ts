import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeProducts } from '#test/support/products.ts'
import { learnWords } from './jobs.ts'

describe('a search by relevance', () => {
  /** Each better than the next; of equals the newer would come first. All names have three words. */
  const ranked = [
    { name: 'Alpha beta gamma', sku: 'Zorblat Quimbo' },
    { name: 'Alpha zorblat quimbo' },
    { name: 'Zorblat alpha quimbo' },
    { name: 'Quimbo alpha zorblat' },
    { name: 'Alpha beta quimbo', description: 'zorblat' },
    { name: 'Quimbo alpha beta', description: 'zorblat' },
    { name: 'Alpha gamma beta', description: 'quimbo and zorblat' },
  ]
  const some = { name: 'Beta alpha gamma', description: 'zorblat' }
  const more = Array.from({ length: 20 }, () => ({ name: 'Alpha beta gamma delta', description: 'quimbo and zorblat' }))

  async function search(made: readonly { name: string; sku?: string; description?: string }[]) {
    const service = await startTestApp()
    try {
      const [merchant, user] = [await makeMerchant(service), await makeUser(service)]
      for (const product of made) await makeProducts(service, merchant, [product])
      await learnWords(service.deps)
      const { body } = await service.request('GET', '/marketplace/search?q=zorblat+quimbo', { headers: user.headers })
      return { names: body.data.items.map(({ name }: { name: string }) => name), total: body.data.pagination.total }
    } finally {
      await service.close()
    }
  }

  const names = (products: readonly { name: string }[]) => products.map(({ name }) => name)

  it('shows the SKU first, then phrases, names that end with the last word, names, and descriptions', async () => {
    const found = await search([...ranked, some, ...more])
    assert.deepEqual(found.names.slice(0, ranked.length), names(ranked))
    assert.equal(found.total, ranked.length + more.length)
  })

  it('ranks few products in the same way, and those with some of the words behind them', async () => {
    assert.deepEqual((await search([...ranked, some])).names, names([...ranked, some]))
  })
})
