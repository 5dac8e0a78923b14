import { forgetRequestCounts } from '#src/platform/http/overload/rate-limit-sweep.ts'
import { forgetIdempotencyKeys, storedAnswers } from '#src/platform/http/requests/idempotency-sweep.ts'
import { type Background, runInBackground } from '#src/platform/jobs/runner.ts'
import { resealSweep } from '#src/platform/sweeps/reseal.ts'
import { statisticsSweep } from '#src/platform/sweeps/statistics.ts'
import type { Dependencies } from './dependencies.ts'
import { reactAgain } from './extensions/react.ts'
import { modules } from './modules.ts'

/** All values encrypted at rest. */
const sealedValues = [storedAnswers, ...modules.flatMap(({ sealed }) => sealed ?? [])]

/** Jobs and sweeps of platform and of all modules. */
export const background: readonly Background<Dependencies>[] = [
  ...modules.flatMap((module) => module.background ?? []),
  { jobs: [reactAgain] },
  { sweeps: [resealSweep<Dependencies>(sealedValues), statisticsSweep, forgetIdempotencyKeys, forgetRequestCounts] },
]

/** Starts everything that runs outside requests: jobs, sweeps and webhook deliveries. */
export async function startBackground(deps: Dependencies): Promise<{ stop(): Promise<void> }> {
  const running = [
    runInBackground(deps, background),
    ...(await Promise.all(background.flatMap(({ start }) => start?.(deps) ?? []))),
  ]
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
