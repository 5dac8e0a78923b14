import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext, Dataset } from '../context.ts'
import { type DatasetName, datasets } from '../dataset/specs.ts'
import { seeded, shuffled } from '../draws.ts'
import { type Comparison, type DatabaseMeter, inTurns, measureServer, measureWork } from '../harness.ts'
import { describeWrites, ordersPerSecond, priceChangesPerSecond, runDuringWrites, writesOf } from '../live/shop.ts'
import type { WriteKind, Written } from '../live/writer.ts'
import type { LoadRequest } from '../load.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { startService } from '../service.ts'
import { startPlainServer } from '../yardsticks.ts'
import {
  checkSame,
  deepPages,
  type FirstTime,
  pageSize,
  pagesByZipf,
  pagesOnce,
  requestsOf,
  searchesByZipf,
  searchesOnce,
} from './pages.ts'

/**
 * Lists and searches against plain handlers: `live` beside orders and price changes, `anew` with requests that this
 * process has never been asked. Each on the datasets that its name takes behind an @.
 */
const connections = 16
const warmUpSeconds = 3
/** Warm-up: in the first seconds of a process V8 still compiles, which costs more than the measured work. */
const busySeconds = 10

type Kind = 'list' | 'search'
const reach: Record<Kind, number> = { list: 0.75, search: 0.5 }
const subject = { list: 'GET /catalog/products, 20 of', search: 'GET /marketplace/search, two common words,' }
const yardstick = { list: 'plain list by created_at', search: 'plain tsvector @@ with GIN, unranked, 20 rows' }

function titleOf(kind: Kind, name: DatasetName): string {
  const { products, merchants } = datasets[name]
  return `${subject[kind]} ${products.toLocaleString('en')} products of ${merchants.toLocaleString('en')} merchants`
}

const pace = `beside ${ordersPerSecond} orders and ${priceChangesPerSecond} price changes a second`

const asksFor = {
  list: (service: BenchServer, dataset: Dataset) => pagesByZipf(service, dataset),
  search: (_service: BenchServer, dataset: Dataset) => searchesByZipf(dataset),
}

type Sides<T> = Record<'ours' | 'plain', T>

/** In a shop where orders come in and prices change, popular pages more often than others. */
const live =
  (kind: Kind) =>
  async (context: BenchContext, name: DatasetName): Promise<Outcome[]> => {
    const dataset = await context.copy(name)
    const servers = { ours: await startService(dataset.url), plain: await startPlainServer(dataset.url) }
    try {
      const asked = await asksFor[kind](servers.ours, dataset)
      if (kind === 'list') await checkSame(servers.ours, servers.plain, asked, dataset)
      const { comparison, notes } = await compareLive(context, dataset, servers, requestsOf(asked, dataset))
      return [
        compared(comparison, {
          work: `${kind} live: ${titleOf(kind, name)}, Zipf over all, ${connections} connections, ${pace}`,
          yardstick: `${yardstick[kind]}, the same writes`,
          reach: reach[kind],
          better: 'more',
          notes,
        }),
        memory(comparison),
      ]
    } finally {
      await servers.ours.stop()
      await servers.plain.stop()
      await dataset.drop()
    }
  }

async function compareLive(
  context: BenchContext,
  dataset: Dataset,
  servers: Sides<BenchServer>,
  requests: Sides<LoadRequest[]>,
) {
  const writes = await writesOf(dataset)
  const written: Sides<Written[][]> = { ours: [], plain: [] }
  const measure = async (side: 'ours' | 'plain', seconds: number) => {
    await settle()
    const plan = { connections, requests: requests[side], seconds, expect: 200 }
    return runDuringWrites(servers[side].url, writes[side], () => measureServer(servers[side], plan, dataset.meter))
  }
  const turn = (side: 'ours' | 'plain') => async () => {
    const turned = await measure(side, context.seconds)
    written[side].push(turned.written)
    return turned.result
  }
  const alone: Sides<string> = { ours: '', plain: '' }
  for (const side of ['ours', 'plain'] as const) {
    await measure(side, warmUpSeconds)
    alone[side] = await costOfWrites(servers[side], writes[side], dataset.meter)
  }
  const comparison = await inTurns({ rounds: context.rounds, ours: turn('ours'), yardstick: turn('plain') })
  const notes = [
    ...errorNotes(...comparison.rounds.flatMap(({ ours, yardstick: theirs }) => [ours, theirs])),
    `beside ours ${describeWrites(written.ours)}`,
    `beside the yardstick ${describeWrites(written.plain)}`,
    `CPU of the writes alone, process + database: ours ${alone.ours}, yardstick ${alone.plain}`,
  ]
  return { comparison, notes }
}

function memory({ ours, yardstick: theirs }: Comparison): Outcome {
  return {
    work: 'resident memory after that load',
    yardstick: `plain handler: ${theirs.memoryMb?.toFixed(0)} MB`,
    value: ours.memoryMb ?? 0,
    unit: 'MB',
    reach: 200,
    better: 'less',
  }
}

/**
 * Requests that are new to the process: every turn starts a new one, warms it up with other requests, and sends each
 * request once. So products may be cached, but no page.
 */
