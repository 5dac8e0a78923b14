import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Follower, followLog } from '#test/chaos/follower.ts'
import { createJournal, describeFaults, type Journal } from '#test/chaos/journal.ts'
import { startService } from '#test/chaos/processes.ts'
import { seeded } from '#test/chaos/random.ts'
import { type Receivers, startReceivers } from '#test/chaos/receivers.ts'
import { createRecords, type Records } from '#test/chaos/records.ts'
import { createRequests, type Requests } from '#test/chaos/requests.ts'
import { openShop, ownerAccount, type Shop } from '#test/chaos/shop.ts'
import { within } from './bounded.ts'
import { acceptedAgain, checkAll, type Found, untilQuiet } from './checks.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { watchConnections } from './connections.ts'
import { type Fault, faults, type Scene, takesPlace } from './faults.ts'
import { longestGap, startLoad } from './load.ts'
import type { Tools } from './prerequisites.ts'
import { checkOut, releaseIn, repository } from './releases.ts'

export interface RunOptions {
  tools: Tools
  /** Of logs and data. */
  folder: string
  faults: readonly string[]
  rate: number
  /** The load runs at least so long around each fault. */
  seconds: number
  direct: boolean
  /** The commit that `upgrade` begins with. */
  from: string | undefined
}

/** What came of a fault. */
export interface Row {
  fault: string
  /** Undefined: the checks did not come to their end. */
  found: Found | undefined
  /** Orders acknowledged during this fault. */
  orders: number
  /** Times that a receiver was sent what it had accepted before. */
  repeated: number
  gapSeconds: number
  /** What clients were told or met, and how often. */
  errors: Map<string, number>
  connections: Map<string, number>
  /** Broken promises, described. */
  broken: string
}

const retryDelays = [1, 2, 4, 8, 8, 8]
/** As in production, as far as clients and receivers without TLS let it be. */
const environment = {
  ...ownerAccount,
  DEMO_DATA: 'false',
  MAIL: 'off',
  TEST_PAYMENTS: 'true',
  WEBHOOK_TIMEOUT_SECONDS: '5',
  WEBHOOK_RETRY_DELAYS: retryDelays.join(','),
  LOG_LEVEL: 'info',
}
const warmUpMs = 5_000
const onceWholeMs = 5_000
/** These only end what hangs: a fault has waits of its own. */
const limitsMs = { start: 600_000, shop: 300_000, fault: 1_200_000, checks: 600_000, end: 120_000 }

/** A cluster, the service on it, and one fault after the other while orders are placed. */
export async function rehearse(options: RunOptions, watch: (line: string) => void): Promise<Row[]> {
  const { tools, folder, direct, from } = options
  const journal = createJournal(watch)
  const random = seeded('cluster')
  const cluster = await within(limitsMs.start, 'the cluster to start', startCluster(tools, folder, direct))
  journal.note('the database is whole')
  const receivers = await startReceivers(random.fork('receivers'))
  const now = releaseIn(repository, cluster)
  const before = from === undefined ? undefined : releaseIn(checkedOut(from, folder), cluster)
  const names = options.faults.filter((name) => takesPlace(name, cluster.pgbouncer !== undefined, before !== undefined))
  let release = before !== undefined && names.includes('upgrade') ? before : now
  const service = await startService({
    webs: 2,
    workers: 2,
    environment,
    journal,
    databaseUrl: () => cluster.url,
    release: () => release,
  })
  const end = new AbortController()
  try {
    await service.startAll()
    const requestsUntil = (giveUp: AbortSignal) =>
      createRequests(service.origins, journal, random.fork('requests'), AbortSignal.any([end.signal, giveUp]))
    const requests = requestsUntil(end.signal)
    const size = { products: 40, shoppers: Math.max(20, options.rate), openingStock: 1_000_000 }
    const opening = openShop(requests, receivers, random.fork('shop'), size)
    const shop = await within(limitsMs.shop, 'the shop to open', opening)
    journal.note('the shop is open')
    const stage: Stage = {
      options,
      journal,
      cluster,
      receivers,
      requestsUntil,
      shop,
      records: createRecords(journal),
      losses: [],
      follower: followLog({ requests, shop }, random.fork('log')),
    }
    const scene = {
      ...cluster,
      service,
      releases: { now },
      note: journal.note,
      runFromNowOn: (next: typeof now) => {
        release = next
      },
    }
    const rows: Row[] = []
    for (const name of names) {
      const fault = faults[name]
      if (fault !== undefined) rows.push(await during(name, fault, stage, scene))
    }
    await within(limitsMs.end, 'the reader of the log to end', stage.follower.stop())
    return rows
  } finally {
    end.abort()
    const ending = [
      service.close().then((text) => createWriteStream(join(folder, 'service.log')).end(text)),
      receivers.close(),
      cluster.stop(),
    ]
    await within(limitsMs.end, 'everything to end', Promise.all(ending)).catch((error) => journal.note(error.message))
  }
}

