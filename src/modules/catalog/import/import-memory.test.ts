import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bySystem } from '#src/platform/audit/index.ts'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { importProducts } from './import-products.ts'

describe('memory of an import', () => {
  it('does not grow with the number of rows', async (t) => {
    const service = await startTestApp()
    t.after(() => service.close())
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
    const target = {
      merchantId: shop.id,
      userId: shop.owner.id,
      cause: bySystem,
      currency: 'GBP',
      importId: randomUUID(),
    }
    const report = await importProducts(service.deps.db, target, 'ndjson', file())
    assert.deepEqual([report.created, report.failed], [4_000, 36_000])
    // The 32,000 rows in between are 33 MB.
    const [early = 0, late = 0] = inUse
    assert.ok(late - early < 10 * 1024 * 1024, `${late - early} bytes more`)
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Reachable bytes. */
async function memoryInUse(): Promise<number> {
  collectGarbage()
  // Buffers free their memory in finalizers.
  await setImmediate()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
