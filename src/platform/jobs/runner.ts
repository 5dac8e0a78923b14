import { runSweeps, type Sweep, type SweepServices } from '#src/platform/sweeps/index.ts'
import type { Job } from './index.ts'
import { deleteFailedJobs } from './queries.ts'
import { type JobOptions, runJobs } from './run-jobs.ts'

/** Background work of a module. */
export interface Background<Dependencies> {
  jobs?: readonly Job<never, Dependencies>[]
  sweeps?: readonly Sweep<Dependencies>[]
  /** What else runs until it is stopped. */
  start?: (deps: Dependencies) => Promise<BackgroundRunner>
}

export interface BackgroundRunner {
  /** Starts no more work and waits for running work. */
  stop(): Promise<void>
}

const forgetFailedJobs: Sweep<object> = {
  name: 'jobs.forget-failed',
  everyMs: () => 3_600_000,
  run: ({ db }) => deleteFailedJobs(db),
}

/** Runs jobs and sweeps in this process until stopped. */
export function runInBackground<Dependencies>(
  deps: Dependencies & SweepServices,
  modules: readonly Background<Dependencies>[],
  options: Partial<JobOptions> = {},
): BackgroundRunner {
  const jobs = modules.flatMap((module) => module.jobs ?? [])
  const sweeps = modules.flatMap((module) => module.sweeps ?? [])
  const running = [runJobs(deps, jobs, options), runSweeps(deps, [...sweeps, forgetFailedJobs])]
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
