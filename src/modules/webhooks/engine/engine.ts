import { randomUUID } from 'node:crypto'
import { listen } from '#src/platform/db/listener.ts'
import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import { deliveriesChannel, onDeliveriesCommitted, receiversIn } from '#src/platform/outbox/index.ts'
import { createDeliveryMetrics } from '../deliveries/metrics.ts'
import type { Dependencies } from '../dependencies.ts'
import { createSender, type Sender } from '../sending/sender.ts'
import { createAttempt } from './attempt.ts'
import { startClaimLoop } from './claim-loop.ts'
import { createSince } from './clock-skew.ts'
import { createDeliverer, type Lease } from './deliverer.ts'
import { createOutcomeWriter } from './outcomes.ts'
import { type Claim, claimDeliveries, type Leased, readContents, reclaimExpired, releaseLeases } from './queries.ts'
import { repeatedly } from './repeatedly.ts'
import { createSlots } from './slots.ts'

export interface DeliveryEngine {
  /** No new claims; finishes what runs, gives back what does not end in time, writes every outcome. */
  stop(): Promise<void>
}

/** What can be set for one engine; tests and benchmarks do. */
export interface EngineOptions {
  /** How long a delivery is this worker's: longer than the deadline of an attempt. */
  leaseMs: number
  /** Attempts under way for one receiver. */
  cap: number
  quickSlots: number
  slowSlots: number
  /** An attempt out for longer than this counts as slow. */
  slowAfterMs: number
  flushMs: number
  flushCount: number
  pollMs: number
  reclaimMs: number
  /** A delivery whose workers ended so often in a row has failed: it may be what they die of. */
  mostLost: number
  /** Receivers looked at in one claim. */
  visitLimit: number
  /** How long a stop waits for attempts that run. */
  stopGraceMs: number
  heartbeatMs: number
  sender: Sender
}

export type EngineDependencies = Pick<Dependencies, 'db' | 'databaseUrl' | 'config' | 'logger' | 'seal' | 'metrics'>

const firstPosition = '00000000-0000-0000-0000-000000000000'
const reclaimBatch = 500
/** Of so many looks for expired leases one is at all, the others at what ran out just now. */
const wholeReclaimEvery = 20

/** Free slots that are worth a claim once there were none, and the most that one claim fills: it should stay short. */
const slotsWorthAClaim = 32
const mostAtOnce = 100

/**
 * One claims, one reads what was claimed, one writes outcomes, one takes back expired leases and gives others back: a
 * connection for each, so that each plans its own statement only. They are the engine's own, so that
 * requests do not stand before deliveries, and are given up after 10 s without an answer: a firewall may have
 * forgotten all of them.
 */
function openConnections(url: string) {
  const open = () =>
    createDatabase(createPool({ url, size: 1, answerTimeoutMs: 10_000, applicationName: 'commerce-deliveries' }))
  const connections = { claims: open(), contents: open(), outcomes: open(), leases: open() }
  return { ...connections, close: () => Promise.all(Object.values(connections).map((db) => db.destroy())) }
}

