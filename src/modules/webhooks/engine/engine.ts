import { randomUUID } from 'node:crypto'
import { listen } from '#src/platform/db/listener.ts'
import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import { deliveriesChannel, onDeliveriesCommitted, receiversIn } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { createSender, type Sender } from '../sending/sender.ts'
import { createAttempt } from './attempt.ts'
import { createDeliverer, type Lease } from './deliverer.ts'
import { createDueWatermark } from './due-watermark.ts'
import { startExpiredLeaseLoop } from './expired-leases.ts'
import { startLeaseLoop } from './lease-loop.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createOutcomeWriter } from './outcome-writer.ts'
import { type Leased, type LeasedBatch, leaseDeliveries, readContents, releaseLeases } from './queries.ts'
import { createSlots } from './slots.ts'

export interface DeliveryEngine {
  /** Leases no more, waits for running attempts, records those that do not end in time as lost, writes all outcomes. */
  stop(): Promise<void>
}

/** Settings of one engine, for tests and benchmarks. */
export interface EngineOptions {
  /** Longer than the deadline of an attempt. */
  leaseMs: number
  /** Attempts under way for one receiver. */
  cap: number
  quickSlots: number
  slowSlots: number
  /** An attempt that takes longer moves to the slow lane. */
  slowAfterMs: number
  pollMs: number
  /** How often expired leases are ended. */
  reclaimMs: number
  /** A delivery has failed after so many lost leases in a row: it may be what kills the workers. */
  mostLost: number
  heartbeatMs: number
  /**
   * How long a statement may go without an answer before its connection is given up: a firewall may have forgotten it.
   */
  answerTimeoutMs: number
  sender: Sender
}

export type EngineDependencies = Pick<Dependencies, 'db' | 'databaseUrl' | 'config' | 'logger' | 'seal' | 'metrics'>

const firstPosition = '00000000-0000-0000-0000-000000000000'
/** After there was no free slot, wait for this many. */
const minFreeSlots = 32
/** Deliveries leased, and receivers scanned, by one statement, so that it stays short. */
const maxBatch = 100
const visitLimit = 256

/** How long a stop waits for running attempts. */
const stopGraceMs = 20_000

/**
 * A connection for each kind of statement, so that each plans only its own. They are not of the pool, so that
 * deliveries do not wait behind requests. A connection is dropped after 10 s without an answer, for example when a
 * firewall has forgotten it.
 */
function openConnections(url: string, answerTimeoutMs: number) {
  const open = () =>
    createDatabase(createPool({ url, size: 1, answerTimeoutMs, applicationName: 'commerce-deliveries' }))
  const connections = { leasing: open(), contents: open(), outcomes: open(), leases: open() }
  return { ...connections, close: () => Promise.all(Object.values(connections).map((db) => db.destroy())) }
}

