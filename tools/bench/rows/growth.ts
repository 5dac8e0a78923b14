import type { BenchContext, Dataset } from '../context.ts'
import type { DatasetName } from '../dataset/specs.ts'
import { datasets } from '../dataset/specs.ts'
import { type Measured, measureServer } from '../harness.ts'
import type { LoadRequest } from '../load.ts'
import { errorNotes, type Outcome, type Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { startService } from '../service.ts'
import { median } from '../statistics.ts'
import { orderedProducts, restock } from './orders.ts'
import { dashboardRequests, filtersOf, listRequests, orderRequests, searchRequests } from './requests.ts'

/**
 * Latency over the size of the data, each kind of request at each size alternately: the picture, and the limits of
 * growth.
 */
const kinds: Kind[] = [
  {
    name: 'list',
    work: 'GET /catalog/products, offsets under 10,000 and cursors of any depth, every filter and sort',
    requests: async (service, dataset) =>
      listRequests(service, dataset, { deepest: 10_000, filters: ['', ...(await filtersOf(dataset))] }),
    limit: { milliseconds: 50, of: 'total with any filter: page at 1,000,000 products, p95' },
    growth: 2,
  },
  {
    name: 'search',
    work: 'GET /marketplace/search, two common words',
    requests: async (_service, dataset) => searchRequests(dataset),
    limit: { milliseconds: 60, of: 'GET /marketplace/search, two common words, 1,000,000 products, p95' },
  },
  {
    name: 'order',
    work: 'POST /user/orders, 3 lines',
    async requests(_service, dataset) {
      const products = await orderedProducts(dataset, 2_000)
      await restock(dataset, products)
      return orderRequests(dataset, products)
    },
    expect: 201,
  },
  {
    name: 'dashboard',
    work: 'GET /admin/dashboard, ranges of a week to a year',
    requests: async (_service, dataset) => dashboardRequests(dataset),
    limit: { milliseconds: 30, of: 'GET /admin/dashboard, a shop with 1,000,000 orders, p95' },
  },
]

interface Kind {
  name: string
  work: string
  requests(service: BenchServer, dataset: Dataset): Promise<LoadRequest[]>
  expect?: number
  /** What p95 at the largest size may be. */
  limit?: { milliseconds: number; of: string }
  /** What p95 at the largest size may be, in times of the smallest. */
  growth?: number
}

const sizes: DatasetName[] = ['s10k', 's100k', 's1m']
const connections = 4

export const growth: Row = {
  name: 'growth',
  run: (context) => measureKinds(context, kinds),
}

/** The same for one kind of request. */
export const [search, dashboard]: [Row, Row] = [only('search'), only('dashboard')]

function only(name: string): Row {
  return {
    name,
    run: (context) =>
      measureKinds(
        context,
        kinds.filter((kind) => kind.name === name),
      ),
  }
}

async function measureKinds(context: BenchContext, chosen: readonly Kind[]): Promise<Outcome[]> {
  const places: { dataset: Dataset; service: BenchServer }[] = []
  try {
    for (const name of sizes) {
      const dataset = await context.dataset(name)
      places.push({ dataset, service: await startService(dataset.url) })
    }
    const outcomes: Outcome[] = []
    for (const kind of chosen) outcomes.push(...(await measureKind(context, kind, places)))
    return outcomes
  } finally {
    for (const { service } of places) await service.stop()
  }
}

async function measureKind(
  context: BenchContext,
  kind: Kind,
  places: readonly { dataset: Dataset; service: BenchServer }[],
): Promise<Outcome[]> {
  const loads = []
  for (const place of places) loads.push({ ...place, requests: await kind.requests(place.service, place.dataset) })
  const rounds: Measured[][] = []
  for (let round = 0; round <= context.rounds; round++) {
    const measured: Measured[] = []
    for (const { service, dataset, requests } of loads) {
      const plan = { connections, seconds: round === 0 ? 2 : context.seconds, requests, expect: kind.expect ?? 200 }
      measured.push(await measureServer(service, plan, dataset.meter))
    }
    if (round > 0) rounds.push(measured) // the first warms up
  }
  return describe(kind, rounds)
}

function describe({ work, growth: allowed, limit }: Kind, rounds: Measured[][]): Outcome[] {
  const points = sizes.map((name, place) => {
    const at = rounds.flatMap((round) => round[place] ?? [])
    return {
      size: datasets[name].products,
      p50: median(at.map(({ p50 }) => p50)),
      p95: median(at.map(({ p95 }) => p95)),
      last: at.at(-1),
    }
  })
  const [smallest, largest] = [points[0], points.at(-1)]
  if (!smallest?.last || !largest?.last) throw new Error('nothing was measured')
  const ratios = rounds.map((round) => (round.at(-1)?.p95 ?? 0) / (round[0]?.p95 ?? 1))
  const notes = errorNotes(...rounds.flat())
  const outcomes: Outcome[] = [
    {
      work: `${work}: p95 at 1,000,000`,
      yardstick: 'itself at 10,000',
      value: largest.p95 / smallest.p95,
      unit: 'times',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      reach: allowed ?? Number.POSITIVE_INFINITY,
      better: 'less',
      ours: largest.last,
      theirs: smallest.last,
      notes,
      sizes: points.map(({ size, p50, p95 }) => ({ size, p50, p95 })),
    },
  ]
  if (limit !== undefined) {
    const p95s = rounds.map((round) => round.at(-1)?.p95 ?? 0)
    outcomes.push({
      work: limit.of,
      yardstick: '',
      value: largest.p95,
      unit: 'ms',
      spread: [Math.min(...p95s), Math.max(...p95s)],
      reach: limit.milliseconds,
      better: 'less',
      ours: largest.last,
      notes,
    })
  }
  return outcomes
}
