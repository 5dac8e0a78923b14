import type { LoadPlan, LoadResult } from './load.ts'
import { type BenchServer, databaseCpuSeconds, runWorker } from './processes.ts'
import { type Latencies, median } from './statistics.ts'

/** Measuring: one load with everything it costs, and comparisons in turns. */

export interface Measured extends Latencies {
  /** Requests, or another unit of the row, per second. */
  rate: number
  count: number
  /** CPU microseconds per request: of the server, and of the database. */
  cpuMicros?: number
  databaseCpuMicros?: number
  /** Statements per request, from pg_stat_statements. */
  statements?: number
  /** Resident memory of the server after the load, in MB. */
  memoryMb?: number
  errors: number
}

/** Statistics of the database about a load. */
export interface DatabaseMeter {
  postmaster: number
  /** Statements run in this database so far. */
  statements(): Promise<number>
}

/** Puts load on a server from a process of its own. */
export function load(plan: LoadPlan): Promise<LoadResult> {
  return runWorker('./load.ts', plan)
}

export type LoadOf = Omit<LoadPlan, 'url'>

/** Load on a server, with what it costs there and in the database. */
export function measureServer(server: BenchServer, plan: LoadOf, meter?: DatabaseMeter): Promise<Measured> {
  return measureWork(server, () => load({ ...plan, url: server.url }), meter)
}

/** Cost of any work on a server, per result. */
export async function measureWork(
  server: BenchServer,
  work: () => Promise<Omit<LoadResult, 'statuses' | 'expected'>>,
  meter?: DatabaseMeter,
): Promise<Measured> {
  const read = async () => ({
    cpu: await server.cpuSeconds(),
    database: meter === undefined ? 0 : await databaseCpuSeconds(meter.postmaster),
    statements: (await meter?.statements()) ?? 0,
  })
  const before = await read()
  const { rate, count, p50, p95, p99, errors } = await work()
  const after = await read()
  const perRequest = (total: number) => total / Math.max(1, count)
  return {
    rate,
    count,
    p50,
    p95,
    p99,
    errors,
    cpuMicros: perRequest((after.cpu - before.cpu) * 1e6),
    memoryMb: await server.memoryMb(),
    ...(meter && {
      databaseCpuMicros: perRequest((after.database - before.database) * 1e6),
      statements: perRequest(after.statements - before.statements),
    }),
  }
}

/**
 * Number of requests that take about so many seconds. A turn finishes all of its requests, so that no work spills into
 * the next turn. Also warms the server up.
 */
export async function fill(
  seconds: number,
  parallel: number,
  run: (amount: number) => Promise<{ rate: number; count: number }>,
): Promise<number> {
  const whole = (amount: number) => parallel * Math.max(1, Math.round(amount / parallel))
  const cold = await run(parallel)
  const { rate } = await run(whole(cold.rate * 2))
  return whole(rate * seconds)
}

export interface Turns {
  rounds: number
  yardstick(): Promise<Measured>
  ours(): Promise<Measured>
  /** The compared figure. Default: requests per second. */
  value?(measured: Measured): number
  /** Called after each round. */
  each?(round: { yardstick: Measured; ours: Measured }): void
}

export interface Comparison {
  /** Ratio of ours to the yardstick, per round. */
  ratios: number[]
  ratio: number
  /** Of the round in the middle. */
  yardstick: Measured
  ours: Measured
  rounds: { yardstick: Measured; ours: Measured }[]
}

/**
 * Runs yardstick and ours alternately, so that both get the same machine; the order alternates per round, so that
 * neither always finds the caches warm. The median round is reported.
 */
export async function inTurns({
  rounds,
  yardstick,
  ours,
  each,
  value = ({ rate }) => rate,
}: Turns): Promise<Comparison> {
  const pairs: { yardstick: Measured; ours: Measured; ratio: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await yardstick() : await ours()
    const second = round % 2 === 0 ? await ours() : await yardstick()
    const [theirs, mine] = round % 2 === 0 ? [first, second] : [second, first]
    each?.({ yardstick: theirs, ours: mine })
    pairs.push({ yardstick: theirs, ours: mine, ratio: value(mine) / value(theirs) })
  }
  pairs.sort((a, b) => a.ratio - b.ratio)
  const middle = pairs[Math.floor(pairs.length / 2)]
  if (middle === undefined) throw new Error('a comparison needs at least one round')
  const ratios = pairs.map((pair) => pair.ratio)
  return { ...middle, ratios, ratio: median(ratios), rounds: pairs }
}
