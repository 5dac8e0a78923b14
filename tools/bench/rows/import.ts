import { createWriteStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#src/platform/lib/ids.ts'
import type { BenchContext } from '../context.ts'
import type { Outcome, Row } from '../outcome.ts'
import { startService } from '../service.ts'

/**
 * A catalog imported through the API, beside `COPY` of the same products into the same table, its indexes and triggers.
 */
export const imports: Row = {
  name: 'import',
  async run(context: BenchContext): Promise<Outcome[]> {
    const files = { ndjson: join(tmpdir(), 'bench-import.ndjson'), csv: join(tmpdir(), 'bench-import.csv') }
    try {
      const products = await readProducts()
      await writeFile(files.ndjson, context.importRows, (n) => `${JSON.stringify(productOf(products, n))}\n`)
      const copied = await copyRows(context, files.csv, products)
      const imported = await importRows(context, files.ndjson)
      return outcomes(context.importRows, copied, imported)
    } finally {
      for (const file of Object.values(files)) await rm(file, { force: true })
    }
  },
}

interface Product {
  sku: string
  name: string
  description: string
  category: string
  price: number
  on_hand: number
}

async function readProducts(): Promise<Product[]> {
  const text = await readFile(new URL('../../../packages/demo-shop/products.ndjson', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Product)
}

function productOf(products: readonly Product[], n: number): Product {
  const product = products[n % products.length]
  if (product === undefined) throw new Error('the demo catalog is empty')
  const edition = Math.floor(n / products.length)
  return { ...product, sku: `I${n}`, name: `${product.name} ${edition}`.slice(0, 200) }
}

async function writeFile(file: string, rows: number, row: (n: number) => string): Promise<void> {
  const lines = function* () {
    for (let n = 0; n < rows; n += 1_000) {
      yield Array.from({ length: Math.min(1_000, rows - n) }, (_, index) => row(n + index)).join('')
    }
  }
  await pipeline(lines, createWriteStream(file, { mode: 0o644 }))
}

/** Seconds of a COPY from a file the server reads itself. */
async function copyRows(context: BenchContext, file: string, products: readonly Product[]): Promise<number> {
  const target = await context.copy('blank')
  try {
    const at = new Date().toISOString()
    await writeFile(file, context.importRows, (n) => {
      const { sku, name, description, category, price, on_hand } = productOf(products, n)
      const minor = Math.round(price * 100)
      const fields = [target.merchantId, newId(), sku, name, description, category, minor, 'GBP', minor * 10, 'active']
      return `${[...fields, on_hand > 0, at, at].map(quoted).join(',')}\n`
    })
    const startedAt = performance.now()
    await target.query(`
      copy products (merchant_id, id, sku, name, description, category, price_minor, currency, price_common, status,
                     in_stock, created_at, updated_at) from '${file}' with (format csv)`)
    return (performance.now() - startedAt) / 1000
  } finally {
    await target.drop()
  }
}

interface Imported {
  seconds: number
  created: number
  /** Resident memory of the server over time, MB. */
  memory: number[]
}

async function importRows(context: BenchContext, file: string): Promise<Imported> {
  const target = await context.copy('blank')
  const service = await startService(target.url)
  const memory: number[] = []
  let running = true
  const watch = async () => {
    for (; running; await sleep(250)) memory.push(await service.memoryMb())
  }
  const watching = watch()
  const handle = await open(file)
  try {
    const startedAt = performance.now()
    const answer = await fetch(`${service.url}/admin/products/import`, {
      method: 'POST',
      headers: { ...target.owner, 'content-type': 'application/x-ndjson' },
      body: handle.readableWebStream() as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${text}`)
    const { data } = JSON.parse(text) as { data: { created: number } }
    return { seconds: (performance.now() - startedAt) / 1000, created: data.created, memory }
  } finally {
    running = false
    await watching
    await handle.close()
    await service.stop()
    await target.drop()
  }
}

function outcomes(rows: number, copySeconds: number, { seconds, created, memory }: Imported): Outcome[] {
  const sorted = [...memory].sort((a, b) => a - b)
  const early = memory[Math.floor(memory.length / 4)] ?? 0
  return [
    {
      work: `import of ${rows.toLocaleString('en')} products by NDJSON`,
      yardstick: 'COPY of the same rows into the same table, its indexes and triggers',
      value: copySeconds / seconds,
      unit: 'times',
      reach: 0.25,
      better: 'more',
      notes: [
        `${seconds.toFixed(1)} s (${(created / seconds).toFixed(0)} rows/s, stock, ledger and events included)` +
          ` beside ${copySeconds.toFixed(1)} s`,
        ...(created === rows ? [] : [`only ${created} were created`]),
      ],
    },
    {
      work: 'the same: memory at the end of it by memory at a quarter of it',
      yardstick: '',
      value: (memory.at(-1) ?? 0) / early,
      unit: 'times',
      reach: 1.25,
      better: 'less',
      notes: [`highest ${sorted.at(-1)?.toFixed(0)} MB`],
    },
  ]
}

function quoted(field: unknown): string {
  return `"${String(field).replaceAll('"', '""')}"`
}
