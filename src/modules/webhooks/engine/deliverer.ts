import { waitRequested } from '../deliveries/rules.ts'
import type { AttemptOutcome } from '../sending/attempt-outcome.ts'
import type { Attempt } from './attempt.ts'
import type { InFlight } from './in-flight.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { NetworkWatch } from './network-watch.ts'
import type { Outcome, OutcomeWriter } from './outcome-writer.ts'
import type { LeasedDelivery } from './queries.ts'
import type { Releases } from './releases.ts'
import { readRetryAfter } from './retry-after.ts'
import { mayBegin, ownOutage, retrySchedules, type Step, stepAfter } from './retry-rules.ts'

/** The right to deliver until a moment. */
export interface Lease {
  token: string
  /** By the monotonic clock of this process. */
  endsAt: number
  /** Offset from the monotonic clock to the clock of the database. */
  clockOffsetMs: number
}

export interface Deliverer {
  begin(delivery: LeasedDelivery, lease: Lease): void
  /** Waits for running attempts, then records the rest as lost. Returns whether all ended. */
  finish(graceMs: number): Promise<boolean>
}

export interface DelivererOptions {
  attempt: Attempt
  inFlight: InFlight
  network: NetworkWatch
  outcomes: OutcomeWriter
  metrics: DeliveryMetrics
  deadlineMs: number
  retryDelaysMs: readonly number[]
  /** Switches off the subscription of a receiver that is gone. False if it could not. */
  switchOff: (delivery: LeasedDelivery) => Promise<boolean>
  releases: Releases
}

interface Running {
  delivery: LeasedDelivery
  lease: Lease
  startedAt: number
  /** Recorded as lost: its outcome is ignored. */
  abandoned: boolean
  ended: Promise<void>
}

/** Makes the attempts of leased deliveries, and passes on their outcomes. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { attempt, inFlight, network, outcomes, metrics, deadlineMs, switchOff, releases } = options
  const schedules = retrySchedules(options.retryDelaysMs)
  const running = new Set<Running>()

  const begin = (delivery: LeasedDelivery, lease: Lease) => {
    const startedAt = performance.now()
    if (!mayBegin(startedAt, lease.endsAt, deadlineMs)) return void releases.add(lease.token, [delivery])
    const { deliveryId, subscriptionId, body } = delivery
    const flight = inFlight.begin({ deliveryId, subscriptionId, token: lease.token, bytes: body.length })
    metrics.sent(delivery.waitedMs / 1000)
    const current: Running = { delivery, lease, startedAt, abandoned: false, ended: Promise.resolve() }
    running.add(current)
    current.ended = attempt(delivery, startedAt + lease.clockOffsetMs).then(async (outcome) => {
      flight.end(outcome.kind === 'delivered')
      const endedAt = performance.now()
      const ours = await network.isOurs({
        network: outcome.network,
        url: delivery.url,
        failuresBefore: delivery.failures,
        startedAt,
      })
      // Before the outcome: if this process ends in between, the sweep fails this delivery together with the waiting
      // ones.
      const isOff = outcome.kind === 'rejected' && outcome.statusCode === gone && (await switchOff(delivery))
      const nowMs = endedAt + lease.clockOffsetMs
      const step = isOff ? ended : ours ? ownOutage : stepOf(delivery, outcome, nowMs)
      running.delete(current)
      if (!current.abandoned) outcomes.add(toOutcome(current, outcome, { step, ours, endedAt }))
    })
  }
  const stepOf = (delivery: LeasedDelivery, { kind, retryAfter }: AttemptOutcome, nowMs: number) => {
    const retryAfterMs = retryAfter && readRetryAfter(retryAfter, nowMs)
    return stepAfter(kind, delivery, schedules[delivery.retryFor], Math.random(), retryAfterMs || 0)
  }
  return {
    begin,
    async finish(graceMs) {
      await endWithin(graceMs, Promise.all([...running].map(({ ended }) => ended)))
      const left = [...running]
      for (const current of left) {
        current.abandoned = true
        outcomes.add(lost(current))
      }
      return left.length === 0
    },
  }
}

/** 410 Gone: the receiver will not come back. */
const gone = 410
const ended: Step = { status: 'failed', counted: true }

interface Verdict {
  step: Step
  ours: boolean
  endedAt: number
}

function toOutcome(current: Running, outcome: AttemptOutcome, { step, ours, endedAt }: Verdict): Outcome {
  const waitedMs = performance.now() - endedAt
  return {
    ...identity(current),
    status: step.status,
    counted: step.counted,
    retryInMs: step.status === 'pending' ? Math.max(0, step.retryInMs - waitedMs) : null,
    kind: ours ? 'egress_fault' : outcome.kind,
    durationMs: outcome.durationMs,
    statusCode: outcome.statusCode ?? null,
    error: step.status === 'pending' && step.isByReceiver ? waitRequested : (outcome.error ?? null),
    responseBody: outcome.responseBody ?? null,
  }
}

/** Due again at once; its outcome is unknown. */
function lost(current: Running): Outcome {
  return {
    ...identity(current),
    status: 'pending',
    counted: false,
    retryInMs: 0,
    kind: 'lost',
    durationMs: Math.round(performance.now() - current.startedAt),
    statusCode: null,
    error: 'the worker was stopped before there was an answer',
    responseBody: null,
  }
}

function identity({ delivery, lease, startedAt }: Running) {
  const { deliveryId, subscriptionId } = delivery
  return { deliveryId, subscriptionId, token: lease.token, startedAt, leaseEndsAt: lease.endsAt }
}

async function endWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