function checkedOut(commit: string, folder: string): string {
  const release = join(folder, 'release')
  checkOut(commit, release)
  return release
}

interface Stage {
  options: RunOptions
  journal: Journal
  cluster: Cluster
  receivers: Receivers
  requestsUntil(giveUp: AbortSignal): Requests
  shop: Shop
  records: Records
  losses: number[]
  follower: Follower
}

type Setting = Omit<Scene, 'lost' | 'untilServing'>

/** One fault under load; then everything is compared. */
async function during(name: string, fault: Fault, stage: Stage, setting: Setting): Promise<Row> {
  const { options, journal, cluster, receivers, requestsUntil, shop, records, losses, follower } = stage
  /** What fails, or does not come to its end, is a broken promise; the run goes on. */
  const attempt = <T>(ms: number, promise: string, work: Promise<T>): Promise<T | undefined> =>
    within(ms, promise, work).catch((error: Error) => void journal.fault(promise, error.message))
  journal.note(`--- ${name}`)
  const repeatedBefore = acceptedAgain(receivers)
  const countsBefore = new Map(journal.counts)
  const connections = watchConnections(cluster.serverUrls)
  const random = seeded(name)
  const load = startLoad({ requests: requestsUntil, records, journal, shop, random, rate: options.rate, name })
  await sleep(warmUpMs)
  const since = performance.now()
  const scene: Scene = { ...setting, lost: () => losses.push(performance.now()), untilServing: load.nextOrder }
  await attempt(limitsMs.fault, 'the fault takes place', fault(scene))
  await attempt(limitsMs.fault, 'orders are acknowledged again', load.nextOrder())
  journal.note('orders are acknowledged')
  await attempt(limitsMs.fault, 'the cluster becomes whole', cluster.untilWhole())
  journal.note('the database is whole')
  await sleep(Math.max(onceWholeMs, since + options.seconds * 1_000 - performance.now()))
  const until = performance.now()
  const checked = { url: cluster.url, journal, records, receivers, follower, losses, retries: retryDelays.length }
  const quiet = Promise.all([load.stop(), untilQuiet(checked), connections.stop()])
  await attempt(limitsMs.checks, 'everything comes to its end', quiet)
  journal.note('checking')
  const found = await attempt(limitsMs.checks, 'everything can be checked', checkAll(checked))
  const row: Row = {
    fault: name,
    found,
    connections: connections.max,
    orders: load.acknowledged.length,
    repeated: acceptedAgain(receivers) - repeatedBefore,
    gapSeconds: longestGap(load.acknowledged, since, until),
    errors: errorsOf(countsBefore, journal.counts),
    broken: describeFaults(journal),
  }
  journal.faults.clear()
  journal.note(`${row.orders} orders, gap ${row.gapSeconds.toFixed(1)} s${row.broken && `\n${row.broken}`}`)
  return row
}

function errorsOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Map<string, number> {
  const changes = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
  return new Map(
    changes.flatMap(([name, count]) => {
      const error = /^answers (\d.*)$/.exec(name)?.[1] ?? /^requests without an answer \((.*)\)$/.exec(name)?.[1]
      return error === undefined || count === 0 ? [] : [[error, count]]
    }),
  )
}
