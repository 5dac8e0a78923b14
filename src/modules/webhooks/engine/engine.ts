import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '#src/platform/db/follow/listener.ts'
import { createDatabase, createPool, type Database } from '#src/platform/db/pool/pool.ts'
import { deliveriesChannel, onDeliveriesCommitted, receiversIn } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { createSender, type Sender } from '../sending/sender.ts'
import { switchOffGone } from '../subscriptions/switch-off.ts'
import { createAttempt } from './attempt.ts'
import { createDeliverer, type Lease } from './deliverer.ts'
import { createDueWatermark } from './due-watermark.ts'
import { defaultOptions, type EngineOptions } from './engine-options.ts'
import { startExpiredLeaseLoop } from './expired-leases.ts'
import { createInFlight } from './in-flight.ts'
import { type LeaseResult, startLeaseLoop } from './lease-loop.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createNetworkWatch } from './network-watch.ts'
import { createOutcomeWriter, type Outcome } from './outcome-writer.ts'
import {
  type Leased,
  type LeasedDelivery,
  leaseDeliveries,
  markSlow,
  readContents,
  releaseLeases,
  releaseToken,
} from './queries.ts'
import { createReceiverRound } from './receiver-round.ts'

export interface DeliveryEngine {
  /** Leases no more, waits for running attempts, records those that do not end in time as lost, writes all outcomes. */
  stop(): Promise<void>
}

export interface EngineDependencies
  extends Pick<Dependencies, 'databaseUrl' | 'directUrl' | 'pooling' | 'config' | 'logger' | 'seal' | 'metrics'> {
  /** The shops whose deliveries it makes. */
  db: Database
}

/** After there was no room, wait for this much. */
const minRoom = 32
/** Deliveries leased, and receivers looked at, by one statement, so that it stays short. */
const maxBatch = 100
const partSize = 64
/** Batches whose contents are being read: while they cannot be read, no more is leased. */
const maxReads = 2
/** Bodies of the attempts in flight. */
const maxBytes = 128 * 1024 * 1024
/** Deliveries sent at a time while our network is down, each to another receiver. */
const probes = 3
/** More than the time between two looks of another worker. */
const giveWayMs = 1_500
/** A retry that is later than this is found when it is due, so that hours of waiting deliveries have no timers. */
const longestTimerMs = 600_000
/** An attempt ends at its deadline; so much later at most its outcome is known. */
const graceAfterDeadlineMs = 500

/**
 * A connection for each kind of statement, so that each plans only its own. They are not of the pool, so that
 * deliveries do not wait behind requests. A connection is dropped after 10 s without an answer, for example when a
 * firewall has forgotten it.
 */
function openConnections({ databaseUrl: url, pooling }: EngineDependencies, answerTimeoutMs: number) {
  const open = () =>
    createDatabase(createPool({ url, pooling, size: 1, answerTimeoutMs, applicationName: 'commerce-deliveries' }))
  const connections = { leasing: open(), contents: open(), outcomes: open(), leases: open() }
  return { ...connections, close: () => Promise.all(Object.values(connections).map((db) => db.destroy())) }
}

