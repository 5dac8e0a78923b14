import { type Config, readProcessRole } from '#src/config/config.ts'
import { announceCommits, registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { bootstrap } from './bootstrap.ts'
import { registerConfigurationMetrics } from './configuration-warnings.ts'
import { createDependencies } from './create-dependencies.ts'
import type { ServiceDatabase } from './database.ts'
import { registerDatabaseMetrics } from './database-metrics.ts'
import type { RunningDependencies } from './dependencies.ts'
import type { Monitor } from './monitor.ts'
import { loadSecrets } from './secrets.ts'
import { stopLimitMs, stopOnSignals } from './shutdown.ts'
import { warnOfTimeZones } from './time-zones.ts'
import type { Tracing } from './tracing.ts'
import type { WebServer } from './web.ts'

/** Roles of a process: both in development, one of them in production. */
export interface Roles {
  web: boolean
  background: boolean
}

export interface RunningService {
  deps: RunningDependencies
  /** Base URL; empty if the process does not listen. */
  address: string
}

/**
 * Starts one process of the service on a migrated database, which it then owns. A signal stops it in reverse order:
 * refuse new requests, finish running work, release the database last.
 */
export async function startService(
  config: Config,
  logger: Logger,
  roles: Roles,
  database: ServiceDatabase,
  tracing?: Tracing,
): Promise<RunningService> {
  const running = tracing === undefined ? [database.stop] : [tracing.stop, database.stop]
  let monitor: Monitor | undefined
  const stop = async () => {
    if (monitor) monitor.unready = 'the service is stopping; try again'
    for (const end of running.reverse()) await end()
  }
  try {
    const deps = await createDependencies(config, database.url, await loadSecrets(config), logger, database)
    running.push(deps.close)
    registerQueueMetrics(deps.metrics, deps.db)
    registerDatabaseMetrics(deps)
    registerConfigurationMetrics(deps.metrics, config)
    running.push(announceCommits(deps.db, logger).stop)
    // Under a supervisor the background process answers for the web processes.
    if (config.METRICS_PORT !== undefined && readProcessRole() !== 'web') {
      const { startMonitor } = await import('./monitor.ts')
      monitor = await startMonitor(deps, config.METRICS_PORT)
      running.push(monitor.close)
    }
    // Routes are registered while the database takes in the demo shop.
    const building = roles.web ? import('./web.ts').then(({ buildServer }) => buildServer(deps)) : undefined
    building?.catch(() => {}) // awaited below
    if (config.DEMO_DATA) await (await import('./demo/load-shop.ts')).loadDemoShop(deps)
    await bootstrap(deps)
    // Listens first: loading the background modules takes 100 ms. Both stop in parallel, since each may take the whole
    // time of a stop.
    let background: { stop(): Promise<void> } | undefined
    let web: WebServer | undefined
    running.push(async () => {
      await Promise.all([web?.stop(), background?.stop()])
    })
    web = await building
    const address = (await web?.listen()) ?? ''
    if (roles.background) {
      background = await (await import('./background.ts')).startBackground(deps)
      warnOfTimeZones(deps.db, logger).catch((error) => logger.warn({ err: error }, 'time zones were not compared'))
    }
    if (monitor) monitor.unready = undefined
    stopOnSignals(logger, stopLimitMs(config), stop)
    return { deps, address }
  } catch (error) {
    await stop()
    throw error
  }
}