/** Delivers from the queue until stopped. Any number of processes may run one. */
export function startDeliveryEngine(deps: EngineDependencies, options: Partial<EngineOptions> = {}): DeliveryEngine {
  const { config, logger } = deps
  const deadlineMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const settings = { ...defaults(deadlineMs), ...options }
  const { leaseMs, cap, slowAfterMs, quickSlots, slowSlots } = settings
  const connections = openConnections(deps.databaseUrl, settings.answerTimeoutMs)
  const sender = options.sender ?? createSenderFor(config, deadlineMs)
  const metrics = createDeliveryMetrics(deps.metrics, () => slots.inFlight())
  const watermark = createDueWatermark()
  let position = firstPosition
  let starved = false
  let stopped = false

  const slots = createSlots({ quick: quickSlots, slow: slowSlots, slowAfterMs }, () => {
    if (starved && room().healthy >= Math.min(quickSlots / 4, minFreeSlots)) loop.wake()
  })
  /** Free slots, without those for deliveries whose contents are being read. */
  const room = () => {
    const { healthy, failing } = slots.free()
    return { healthy: Math.max(0, healthy - beingRead.healthy), failing: Math.max(0, failing - beingRead.failing) }
  }
  const outcomes = createOutcomeWriter({
    db: connections.outcomes,
    logger,
    onWritten(written, refused) {
      for (const { kind } of written) metrics.ended(kind)
      if (refused.length > 0) metrics.leasesLost(refused.length)
      // Their receivers are below their caps again.
      loop.wake([...new Set(written.map(({ subscriptionId }) => subscriptionId))])
    },
  })
  const release = async (token: string, deliveries: readonly Leased[]) => {
    const ids = deliveries.map(({ deliveryId }) => deliveryId)
    // If this fails, the leases expire.
    await releaseLeases(connections.leases, token, ids).catch((error) =>
      logger.warn({ err: error }, 'leases could not be released'),
    )
  }
  const deliverer = createDeliverer({
    attempt: createAttempt({ seal: deps.seal, sender }),
    slots,
    outcomes,
    metrics,
    deadlineMs,
    retryDelaysMs: config.WEBHOOK_RETRY_DELAYS.map((seconds) => seconds * 1000),
    release,
  })

  const reading = new Set<Promise<void>>()
  const beingRead = { healthy: 0, failing: 0 }

  async function lease(receivers: readonly string[] | null): Promise<LeasedBatch | undefined> {
    const { healthy, failing } = room()
    starved = healthy === 0
    if (starved) return undefined
    const token = randomUUID()
    const [healthyLimit, failingLimit] = [Math.min(healthy, maxBatch), Math.min(failing, maxBatch)]
    const limits = { healthyLimit, failingLimit, cap, visitLimit, leaseMs, slowAfterMs }
    const begun = performance.now()
    const dueFrom = watermark.lowerBound(receivers === null)
    const batch = await leaseDeliveries(connections.leasing, { position, receivers, token, dueFrom, ...limits })
    const now = performance.now()
    watermark.observe(batch.look)
    metrics.leased(batch.leased.length, (now - begun) / 1000)
    position = batch.position
    // Counted from before the statement was sent, so here the lease ends earlier than in the database, never later.
    const terms = { token, endsAt: begun + leaseMs, clockOffsetMs: batch.nowMs - now }
    if (batch.leased.length > 0) {
      const read = readAndBegin(batch.leased, terms).finally(() => reading.delete(read))
      reading.add(read)
    }
    return batch
  }

  /** Runs during the next lease statement; one after the other they would leave slots free. */
  async function readAndBegin(leased: readonly Leased[], lease: Lease): Promise<void> {
    const failing = leased.filter((delivery) => delivery.failing).length
    const healthy = leased.length - failing
    beingRead.healthy += healthy
    beingRead.failing += failing
    try {
      const deliveries = stopped ? [] : await readContents(connections.contents, leased)
      if (stopped) await release(lease.token, leased)
      else for (const delivery of deliveries) deliverer.begin(delivery, lease)
    } catch (error) {
      logger.warn({ err: error }, 'leased deliveries could not be read and are released')
      await release(lease.token, leased)
      loop.wake()
    } finally {
      beingRead.healthy -= healthy
      beingRead.failing -= failing
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
    databaseUrl: deps.databaseUrl,
    channel: deliveriesChannel,
    heartbeatMs: settings.heartbeatMs,
    onNotify: (payload) => loop.wake(receiversIn(payload)),
    onLost: (error) => logger.warn({ err: error }, 'wake-ups are lost until the listener is connected again'),
  })

  return {
    async stop() {
      stopped = true
      stopLocalWakeUps()
      await Promise.all([loop.stop(), expiredLeases.stop(), listener.stop()])
      await Promise.all(reading)
      const ended = await deliverer.finish(stopGraceMs)
      await outcomes.flush()
      slots.stop()
      if (options.sender === undefined && ended) await sender.close()
      await connections.close()
    },
  }
}

function defaults(deadlineMs: number): Omit<EngineOptions, 'sender'> {
  return {
    leaseMs: deadlineMs + 15_000,
    cap: 10,
    quickSlots: 256,
    slowSlots: 256,
    slowAfterMs: 1_000,
    pollMs: 1_000,
    reclaimMs: 2_500,
    mostLost: 20,
    heartbeatMs: 3_000,
    answerTimeoutMs: 10_000,
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
