import { listen } from '#src/platform/db/follow/listener.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveriesChannel } from '../outbox/queries.ts'
import { onDeliveriesCommitted } from '../outbox/signal.ts'
import { receiversIn } from '../outbox/wake-up.ts'
import { createSender, type Sender } from '../sending/sender.ts'
import { switchOffGone } from '../subscriptions/switch-off.ts'
import { createAttempt } from './attempt.ts'
import { createDeliverer } from './deliverer.ts'
import { createDueWatermark } from './due-watermark.ts'
import { type EngineConnections, openConnections } from './engine-connections.ts'
import { defaultOptions, type EngineOptions } from './engine-options.ts'
import { startExpiredLeaseLoop } from './expired-leases.ts'
import { createInFlight, type InFlight } from './in-flight.ts'
import { createLeaseLoop, type LeaseLoop } from './lease-loop.ts'
import { type Leasing, lease, newLeasingState, settle, wakeIfStarved } from './leasing.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createNetworkWatch, type NetworkWatch } from './network-watch.ts'
import { createOutcomeWriter, type Outcome, type OutcomeWriter, type OutcomeWriterOptions } from './outcome-writer.ts'
import { type LeasedDelivery, markSlow } from './queries.ts'
import { createReceiverRound } from './receiver-round.ts'
import { createReleases } from './releases.ts'
import { createRetryTimers, type RetryTimers } from './retry-timers.ts'

export interface DeliveryEngine {
  /** Leases no more, waits for running attempts, records those that do not end in time as lost, writes all outcomes. */
  stop(): Promise<void>
}

export interface EngineDependencies
  extends Pick<Dependencies, 'databaseUrl' | 'directUrl' | 'pooling' | 'config' | 'logger' | 'seal' | 'metrics'> {
  /** The shops whose deliveries it makes. */
  db: Database
}

/** Receivers looked at by one statement, so that it stays short. */
const partSize = 64
/** Bodies of the attempts in flight. */
const maxBytes = 128 * 1024 * 1024
/** The outcome of an attempt is known at most this long after its deadline. */
const graceAfterDeadlineMs = 500

/** The parts of a running engine. What changes is in `state`, and in the parts themselves. */
interface Engine extends Leasing {
  readonly deps: EngineDependencies
  readonly settings: Omit<EngineOptions, 'sender'>
  /** Of one attempt. */
  readonly deadlineMs: number
  readonly connections: EngineConnections
  readonly sender: Sender
  readonly outcomes: OutcomeWriter
  readonly retries: RetryTimers
  readonly inFlight: InFlight & { stop(): void }
}

/** Delivers from the queue until stopped. Any number of processes may run one. */
export function startDeliveryEngine(deps: EngineDependencies, options: Partial<EngineOptions> = {}): DeliveryEngine {
  const engine = createEngine(deps, options)
  engine.loop.start((receivers) => lease(engine, receivers))
  const expiredLeases = startExpiredLeases(engine)
  const commits = followCommits(engine)
  return {
    async stop() {
      engine.state.stopping.abort()
      engine.retries.stop()
      await Promise.all([engine.loop.stop(), expiredLeases.stop(), commits.stop()])
      const ended = await finish(engine)
      if (options.sender === undefined && ended) await engine.sender.close()
      await Promise.all(Object.values(engine.connections).map((db) => db.destroy()))
    },
  }
}

function createEngine(deps: EngineDependencies, options: Partial<EngineOptions>): Engine {
  const { config, logger, seal } = deps
  const deadlineMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const settings = { ...defaultOptions(deadlineMs), ...options }
  const { pollMs, slowAfterMs, maxInFlight: limit, cap: answers } = settings
  const connections = openConnections(deps, settings.answerTimeoutMs)
  const sender = options.sender ?? createSenderFor(config, deadlineMs)
  const loop = createLeaseLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'deliveries could not be leased; trying again'),
  })
  const retries = createRetryTimers(loop.wake)
  const releases = createReleases(connections.leases, logger)
  const network = watchNetwork(sender, loop, logger)
  const inFlight = createInFlight({
    limit,
    maxBytes,
    slowAfterMs,
    answers,
    async onSlow(attempts) {
      await markSlow(connections.leases, attempts)
      loop.wake(receiversOf(attempts))
    },
    onEnded: () => wakeIfStarved(engine),
  })
  const metrics = createDeliveryMetrics(deps.metrics, { inFlight: inFlight.count, held: network.held })
  const onWritten: OutcomeWriterOptions['onWritten'] = (...outcomes) => noteWritten(engine, ...outcomes)
  const outcomes = createOutcomeWriter({ db: connections.outcomes, logger, onWritten })
  const retryDelaysMs = config.WEBHOOK_RETRY_DELAYS.map((seconds) => seconds * 1000)
  const deliverer = createDeliverer({
    attempt: createAttempt({ seal, sender }),
    inFlight,
    network,
    outcomes,
    metrics,
    releases,
    deadlineMs,
    retryDelaysMs,
    switchOff: (delivery) => switchOff(deps, delivery),
  })
  const watermark = createDueWatermark()
  const round = createReceiverRound(connections.leasing, watermark, partSize)
  const engine: Engine = {
    deps,
    settings,
    deadlineMs,
    connections,
    sender,
    loop,
    retries,
    releases,
    network,
    inFlight,
    metrics,
    outcomes,
    deliverer,
    watermark,
    round,
    state: newLeasingState(),
  }
  return engine
}

