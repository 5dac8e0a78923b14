import type { Dataset } from './context.ts'
import type { Measured } from './harness.ts'
import { type BenchServer, runWorker, startServer } from './processes.ts'
import type { TransactionLoad } from './transactions.ts'

/** The handlers a good engineer writes in an afternoon, over the plain tables of a dataset. */
export function startPlainServer(databaseUrl: string): Promise<BenchServer> {
  return startServer({
    file: './plain/server.ts',
    environment: { NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    readyPath: '/ready',
  })
}

/** The transactions the service was recorded to run for these requests, again and again by `pg` alone. */
export async function measureTransactions(
  dataset: Dataset,
  plan: Omit<TransactionLoad, 'databaseUrl'>,
): Promise<Measured> {
  return runWorker<Measured>('./transactions.ts', { ...plan, databaseUrl: dataset.url })
}
