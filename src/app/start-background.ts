import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { background } from './background.ts'
import type { Dependencies } from './dependencies.ts'

/** Runs everything that happens outside a request: jobs, sweeps and webhook deliveries. */
export async function startBackground(deps: Dependencies): Promise<{ stop(): Promise<void> }> {
  const jobs = await runInBackground(deps, background)
  const deliveries = startDeliveryEngine(deps)
  return {
    async stop() {
      await Promise.all([jobs.stop(), deliveries.stop()])
    },
  }
}