function createSenderFor(config: Dependencies['config'], deadlineMs: number): Sender {
  return createSender({
    production: config.production,
    deadlineMs,
    localAddresses: config.WEBHOOK_SOURCE_ADDRESSES,
    proxyUrl: config.WEBHOOK_PROXY_URL,
  })
}

function watchNetwork({ reach }: Sender, loop: LeaseLoop, logger: EngineDependencies['logger']): NetworkWatch {
  return createNetworkWatch({
    reach,
    onHeld: (hosts) =>
      logger.error({ hosts }, 'several receivers are unreachable: our network is down, deliveries are held'),
    onEnded(seconds) {
      logger.warn({ seconds }, 'our network works again: deliveries go on')
      loop.wake()
    },
  })
}

/** Outcomes are in the database. A finished attempt frees a place of its receiver. */
function noteWritten(
  { loop, metrics, retries }: Engine,
  written: readonly Outcome[],
  refused: readonly Outcome[],
): void {
  for (const outcome of written) {
    metrics.ended(outcome.kind)
    retries.add(outcome)
  }
  if (refused.length > 0) metrics.leasesLost(refused.length)
  loop.wake(receiversOf(written))
}

function receiversOf(deliveries: readonly { subscriptionId: string }[]): string[] {
  return [...new Set(deliveries.map(({ subscriptionId }) => subscriptionId))]
}

async function switchOff({ db, logger }: EngineDependencies, delivery: LeasedDelivery): Promise<boolean> {
  try {
    return await switchOffGone(db, delivery)
  } catch (error) {
    logger.warn({ err: error, subscription: delivery.subscriptionId }, 'a receiver that is gone was not switched off')
    return false
  }
}

/** Deliveries of workers that died become due again. */
function startExpiredLeases({ deps: { logger }, connections, loop, metrics, settings }: Engine) {
  return startExpiredLeaseLoop({
    db: connections.leases,
    everyMs: settings.reclaimMs,
    leaseMs: settings.leaseMs,
    maxLost: settings.maxLost,
    onExpired(count) {
      metrics.leasesExpired(count)
      logger.warn({ count }, 'deliveries of a worker that died are due again')
      loop.wake()
    },
    onError: (error) => logger.warn({ err: error }, 'expired leases could not be ended; trying again'),
  })
}

/** Wakes the loop for what this process and others commit. */
function followCommits({ deps: { db, directUrl, logger }, loop, settings }: Engine): { stop(): Promise<void> } {
  const stopLocal = onDeliveriesCommitted(db, loop.wake)
  const listener = listen({
    databaseUrl: directUrl,
    channel: deliveriesChannel,
    heartbeatMs: settings.heartbeatMs,
    onNotify: (payload) => loop.wake(receiversIn(payload)),
    onLost: (error) => logger.warn({ err: error }, 'wake-ups are lost until the listener is connected again'),
  })
  return {
    stop() {
      stopLocal()
      return listener.stop()
    },
  }
}

/** Once nothing is leased any more. Returns whether all attempts have ended. */
async function finish(engine: Engine): Promise<boolean> {
  const { deadlineMs, deliverer, deps, inFlight, network, outcomes, releases, state } = engine
  await Promise.all(state.reads)
  await releases.flush()
  // Leases that could not be released expire.
  await settle(engine).catch((error) => deps.logger.warn({ err: error }, 'leases could not be released'))
  network.stop()
  const ended = await deliverer.finish(deadlineMs + graceAfterDeadlineMs)
  await outcomes.flush()
  inFlight.stop()
  return ended
}
