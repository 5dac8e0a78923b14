import type { Sender } from '../sending/sender.ts'

/** Settings of one engine. */
export interface EngineOptions {
  /** Longer than the deadline of an attempt. */
  leaseMs: number
  /** Attempts in flight for one receiver. */
  cap: number
  /** Attempts in flight in this process. */
  maxInFlight: number
  /** An attempt that takes longer is slow. */
  slowAfterMs: number
  pollMs: number
  /** How often expired leases are ended. */
  reclaimMs: number
  /** A delivery fails after so many lost leases in a row: it may crash its workers. */
  maxLost: number
  heartbeatMs: number
  /** A connection is dropped after so long without an answer to a statement: a firewall may have forgotten it. */
  answerTimeoutMs: number
  sender: Sender
}

/** Dependencies of a worker. */
export function defaultOptions(deadlineMs: number): Omit<EngineOptions, 'sender'> {
  return {
    leaseMs: deadlineMs + 15_000,
    cap: 10,
    maxInFlight: 5_000,
    slowAfterMs: 1_000,
    pollMs: 1_000,
    reclaimMs: 2_500,
    maxLost: 20,
    heartbeatMs: 3_000,
    answerTimeoutMs: 10_000,
  }
}
