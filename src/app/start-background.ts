import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { background } from './background.ts'
import type { Dependencies } from './dependencies.ts'

/** Runs everything that happens outside a request: jobs, sweeps and webhook deliveries. */
export function startBackground(deps: Dependencies): { stop(): Promise<void> } {
  const jobs = runInBackground(deps, background)
  const deliveries = startDeliveryEngine(deps)
  return {
    async stop() {
      await Promise.all([jobs.stop(), deliveries.stop()])
    },
  }
}
