import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { bySystem } from '#src/platform/audit/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { memoryInUse } from '#test/support/memory.ts'
import { exportProducts } from './export-products.ts'
import { importProducts } from './import-products.ts'

/** What a file takes of the process: memory, and time in which nobody else has a turn. */
describeService('a product file', ({ service }) => {
  const targetOf = (shop: TestMerchant) => ({
    merchantId: shop.id,
    userId: shop.owner.id,
    cause: bySystem,
    currency: 'GBP',
    importId: randomUUID(),
  })

  it('is imported in memory that does not grow with the number of rows', async () => {
    const shop = await makeMerchant(service)
    const filler = 'text '.repeat(200)
    const inUse: number[] = []
    // One row of ten is valid: faulty rows take as much memory, and no time in the database.
    async function* file() {
      for (let n = 0; n <= 40_000; n += 500) {
        if (n === 8_000 || n === 40_000) inUse.push(await memoryInUse())
        const rows = Array.from(
          { length: n < 40_000 ? 500 : 0 },
          (_, i) => `{"sku":"M${n + i}","name":"N","price":${i % 10 ? '"x"' : 1},"description":"${filler}"}\n`,
        )
        yield Buffer.from(rows.join(''))
      }
    }
    const report = await importProducts(service.deps.db, targetOf(shop), 'ndjson', file())
    assert.deepEqual([report.created, report.failed], [4_000, 36_000])
    // The 32,000 rows in between are 33 MB.
    const [early = 0, late = 0] = inUse
    assert.ok(late - early < 10 * 1024 * 1024, `${late - early} bytes more`)
  })

  it('gives others a turn of the event loop every 200 rows, also when all of it has arrived', async () => {
    const shop = await makeMerchant(service)
    let turns = 0
    let turnsOfFirst = 0
    let running = true
    const turn = async () => {
      for (; running; turns++) await setImmediate()
    }
    void turn()
    // Fewer rows than a chunk has, so that reading them does not wait for the database.
    async function* parts() {
      const before = turns
      yield Buffer.alloc(950, '\n')
      turnsOfFirst = turns - before
    }
    await importProducts(service.deps.db, targetOf(shop), 'ndjson', parts())
    running = false
    assert.ok(turnsOfFirst >= 4, `${turnsOfFirst} turns`)
  })

  it('of large rows is imported in chunks of 1 MiB, and exported 100 rows at a time', async () => {
    const shop = await makeMerchant(service)
    const rows = Array.from({ length: 250 }, (_, n) =>
      JSON.stringify({ sku: `L${n}`, name: 'large', price: 1, description: 'x'.repeat(10_000) }),
    )
    await importProducts(service.deps.db, targetOf(shop), 'ndjson', Readable.from([Buffer.from(rows.join('\n'))]))
    const { rows: transactions } = await service.deps.pool.query(
      `select transaction_id from events where merchant_id = $1 and name = 'product.created' group by 1`,
      [shop.id],
    )
    assert.equal(transactions.length, 3)
    const parts: number[] = []
    for await (const part of exportProducts((read) => read(service.deps.db), shop.id, {}, 'ndjson'))
      parts.push(part.split('\n').length - 1)
    assert.deepEqual(parts, [100, 100, 50])
  })
})
