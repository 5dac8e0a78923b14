import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { bySystem } from '#src/platform/audit/index.ts'
import { buildTestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { importProducts } from './import-products.ts'
import { importProgress } from './queries.ts'

it('an import ends where the currency changes, and what it wrote before has the new one', async (t) => {
  const service = await buildTestApp(t)
  const shop = await makeMerchant(service, { currency: 'GBP' })
  const product = await makeProduct(service, shop)
  const importId = randomUUID()
  const target = { merchantId: shop.id, userId: shop.owner.id, cause: bySystem, currency: 'GBP', importId }
  const row = (sku: string) => Buffer.from(`{"sku":"${sku}","name":"N","price":12.5}\n`)
  async function* file() {
    yield Buffer.concat(Array.from({ length: 1_200 }, (_, n) => row(`S${n}`)))
    const body = { currency: 'KWD' }
    const answer = await service.request('PATCH', '/admin/merchant', { headers: shop.owner.headers, body })
    assert.equal(answer.status, 200)
    yield row(product.sku)
  }
  const conflict = { code: 'CONFLICT', message: /currency of the shop has changed/ }
  await assert.rejects(importProducts(service.deps.db, target, 'ndjson', file()), conflict)
  const progress = await importProgress(service.deps.db, shop.id, importId)
  assert.deepEqual([progress?.status, progress?.created, progress?.updated], ['running', 1_000, 0])
  const { rows } = await service.deps.pool.query(
    'select currency, price_minor::int, count(*)::int from products where merchant_id = $1 group by 1, 2 order by 2',
    [shop.id],
  )
  assert.deepEqual(rows, [
    { currency: 'KWD', price_minor: 10_000, count: 1 },
    { currency: 'KWD', price_minor: 12_500, count: 1_000 },
  ])
})
