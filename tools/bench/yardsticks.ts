import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Dataset } from './context.ts'
import type { Measured } from './harness.ts'
import type { LoadRequest } from './load.ts'
import { type BenchServer, runWorker, startServer } from './processes.ts'
import { record } from './recorder.ts'
import type { TransactionLoad } from './transactions.ts'

/** A bare server for the same requests, and the requests as it takes them. */
export async function startBareServer(
  dataset: Dataset,
  requests: readonly LoadRequest[],
): Promise<{ server: BenchServer; requests: LoadRequest[]; statements: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const file = join(folder, 'statements')
  const recorded = await record(dataset.url, requests)
  await writeFile(file, serialize(recorded))
  try {
    const server = await startServer({
      file: './bare-server.ts',
      environment: { DATABASE_URL: dataset.url, BENCH_STATEMENTS: file },
      readyPath: '/plain',
    })
    return {
      server,
      requests: requests.map((_, index) => ({ path: `/recorded/${index}` })),
      statements: recorded.reduce((sum, { length }) => sum + length, 0) / recorded.length,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The transactions the service was recorded to run for these requests, again and again by `pg` alone. */
export async function measureTransactions(
  dataset: Dataset,
  plan: Omit<TransactionLoad, 'databaseUrl'>,
): Promise<Measured> {
  return runWorker<Measured>('./transactions.ts', { ...plan, databaseUrl: dataset.url })
}