const anew =
  (kind: Kind, name: string, what: string, prepare: (service: BenchServer, dataset: Dataset) => Promise<FirstTime>) =>
  async (context: BenchContext, of: DatasetName): Promise<Outcome[]> => {
    const dataset = await context.dataset(of)
    const { asked, warmUp } = await prepareWith(dataset, prepare, kind === 'list')
    const requests = requestsOf(asked, dataset)
    const warming = requestsOf(warmUp, dataset)
    const turn = (side: 'ours' | 'plain', start: (url: string) => Promise<BenchServer>) => async () => {
      const server = await start(dataset.url)
      try {
        const plan = { connections, expect: 200 }
        await measureServer(server, { ...plan, requests: warming[side], seconds: busySeconds })
        await settle()
        return await measureServer(server, { ...plan, requests: requests[side], seconds: 0, once: true }, dataset.meter)
      } finally {
        await server.stop()
      }
    }
    const comparison = await inTurns({
      // More rounds than others have: a turn is short.
      rounds: context.rounds * 2 - 1,
      ours: turn('ours', startService),
      yardstick: turn('plain', startPlainServer),
    })
    return [
      compared(comparison, {
        work: `${name}: ${titleOf(kind, of)}, ${what}, each asked once, ${connections} connections`,
        yardstick: yardstick[kind],
        reach: reach[kind],
        better: 'more',
        notes: [
          ...errorNotes(...comparison.rounds.flatMap(({ ours, yardstick: theirs }) => [ours, theirs])),
          `${requests.ours.length} requests a turn, new processes each turn`,
        ],
      }),
    ]
  }

/** Pages behind cursors of any depth against first pages, both of one process. */
async function deepAndFirst(context: BenchContext, of: DatasetName): Promise<Outcome[]> {
  const dataset = await context.dataset(of)
  const service = await startService(dataset.url)
  try {
    const firstPages = dataset.shoppers.map(() => ({ ours: `/catalog/products?limit=${pageSize}`, plain: '' }))
    const deep = requestsOf(shuffled(await deepPages(service, dataset, askedOnce), seeded(7)), dataset).ours
    const turn = (requests: LoadRequest[]) => async () => {
      await settle()
      return measureServer(service, { connections, requests, seconds: context.seconds, expect: 200 }, dataset.meter)
    }
    const [ours, first] = [turn(deep), turn(requestsOf(firstPages, dataset).ours)]
    await ours()
    const comparison = await inTurns({ rounds: context.rounds, ours, yardstick: first })
    return [
      compared(comparison, {
        work: `list deep: ${titleOf('list', of)}, cursors of any depth, ${connections} connections`,
        yardstick: 'its own first page',
        reach: reach.list,
        better: 'more',
        notes: errorNotes(...comparison.rounds.flatMap(({ ours, yardstick }) => [ours, yardstick])),
      }),
    ]
  } finally {
    await service.stop()
  }
}

async function prepareWith(
  dataset: Dataset,
  prepare: (service: BenchServer, dataset: Dataset) => Promise<FirstTime>,
  sameAnswers: boolean,
): Promise<FirstTime> {
  const [service, plain] = [await startService(dataset.url), await startPlainServer(dataset.url)]
  try {
    const prepared = await prepare(service, dataset)
    if (sameAnswers) await checkSame(service, plain, prepared.asked, dataset)
    return prepared
  } finally {
    await service.stop()
    await plain.stop()
  }
}

/** The CPU per request contains that of the writes: how much, the writes alone tell. */
async function costOfWrites(server: BenchServer, writes: WriteKind[], meter: DatabaseMeter): Promise<string> {
  await settle()
  const idle = async () => {
    await sleep(warmUpSeconds * 1_000)
    return { rate: 0, count: warmUpSeconds, p50: 0, p95: 0, p99: 0, errors: 0 }
  }
  const { result } = await runDuringWrites(server.url, writes, () => measureWork(server, idle, meter))
  const { cpuMicros = 0, databaseCpuMicros = 0 } = result
  return `${(cpuMicros / 1_000).toFixed(0)} + ${(databaseCpuMicros / 1_000).toFixed(0)} ms a second`
}

/** Finishes sweeps and autovacuum of a turn before the next one. */
const settle = () => sleep(1_000)

/** Pages with one product less, so that warm-up pages differ from measured ones. */
const otherPages = (service: BenchServer, dataset: Dataset) => pagesByZipf(service, dataset, pageSize - 1)

const works = {
  'list-live': live('list'),
  'list-anew': anew('list', 'list anew', 'pages by offset', async (service, dataset) => ({
    asked: await pagesOnce(dataset, askedOnce),
    warmUp: await otherPages(service, dataset),
  })),
  'list-deep': anew('list', 'list deep', 'cursors of any depth', async (service, dataset) => ({
    asked: shuffled(await deepPages(service, dataset, askedOnce), seeded(7)),
    warmUp: await otherPages(service, dataset),
  })),
  'list-deep-and-first': deepAndFirst,
  'search-live': live('search'),
  'search-anew': anew('search', 'search anew', 'any pair in either order', (_service, dataset) =>
    searchesOnce(dataset),
  ),
}

/** A turn of a second or two; more would reach deeper than people do. */
const askedOnce = 2_400

type Work = keyof typeof works

/** The row of a work on a dataset. */
function rowOf(work: Work, name: DatasetName): Row {
  return { name: name === usual ? work : `${work}@${name}`, run: (context) => works[work](context, name) }
}

const usual: DatasetName = 's10k'
const names = Object.keys(works) as Work[]

/** 10,000 products of 10 merchants; with an @, a million of 10 (s1m), or 200,000 of 10 (m10) or of 10,000 (m10k). */
export const reads: Row[] = names.map((work) => rowOf(work, usual))
export const furtherReads: Row[] = names.flatMap((work) =>
  (['s1m', 'm10', 'm10k'] as const).map((name) => rowOf(work, name)),
)
