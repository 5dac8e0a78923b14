import type { Executor } from '#src/platform/db/transaction.ts'
import { deleteJob, insertJob } from './queries.ts'

/** Work that is queued in a business transaction and done afterwards, with retries, by whichever worker is free. */
export interface Job<Payload extends object, Dependencies> {
  name: string
  run(dependencies: Dependencies, payload: Payload): Promise<void>
}

/** Work that is done again and again by one process at a time. */
export interface Sweep<Dependencies> {
  name: string
  /** Milliseconds between the end of one run and the start of the next. */
  everyMs(dependencies: Dependencies): number
  run(dependencies: Dependencies): Promise<void>
}

/** What a module does in the background. */
export interface Background<Dependencies> {
  jobs?: readonly Job<never, Dependencies>[]
  sweeps?: readonly Sweep<Dependencies>[]
}

/** Queues a job; it exists if and only if the transaction commits. */
export function enqueue<Payload extends object>(
  executor: Executor,
  job: Pick<Job<Payload, never>, 'name' | 'run'>,
  payload: Payload,
  options: { key?: string; runAt?: Date; maxAttempts?: number } = {},
): Promise<void> {
  return insertJob(executor, job.name, payload, options)
}

/** Takes back the job with this key, if it still waits. */
export function withdraw(executor: Executor, key: string): Promise<void> {
  return deleteJob(executor, key)
}
