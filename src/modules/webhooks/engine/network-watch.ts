import type { NetworkEvidence } from '../sending/attempt-outcome.ts'

/** Evidence of an ended attempt about our own network. */
interface Observation {
  network: NetworkEvidence
  url: string
  /** Failures of the receiver in a row, before this one. */
  failuresBefore: number
  /** By the monotonic clock. */
  startedAt: number
}

export interface NetworkWatch {
  /** Whether our own network caused a failure. Waits up to a second for other attempts to fail alike. */
  isOurs(observation: Observation): Promise<boolean>
  /** Deliveries are held: only probes may be sent. */
  held(): boolean
  /** True if a probe may be sent now; the next one later. */
  startProbe(): boolean
  /** Limit of attempts in flight: few after a hold, doubled each second. */
  limit(): number
  stop(): void
}

export interface NetworkWatchOptions {
  /** Connects and sends nothing. */
  reach: (url: string) => Promise<NetworkEvidence>
  onHeld: (hosts: number) => void
  onEnded: (seconds: number) => void
}

const hostsNeeded = 5
const windowMs = 60_000
const verdictMs = 1_000
const probeMs = { first: 1_000, longest: 15_000 }
/** A receiver that was down for as long as this is no evidence. */
const downAfter = 10
const firstAfterHold = 50
/** How many of the receivers that answered last are probed. */
const witnesses = 3

/**
 * Detects an outage of our own network: attempts at `hostsNeeded` hosts reach nobody, the receivers that answered last
 * are unreachable too, and for a second nothing proves that the network works. Then deliveries are held, and a few
 * probes are sent until anything answers. Failures meanwhile, and of attempts in flight during the hold, are faults of
 * our own.
 */
export function createNetworkWatch({ reach, onHeld, onEnded }: NetworkWatchOptions): NetworkWatch {
  /** Hosts that were not reached, and when. */
  const unreached = new Map<string, number>()
  /** Attempts whose verdict is open. */
  const open = new Set<(ours: boolean) => void>()
  let provedAt = Number.NEGATIVE_INFINITY
  let heldSince: number | undefined
  let lastHoldEnd = Number.NEGATIVE_INFINITY
  let probeAt = 0
  let probePause = probeMs.first

  /** URLs of the receivers that answered last, oldest first. */
  const answered = new Set<string>()
  const remember = (url: string) => {
    answered.delete(url)
    answered.add(url)
    if (answered.size > witnesses) answered.delete(answered.values().next().value ?? '')
  }
  let asking = false
  const askWitnesses = async () => {
    if (asking) return
    asking = true
    await Promise.all(
      [...answered].map(async (url) => {
        if ((await reach(url)) === 'works') prove()
      }),
    )
    asking = false
  }

  const decide = (ours: boolean) => {
    for (const resolve of [...open]) resolve(ours)
  }
  const prove = (url?: string) => {
    const now = performance.now()
    if (url !== undefined) remember(url)
    provedAt = now
    unreached.clear()
    decide(false)
    if (heldSince === undefined) return
    onEnded((now - heldSince) / 1000)
    heldSince = undefined
    lastHoldEnd = now
  }
  const hold = () => {
    heldSince = performance.now()
    probePause = probeMs.first
    probeAt = heldSince + probePause
    onHeld(unreached.size)
    unreached.clear()
    decide(true)
  }
  /** A second is enough for an answer in flight, and not longer than the delay of the first retry. */
  const verdict = () =>
    new Promise<boolean>((resolve) => {
      const settle = (ours: boolean) => {
        open.delete(settle)
        clearTimeout(timer)
        resolve(ours)
      }
      const timer = setTimeout(() => (unreached.size < hostsNeeded ? settle(false) : hold()), verdictMs)
      open.add(settle)
    })

  return {
    async isOurs({ network, url, failuresBefore, startedAt }) {
      if (network === 'works') {
        prove(url)
        return false
      }
      if (heldSince !== undefined || startedAt <= lastHoldEnd) return true
      if (network === 'unclear' || failuresBefore >= downAfter || startedAt <= provedAt) return false
      const now = performance.now()
      // Subscriptions may share a host: one host that is down is not many.
      unreached.set(new URL(url).host, now)
      for (const [other, at] of unreached) if (at < now - windowMs) unreached.delete(other)
      if (unreached.size >= hostsNeeded) askWitnesses()
      return verdict()
    },
    held: () => heldSince !== undefined,
    startProbe() {
      const now = performance.now()
      if (now < probeAt) return false
      probeAt = now + probePause
      probePause = Math.min(probePause * 2, probeMs.longest)
      askWitnesses()
      return true
    },
    limit: () => firstAfterHold * 2 ** Math.min(20, (performance.now() - lastHoldEnd) / 1000),
    stop: () => decide(false),
  }
}