/** Delivers what is queued, in this process, until stopped. Any number of processes may. */
export function startDeliveryEngine(deps: EngineDependencies, options: Partial<EngineOptions> = {}): DeliveryEngine {
  const { config, logger } = deps
  const deadlineMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const settings = { ...defaults(deadlineMs), ...options }
  const { leaseMs, cap, visitLimit, slowAfterMs, quickSlots, slowSlots, flushMs, flushCount } = settings
  const connections = openConnections(deps.databaseUrl)
  const sender = options.sender ?? createSenderFor(config, deadlineMs)
  const metrics = createDeliveryMetrics(deps.metrics, () => slots.inFlight())
  const since = createSince()
  let position = firstPosition
  let starved = false
  let stopped = false

  const slots = createSlots({ quick: quickSlots, slow: slowSlots, slowAfterMs }, () => {
    if (starved && room().healthy >= Math.min(quickSlots / 4, slotsWorthAClaim)) loop.wake()
  })
  /** Slots that are free and not meant for what is being read. */
  const room = () => {
    const { healthy, failing } = slots.free()
    return { healthy: Math.max(0, healthy - beingRead.healthy), failing: Math.max(0, failing - beingRead.failing) }
  }
  const outcomes = createOutcomeWriter({
    db: connections.outcomes,
    logger,
    flushMs,
    flushCount,
    onWritten(written, refused) {
      for (const { kind } of written) metrics.ended(kind)
      if (refused.length > 0) metrics.leasesLost(refused.length)
      // Their receivers have room again.
      loop.wake([...new Set(written.map(({ subscriptionId }) => subscriptionId))])
    },
  })
  const release = async (token: string, deliveries: readonly Leased[]) => {
    const ids = deliveries.map(({ deliveryId }) => deliveryId)
    // If it fails the leases run out by themselves.
    await releaseLeases(connections.leases, token, ids).catch((error) =>
      logger.warn({ err: error }, 'leases could not be given back'),
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

  async function claim(receivers: readonly string[] | null): Promise<Claim | undefined> {
    const { healthy, failing } = room()
    starved = healthy === 0
    if (starved) return undefined
    const token = randomUUID()
    const [healthyLimit, failingLimit] = [Math.min(healthy, mostAtOnce), Math.min(failing, mostAtOnce)]
    const limits = { healthyLimit, failingLimit, cap, visitLimit, leaseMs, slowAfterMs }
    const begun = performance.now()
    const dueFrom = since.from(receivers === null)
    const result = await claimDeliveries(connections.claims, { position, receivers, token, dueFrom, ...limits })
    const now = performance.now()
    since.looked(result.look)
    metrics.claimed(result.leased.length, (now - begun) / 1000)
    position = result.position
    // Counted from before the claim was sent: the lease in the database ends later, never earlier.
    const lease = { token, endsAt: begun + leaseMs, clockOffsetMs: result.nowMs - now }
    if (result.leased.length > 0) {
      const read = readAndBegin(result.leased, lease).finally(() => reading.delete(read))
      reading.add(read)
    }
    return result
  }

  /** Beside the next claim: one after the other they would leave places free. */
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
      logger.warn({ err: error }, 'what was to be delivered could not be read; it is given back')
      await release(lease.token, leased)
      loop.wake()
    } finally {
      beingRead.healthy -= healthy
      beingRead.failing -= failing
    }
  }

  const loop = startClaimLoop({
    claim,
    pollMs: settings.pollMs,
    onError: (error) => logger.warn({ err: error }, 'deliveries could not be claimed; trying again'),
  })
  let reclaims = 0
  const reclaimer = repeatedly(settings.reclaimMs, async () => {
    try {
      const recent = reclaims++ % wholeReclaimEvery > 0
      const count = await reclaimExpired(connections.leases, {
        leaseMs,
        limit: reclaimBatch,
        mostLost: settings.mostLost,
        recent,
      })
      if (count === 0) return
      metrics.reclaimed(count)
      logger.warn({ count }, 'deliveries of a worker that died are taken back')
      loop.wake()
    } catch (error) {
      logger.warn({ err: error }, 'expired leases could not be taken back; trying again')
    }
  })
  const stopHearing = onDeliveriesCommitted(deps.db, loop.wake)
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
      stopHearing()
      await Promise.all([loop.stop(), reclaimer.stop(), listener.stop()])
      await Promise.all(reading)
      const ended = await deliverer.finish(settings.stopGraceMs)
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
    flushMs: 5,
    flushCount: 100,
    pollMs: 1_000,
    reclaimMs: 2_500,
    mostLost: 20,
    visitLimit: 256,
    stopGraceMs: 20_000,
    heartbeatMs: 3_000,
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
