import { Registry } from 'prom-client'
import { findSweep, startBackground, startJobsAndDeliveries } from '#src/app/background.ts'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { runSweeps } from '#src/platform/sweeps/index.ts'
import type { Making } from './making.ts'

interface Running {
  stop(): Promise<void>
}

/**
 * Starts the background of the service beside the making of its demo shop. What people cause today is delivered and
 * mailed at once. Sweeps wait until the shop is whole: by the clock of today they would end the orders and carts of its
 * past.
 */
export function startBackgroundBeside(making: Making, deps: RunningDependencies): Running {
  const begun = making.pastEnds.then((dueFrom) => dueFrom && startWorkSince(dueFrom, deps))
  const whole = making.ended.then(async (isStopped) => {
    const beside = await begun
    await beside?.stop()
    return isStopped ? undefined : startBackground(deps)
  })
  return {
    async stop() {
      await making.stop()
      const running = await whole
      await running?.stop()
    },
  }
}

/** What was due before is of the past. */
function startWorkSince(dueFrom: Date, service: RunningDependencies): Running {
  // A registry takes the metrics of one engine: the one that is started when the shop is whole.
  const deps = { ...service, metrics: new Registry() }
  const running = [
    startJobsAndDeliveries(deps, { dueFrom }, { dueFrom }),
    // An event is mailed about when it is numbered.
    runSweeps(deps, [findSweep('webhooks.number-events')]),
  ]
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