/** Delivers from the queue until stopped. Any number of processes may run one. */
export function startDeliveryEngine(deps: EngineDependencies, options: Partial<EngineOptions> = {}): DeliveryEngine {
  const { config, logger } = deps
  const deadlineMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const settings = { ...defaultOptions(deadlineMs), ...options }
  const { leaseMs, cap, maxInFlight, slowAfterMs } = settings
  const connections = openConnections(deps, settings.answerTimeoutMs)
  const sender = options.sender ?? createSenderFor(config, deadlineMs)
  const watermark = createDueWatermark()
  const round = createReceiverRound(connections.leasing, watermark, partSize)
  let starved = false
  let stopped = false
  const stopping = new AbortController()
  let readFault: unknown
  /** Tokens of leases that may stand in the database although nobody has begun them. */
  const unsettled = new Set<string>()
  const retryTimers = new Set<NodeJS.Timeout>()

  const network = createNetworkWatch({
    reach: sender.reach,
    onHeld: (hosts) =>
      logger.error({ hosts }, 'none of several receivers can be reached: our network is down, deliveries are held'),
    onEnded(seconds) {
      logger.warn({ seconds }, 'our network works again: deliveries go on')
      loop.wake()
    },
  })
  const inFlight = createInFlight({
    limit: maxInFlight,
    maxBytes,
    slowAfterMs,
    answers: cap,
    async onSlow(attempts) {
      await markSlow(connections.leases, attempts)
      loop.wake([...new Set(attempts.map(({ subscriptionId }) => subscriptionId))])
    },
    onEnded() {
      if (starved && room() >= Math.min(maxInFlight / 4, minRoom)) loop.wake()
    },
  })
  const metrics = createDeliveryMetrics(deps.metrics, { inFlight: inFlight.count, held: network.held })
  /** Without those whose contents are being read. */
  const room = () => Math.min(inFlight.room(), network.limit() - inFlight.count()) - beingRead

  /** At its due time: a scan a second later would find it too. */
  const wakeAtRetry = ({ subscriptionId, retryInMs }: Outcome) => {
    if (retryInMs === null || retryInMs > longestTimerMs || stopped) return
    const timer = setTimeout(() => {
      retryTimers.delete(timer)
      loop.wake([subscriptionId])
      // A timer may fire up to a millisecond early.
    }, retryInMs + 1)
    retryTimers.add(timer)
  }
  const outcomes = createOutcomeWriter({
    db: connections.outcomes,
    logger,
    onWritten(written, refused) {
      for (const outcome of written) {
        metrics.ended(outcome.kind)
        wakeAtRetry(outcome)
      }
      if (refused.length > 0) metrics.leasesLost(refused.length)
      // Their receivers are below their caps again.
      loop.wake([...new Set(written.map(({ subscriptionId }) => subscriptionId))])
    },
  })
  /** What a stop waits for: batches being read, and releases. */
  const pending = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => pending.delete(tracked))
    pending.add(tracked)
    return tracked
  }
  const switchOff = (delivery: LeasedDelivery) =>
    switchOffGone(deps.db, delivery).catch((error) => {
      logger.warn({ err: error, subscription: delivery.subscriptionId }, 'a receiver that is gone was not switched off')
      return false
    })
  const release = (token: string, deliveries: readonly Leased[]) => {
    const ids = deliveries.map(({ deliveryId }) => deliveryId)
    // If this fails, the leases expire.
    const released = releaseLeases(connections.leases, token, ids).catch((error) =>
      logger.warn({ err: error }, 'leases could not be released'),
    )
    return track(released)
  }
  const deliverer = createDeliverer({
    attempt: createAttempt({ seal: deps.seal, sender }),
    inFlight,
    network,
    outcomes,
    metrics,
    deadlineMs,
    retryDelaysMs: config.WEBHOOK_RETRY_DELAYS.map((seconds) => seconds * 1000),
    switchOff,
    release,
  })

  const reading = new Set<Promise<void>>()
  let beingRead = 0

  /**
   * Whoever cannot say what it has leased leases no more: the answer to the statement was lost, or the contents could
   * not be read. Throws as long as the database cannot be asked, so that the loop waits longer each time. What was
   * released is left to others first, or a worker that never hears what it leases would lease it again at once.
   */
  async function settle(): Promise<void> {
    const givesWay = unsettled.size > 0
    for (const token of unsettled) {
      await releaseToken(connections.leasing, token)
      unsettled.delete(token)
    }
    if (givesWay) await sleep(giveWayMs, undefined, { signal: stopping.signal }).catch(() => {})
    const fault = readFault
    readFault = undefined
    if (fault !== undefined) throw fault
  }

  async function lease(hinted: readonly string[] | null): Promise<LeaseResult | undefined> {
    while (reading.size >= maxReads) await Promise.race(reading)
    await settle()
    if (stopped) return undefined
    const free = Math.floor(room())
    starved = free <= 0
    const held = network.held()
    if (starved || (held && !network.takeProbe())) return undefined
    const limit = held ? probes : Math.min(free, maxBatch)
    const part = hinted === null || held ? await round.look() : undefined
    const receivers = part?.due ?? hinted ?? []
    const { leased, busy } = await leaseFor(receivers, limit, part ? part.dueFrom : watermark.lowerBound(), held)
    const full = leased.length >= limit
    const lastBegun = leased.findLast(({ begun }) => !begun)
    // Without one all places went to retries, and first attempts are looked for from the same receiver on.
    if (part && full) round.continueAfter(lastBegun?.subscriptionId ?? part.before)
    return { leased: leased.length, busy, more: full || part?.last === false, nextDueMs: part?.nextRetryMs ?? null }
  }

  async function leaseFor(receivers: readonly string[], limit: number, dueFrom: Date | null, held: boolean) {
    if (receivers.length === 0) return { leased: [], busy: [] }
    const token = randomUUID()
    const begun = performance.now()
    unsettled.add(token)
    const request = { receivers, limit, cap: held ? 1 : cap, leaseMs, dueFrom, token }
    const batch = await leaseDeliveries(connections.leasing, request)
    unsettled.delete(token)
    const now = performance.now()
    metrics.leased(batch.leased.length, (now - begun) / 1000)
    if (batch.nowMs !== undefined) {
      // Counted from before the statement was sent, so here the lease ends earlier than in the database, never later.
      const terms = { token, endsAt: begun + leaseMs, clockOffsetMs: batch.nowMs - now }
      const read = track(readAndBegin(batch.leased, terms)).finally(() => reading.delete(read))
      reading.add(read)
    }
    return batch
  }

  /** Runs during the next lease statement; one after the other they would leave the worker idle. */
  async function readAndBegin(leased: readonly Leased[], lease: Lease): Promise<void> {
    beingRead += leased.length
    try {
      const deliveries = stopped ? [] : await readContents(connections.contents, leased)
      if (stopped) await release(lease.token, leased)
      else for (const delivery of deliveries) deliverer.begin(delivery, lease)
    } catch (error) {
      readFault = error
      unsettled.add(lease.token)
      loop.wake()
    } finally {
      beingRead -= leased.length
    }
  }

  const loop = startLeaseLoop({
    lease,
    pollMs: settings.pollMs,
    onError: (error) => logger.warn({ err: error }, 'deliveries could not be leased; trying again'),
  })
  const expiredLeases = startExpiredLeaseLoop({
    db: connections.leases,
    everyMs: settings.reclaimMs,
    leaseMs,
    maxLost: settings.mostLost,
    onExpired(count) {
      metrics.leasesExpired(count)
      logger.warn({ count }, 'deliveries of a worker that died are due again')
      loop.wake()
    },
    onError: (error) => logger.warn({ err: error }, 'expired leases could not be ended; trying again'),
  })
  const stopLocalWakeUps = onDeliveriesCommitted(deps.db, loop.wake)
  const listener = listen({
    databaseUrl: deps.directUrl,
    channel: deliveriesChannel,
    heartbeatMs: settings.heartbeatMs,
    onNotify: (payload) => loop.wake(receiversIn(payload)),
    onLost: (error) => logger.warn({ err: error }, 'wake-ups are lost until the listener is connected again'),
  })

  return {
    async stop() {
      stopped = true
      stopping.abort()
      stopLocalWakeUps()
      for (const timer of retryTimers) clearTimeout(timer)
      await Promise.all([loop.stop(), expiredLeases.stop(), listener.stop()])
      while (pending.size > 0) await Promise.all(pending)
      // What could not be released here expires.
      await settle().catch((error) => logger.warn({ err: error }, 'leases could not be released'))
      network.stop()
      const ended = await deliverer.finish(deadlineMs + graceAfterDeadlineMs)
      await outcomes.flush()
      inFlight.stop()
      if (options.sender === undefined && ended) await sender.close()
      await connections.close()
    },
  }
}

function createSenderFor(config: Dependencies['config'], deadlineMs: number): Sender {
  return createSender({
    production: config.production,
    deadlineMs,
    localAddresses: config.WEBHOOK_SOURCE_ADDRESSES,
    proxyUrl: config.WEBHOOK_PROXY_URL,
  })
}
