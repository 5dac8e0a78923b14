import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { copyDatabase } from '#test/support/copy-database.ts'
import { until } from '#test/support/until.ts'
import type { Random } from './random.ts'

/** What the checks need of a database. */
export type CheckedDatabase = Pick<ChaosDatabase, 'query' | 'losses'>

/** A PostgreSQL of its own, with the settings of production, that can be killed and moved to a new cluster. */
export interface ChaosDatabase {
  /** Another one after a restore. */
  url(): string
  /** Kills the postmaster (SIGKILL); its sessions end by themselves. What runs the server starts it again. */
  kill(): Promise<void>
  /** Kills one session (SIGKILL): PostgreSQL then ends all others, and recovers. */
  killSession(random: Random): Promise<void>
  /** Copies everything to a fresh cluster, whose transaction counter is lower, and goes on there. Nobody may write. */
  restore(): Promise<{ transactionsBefore: number; transactionsAfter: number }>
  /** When the server crashed, by `performance.now()`. */
  losses: number[]
  /** What the server's log tells of processes of its own that ended by other signals than ours. */
  crashes(): Promise<string[]>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

interface Cluster {
  server: EmbeddedPostgres
  dataDir: string
}

const counterOf = 'select pg_current_xact_id()::text::bigint as counter'
/** So many transactions are behind the first cluster: a fresh one has less than a thousand. */
const transactionsAhead = 20_000
const restartTimeoutMs = 60_000

export async function startChaosDatabase(): Promise<ChaosDatabase> {
  const losses: number[] = []
  const crashesBefore: string[] = []
  let cluster = await startCluster()
  await migrate(cluster.server.url)
  const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    queryOn<Row>(cluster.server.url, text, values)
  await query(
    `do $$ begin for i in 1..${transactionsAhead} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )

  const pidFile = () => join(cluster.dataDir, 'postgres/postmaster.pid')
  const firstLine = async () => (await readFile(pidFile(), 'utf8').catch(() => '')).split('\n')[0]
  const untilServing = () =>
    until(() => query('select 1').catch(() => undefined), 'the database to be back', restartTimeoutMs)

  const sessions = () =>
    query<{ pid: number }>(`
      select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  const others = async () => {
    const found = await sessions()
    return found.length > 0 && found
  }

  return {
    url: () => cluster.server.url,
    losses,
    crashes: async () => [...crashesBefore, ...(await crashesOf(cluster))],
    query,
    async kill() {
      const pid = await firstLine()
      losses.push(performance.now())
      process.kill(Number(pid), 'SIGKILL')
      await until(async () => (await firstLine()) !== pid, 'another postmaster', restartTimeoutMs)
      await untilServing()
    },
    async killSession(random) {
      const { pid } = random.pick(await until(others, 'a session to kill'))
      losses.push(performance.now())
      process.kill(pid, 'SIGKILL')
      await untilServing()
    },
    async restore() {
      const fresh = await startCluster()
      await migrate(fresh.server.url)
      await until(async () => (await sessions()).length === 0, 'the sessions of killed processes to end')
      const [before] = await query<{ counter: string }>(counterOf)
      await copyDatabase(cluster.server.url, fresh.server.url)
      const [after] = await queryOn<{ counter: string }>(fresh.server.url, counterOf)
      crashesBefore.push(...(await crashesOf(cluster)))
      await stopCluster(cluster)
      cluster = fresh
      return { transactionsBefore: Number(before?.counter), transactionsAfter: Number(after?.counter) }
    },
    stop: () => stopCluster(cluster),
  }
}

async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-chaos-'))
  return { dataDir, server: await startEmbeddedPostgres({ dataDir }) }
}

/** With the statement that the process ran. */
async function crashesOf({ dataDir }: Cluster): Promise<string[]> {
  const lines = (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('\n')
  return lines.flatMap((line, at) => {
    const signal = /terminated by signal (\d+)/.exec(line)?.[1]
    return signal === undefined || signal === '9' ? [] : [`${line} ${lines.slice(at + 1, at + 30).join(' ')}`]
  })
}

async function stopCluster({ server, dataDir }: Cluster): Promise<void> {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function queryOn<Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The session may be killed while it is idle.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
