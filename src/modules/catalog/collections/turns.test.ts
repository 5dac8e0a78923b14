import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createFairTurns } from '#src/platform/lib/fair-turns.ts'
import { collectionsOf, ruleOf } from '#test/support/collections.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { refreshChanged } from './refresh.ts'

describeShop('turns of shops whose collections change', ({ service, shop }) => {
  const { create } = collectionsOf(() => ({ service, shop }))
  const sweep = () => runSweep(service, 'catalog.refresh-collections')

  it('the collections of shops are refreshed in turns, and one that fails stops no other shop', async () => {
    const rules = ruleOf('name', 'contains', 'lamp')
    const [many, few, broken] = [await makeMerchant(service), await makeMerchant(service), await makeMerchant(service)]
    for (const [shop, count] of [
      [many, 3],
      [few, 1],
      [broken, 1],
    ] as const) {
      for (let n = 0; n < count; n++) await create({ name: `Lamps ${n}`, rules }, shop)
    }
    await sweep()
    for (const shop of [many, few, broken]) await makeProduct(service, shop, { name: 'Lamp' })
    const order: string[] = []
    assert.equal(await changesOf([many, few, broken]), 3)
    // Each turn takes as long as the others.
    const inTurn = createFairTurns(() => 0)
    await assert.rejects(
      refreshChanged(service.deps.db, (key, work) =>
        inTurn(key, async () => {
          const name = [many, few, broken].findIndex(({ id }) => id === key)
          order.push(['many', 'few', 'broken'][name] ?? 'another')
          if (key === broken.id) throw new Error('broken')
          return work()
        }),
      ),
      /broken/,
    )
    const of = (name: string) => order.flatMap((one, at) => (one === name ? [at] : []))
    assert.deepEqual([of('many').length, of('few').length], [4, 2])
    assert.ok((of('few').at(-1) ?? 0) < (of('many')[2] ?? 0), order.join())
    assert.equal(await changesOf([many, few]), 0)
    assert.equal(await changesOf([broken]), 1)
  })

  async function changesOf(shops: readonly TestMerchant[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from collection_changes
       where merchant_id = any (${shops.map(({ id }) => id)}::uuid[])`.execute(service.deps.db)
    return rows[0]?.count ?? 0
  }
})
