import type { Executor } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { upsertJob } from './queries.ts'

/** Work that a business transaction queues and any process does afterwards, with retries. It may run more than once. */
export interface Job<Payload extends object, Dependencies> {
  name: string
  /** For jobs that come in great numbers: they are leased in batches, and other jobs do not wait for them. */
  bulk?: true
  /** For jobs that wait for others' servers: they have loops of their own, and other jobs do not wait for them. */
  slow?: true
  /** For jobs that take seconds of a core or of the database: the same. */
  costly?: true
  run(dependencies: Dependencies, payload: Payload): Promise<void>
}

/** After this long a job that has more to do queues itself anew, so that other shops have a turn. */
export const turnMs = 10_000

/** The last attempt is made about 22 hours after the first (`backoffMs`). */
export const maxAttempts = 13

/**
 * Queues a job. It exists if and only if the transaction commits, and replaces the job with the same key; one that
 * waits for its first attempt keeps its due time, if that is earlier.
 */
export function enqueue<Payload extends object>(
  executor: Executor,
  { name }: Pick<Job<Payload, never>, 'name' | 'run'>,
  payload: Payload,
  key?: string,
  delayMs = 0,
): Promise<void> {
  return upsertJob(executor, { id: newId(), name, payload, key: key ?? null, maxAttempts, delayMs })
}

/** The pause after a failed attempt: e^n seconds, at most 6 hours. */
export function backoffMs(attempts: number): number {
  return Math.exp(Math.min(attempts, 10)) * 1000
}
