import type { NetworkEvidence } from '../sending/attempt-outcome.ts'

/** What the end of an attempt says about our own network. */
export interface Observation {
  network: NetworkEvidence
  /** Subscriptions may share a host: one host that is down is not many. */
  host: string
  /** Failures of the receiver in a row, before this one. */
  failuresBefore: number
  /** By the monotonic clock. */
  startedAt: number
}

export interface NetworkWatch {
  /** Whether a failed attempt is the fault of our own network. Waits up to a second for others to fail alike. */
  isOurs(observation: Observation): Promise<boolean>
  /** Deliveries are held: only probes may be sent. */
  held(): boolean
  /** True if a probe may be sent now; the next one later. */
  takeProbe(): boolean
  /** How many attempts may be in flight: few after a hold, twice as many each second. */
  limit(): number
  stop(): void
}

export interface NetworkWatchOptions {
  onHeld: (hosts: number) => void
  onEnded: (seconds: number) => void
}

const hostsNeeded = 5
const windowMs = 60_000
const verdictMs = 1_000
const probeMs = { first: 1_000, longest: 15_000 }
/** A receiver that was down for as long as this is no evidence. */
const knownDownAfter = 10
const firstAfterHold = 50

/**
 * Detects that our own network is down: since anything last proved that it works, attempts at `hostsNeeded` hosts did
 * not get through to anybody. Then deliveries are held and a few probes are sent, until one proves that it works again.
 * What failed meanwhile, and what ends later but was in flight during the hold, was our fault.
 */
export function createNetworkWatch({ onHeld, onEnded }: NetworkWatchOptions): NetworkWatch {
  /** Hosts that were not reached, and when. */
  const unreached = new Map<string, number>()
  /** Attempts whose verdict is open. */
  const open = new Set<(ours: boolean) => void>()
  let provedAt = Number.NEGATIVE_INFINITY
  let heldSince: number | undefined
  let lastHoldEnd = Number.NEGATIVE_INFINITY
  let probeAt = 0
  let probePause = probeMs.first

  const decide = (ours: boolean) => {
    for (const resolve of [...open]) resolve(ours)
  }
  const prove = () => {
    const now = performance.now()
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
  const verdict = () =>
    new Promise<boolean>((resolve) => {
      const settle = (ours: boolean) => {
        open.delete(settle)
        clearTimeout(timer)
        resolve(ours)
      }
      const timer = setTimeout(settle, verdictMs, false)
      open.add(settle)
    })

  return {
    async isOurs({ network, host, failuresBefore, startedAt }) {
      if (network === 'works') {
        prove()
        return false
      }
      if (heldSince !== undefined || startedAt <= lastHoldEnd) return true
      if (network === 'unclear' || failuresBefore >= knownDownAfter || startedAt <= provedAt) return false
      const now = performance.now()
      unreached.set(host, now)
      for (const [other, at] of unreached) if (at < now - windowMs) unreached.delete(other)
      if (unreached.size < hostsNeeded) return verdict()
      hold()
      return true
    },
    held: () => heldSince !== undefined,
    takeProbe() {
      const now = performance.now()
      if (now < probeAt) return false
      probeAt = now + probePause
      probePause = Math.min(probePause * 2, probeMs.longest)
      return true
    },
    limit: () => firstAfterHold * 2 ** Math.min(20, (performance.now() - lastHoldEnd) / 1000),
    stop: () => decide(false),
  }
}
