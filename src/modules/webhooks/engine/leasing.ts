import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deliverer, Lease } from './deliverer.ts'
import type { DueWatermark } from './due-watermark.ts'
import type { EngineConnections } from './engine-connections.ts'
import type { EngineOptions } from './engine-options.ts'
import type { InFlight } from './in-flight.ts'
import type { LeaseLoop, LeaseResult } from './lease-loop.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { NetworkWatch } from './network-watch.ts'
import { type Leased, leaseDeliveries, readContents, releaseToken } from './queries.ts'
import type { ReceiverRound } from './receiver-round.ts'
import type { Releases } from './releases.ts'

/** What leases deliveries and has them begun. */
export interface Leasing {
  readonly settings: Pick<EngineOptions, 'leaseMs' | 'cap' | 'maxInFlight'>
  readonly connections: Pick<EngineConnections, 'leasing' | 'contents'>
  readonly watermark: DueWatermark
  readonly round: ReceiverRound
  readonly inFlight: InFlight
  readonly network: NetworkWatch
  readonly metrics: DeliveryMetrics
  readonly releases: Releases
  readonly deliverer: Deliverer
  readonly loop: LeaseLoop
  readonly state: LeasingState
}

/** What changes while it runs. */
export interface LeasingState {
  /** Aborted at a stop: nothing is leased or begun any more. */
  readonly stopping: AbortController
  /** The last lease found no room: an attempt that ends wakes the loop. */
  starved: boolean
  /** Leased batches whose contents are being read, and how many deliveries they are. */
  readonly reads: Set<Promise<void>>
  beingRead: number
  /** Why the last of them could not be read, until the loop hears of it. */
  readFault: unknown
  /** Tokens of leases that may exist in the database without a worker that has begun them. */
  readonly unsettled: Set<string>
}

/** After it was full, wait until so many places are free. */
const minRoom = 32
/** Deliveries leased by one statement, so that it stays short. */
const maxBatch = 100
/** Batches whose contents are being read: while they cannot be read, no more is leased. */
const maxReads = 2
/** Deliveries sent at a time while our network is down, each to another receiver. */
const probes = 3
/** Longer than the polling interval of another worker. */
const giveWayMs = 1_500

export function newLeasingState(): LeasingState {
  return {
    stopping: new AbortController(),
    starved: false,
    reads: new Set(),
    beingRead: 0,
    readFault: undefined,
    unsettled: new Set(),
  }
}

/** Leases for the receivers that the loop was woken for, or for the next ones that have something due. */
export async function lease(leasing: Leasing, hinted: readonly string[] | null): Promise<LeaseResult | undefined> {
  const { network, round, state, watermark } = leasing
  while (state.reads.size >= maxReads) await Promise.race(state.reads)
  await settle(leasing)
  if (state.stopping.signal.aborted) return undefined
  const free = Math.floor(room(leasing))
  state.starved = free <= 0
  const held = network.held()
  if (state.starved || (held && !network.startProbe())) return undefined
  const limit = held ? probes : Math.min(free, maxBatch)
  const part = hinted === null || held ? await round.look() : undefined
  const receivers = part?.due ?? hinted ?? []
  const dueFrom = part ? part.dueFrom : watermark.lowerBound()
  const { leased, busy } = await leaseFor(leasing, receivers, { limit, dueFrom, held })
  const full = leased.length >= limit
  const lastBegun = leased.findLast(({ begun }) => !begun)
  // If retries took all places, the search for first attempts continues at the same receiver.
  if (part && full) round.continueAfter(lastBegun?.subscriptionId ?? part.before)
  return { leased: leased.length, busy, more: full || part?.last === false, nextDueMs: part?.nextRetryMs ?? null }
}

/**
 * A worker that does not know what it has leased stops leasing until it has released it: the answer of the statement
 * was lost, or the contents could not be read. Throws while the database is unreachable, so that the loop backs off.
 * After a release it lets other workers lease first. Otherwise a worker that loses every answer would lease the same
 * batch again at once.
 */
export async function settle({ connections, state }: Leasing): Promise<void> {
  const givesWay = state.unsettled.size > 0
  for (const token of state.unsettled) {
    await releaseToken(connections.leasing, token)
    state.unsettled.delete(token)
  }
  if (givesWay) await sleep(giveWayMs, undefined, { signal: state.stopping.signal }).catch(() => {})
  const fault = state.readFault
  state.readFault = undefined
  if (fault !== undefined) throw fault
}

/** How many deliveries may begin, excluding batches whose contents are being read. */
function room({ inFlight, network, state }: Leasing): number {
  return Math.min(inFlight.room(), network.limit() - inFlight.count()) - state.beingRead
}

/** An attempt has ended. */
export function wakeIfStarved(leasing: Leasing): void {
  const { loop, settings, state } = leasing
  if (state.starved && room(leasing) >= Math.min(settings.maxInFlight / 4, minRoom)) loop.wake()
}

async function leaseFor(
  leasing: Leasing,
  receivers: readonly string[],
  { limit, dueFrom, held }: { limit: number; dueFrom: Date | null; held: boolean },
): Promise<{ leased: readonly Leased[]; busy: readonly string[] }> {
  if (receivers.length === 0) return { leased: [], busy: [] }
  const { connections, metrics, settings, state } = leasing
  const { cap, leaseMs } = settings
  const token = randomUUID()
  const begun = performance.now()
  state.unsettled.add(token)
  const request = { receivers, limit, cap: held ? 1 : cap, leaseMs, dueFrom, token }
  const batch = await leaseDeliveries(connections.leasing, request)
  state.unsettled.delete(token)
  const now = performance.now()
  metrics.leased(batch.leased.length, (now - begun) / 1000)
  if (batch.nowMs !== undefined) {
    // Counted from before the statement was sent, so here the lease ends earlier than in the database, never later.
    const terms = { token, endsAt: begun + leaseMs, clockOffsetMs: batch.nowMs - now }
    const read = readAndBegin(leasing, batch.leased, terms).finally(() => state.reads.delete(read))
    state.reads.add(read)
  }
  return batch
}

/** Runs during the next lease statement; one after the other they would leave the worker idle. Never rejects. */
async function readAndBegin(leasing: Leasing, leased: readonly Leased[], terms: Lease): Promise<void> {
  const { connections, deliverer, loop, releases, state } = leasing
  const { signal } = state.stopping
  state.beingRead += leased.length
  try {
    const deliveries = signal.aborted ? [] : await readContents(connections.contents, leased)
    if (signal.aborted) await releases.add(terms.token, leased)
    else for (const delivery of deliveries) deliverer.begin(delivery, terms)
  } catch (error) {
    state.readFault = error
    state.unsettled.add(terms.token)
    loop.wake()
  } finally {
    state.beingRead -= leased.length
  }
}
