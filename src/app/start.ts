import type { Config } from '#src/config.ts'
import { registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { announceCommits } from '#src/platform/outbox/index.ts'
import { bootstrap } from './bootstrap.ts'
import type { ServiceDatabase } from './database.ts'
import { loadDemoCatalog } from './demo.ts'
import { createDependencies, type RunningDependencies } from './dependencies.ts'
import type { Monitor } from './monitor.ts'
import { loadSecrets } from './secrets.ts'
import { stopOnSignals } from './shutdown.ts'
import { serve } from './web.ts'

/** What a process does. Development does both in one; production may do them in several. */
export interface Roles {
  web: boolean
  background: boolean
  /** Stands alone, with nobody else to tell how it is doing: answers on METRICS_PORT, if that is set. */
  alone?: boolean
}

export interface RunningService {
  deps: RunningDependencies
  /** Where it listens; empty if it does not. */
  address: string
}

/**
 * Starts one process of the service on a database that is up and migrated, and now in its care: first merchant, then what
 * its roles ask for. Stops by signal in the reverse order: take no more requests, finish what runs, and only then let go of
 * the database.
 */
export async function startService(
  config: Config,
  logger: Logger,
  roles: Roles,
  database: ServiceDatabase,
): Promise<RunningService> {
  const running = [database.stop]
  let monitor: Monitor | undefined
  const stop = async () => {
    if (monitor) monitor.unready = 'shutting down'
    for (const end of running.reverse()) await end()
  }
  try {
    const deps = await createDependencies(config, database.url, await loadSecrets(config), logger)
    running.push(deps.close)
    registerQueueMetrics(deps.metrics, deps.db)
    running.push(announceCommits(deps.db, logger).stop)
    if (roles.alone && config.METRICS_PORT !== undefined) {
      const { startMonitor } = await import('./monitor.ts')
      monitor = await startMonitor(deps, config.METRICS_PORT)
      running.push(monitor.close)
    }
    await bootstrap(deps)
    await loadDemoCatalog(deps)
    // Requests begin first, since what background work is made of takes a tenth of a second to load; they end first, too.
    let background: { stop(): Promise<void> } | undefined
    running.push(async () => background?.stop())
    const web = roles.web ? await serve(deps) : undefined
    if (web) running.push(web.stop)
    if (roles.background) {
      const { startBackground } = await import('./start-background.ts')
      background = startBackground(deps)
    }
    if (monitor) monitor.unready = undefined
    stopOnSignals(logger, stop)
    return { deps, address: web?.address ?? '' }
  } catch (error) {
    await stop()
    throw error
  }
}
