import { availableParallelism } from 'node:os'
import { announce } from '#src/app/announcement.ts'
import { sayWhoseAddressCounts, warnOfConfiguration } from '#src/app/configuration-warnings.ts'
import { startWhenLoaded } from '#src/app/loading.ts'
import { createLogger } from '#src/app/logging.ts'
import { limitPrivileges, warnOfRoot } from '#src/app/privileges.ts'
import { endOnSignals } from '#src/app/shutdown.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import type { StartReport } from '#src/app/supervisor.ts'
import { type Config, ConfigError, readConfig, readProcessRole } from '#src/config/config.ts'

/**
 * The service. In development one process does everything. In production this process supervises one web process per
 * core (WEB_PROCESSES) and one background process.
 */
const role = readProcessRole()
endOnSignals()
try {
  const config = readConfig()
  // A worker without a web process may use the port.
  if (config.PORT !== 0 && config.METRICS_PORT === config.PORT)
    throw new ConfigError(['METRICS_PORT is the same as PORT; expected another port'])
  const logger = createLogger(config)
  if (role === undefined) {
    warnOfConfiguration(config, logger)
    sayWhoseAddressCounts(config, logger)
    limitPrivileges(config, logger)
  }
  if (role !== undefined) {
    await startWhenLoaded(config, logger, { web: role === 'web', background: role === 'background' })
    process.send?.({ started: true } satisfies StartReport)
  } else if (isSupervised(config)) {
    const { supervise } = await import('#src/app/supervisor.ts')
    const port = await supervise(config, logger, config.WEB_PROCESSES || availableParallelism())
    warnOfRoot(logger)
    announce(config, logger, `${config.TLS_CERT_FILE ? 'https' : 'http'}://${config.HOST}:${port}`)
  } else {
    const { address, deps } = await startWhenLoaded(config, logger, { web: true, background: config.BACKGROUND_WORK })
    warnOfRoot(logger)
    const { findDemoStorefront } = await import('#src/app/demo/demo-storefront.ts')
    announce(config, logger, address, await findDemoStorefront(config, deps.db))
  }
} catch (error) {
  const startFault = describeStartFault(error)
  // The supervisor logs it once, however many processes meet it.
  if (role !== undefined && process.send) process.send({ startFault } satisfies StartReport, () => process.exit(1))
  else {
    process.stderr.write(`${startFault}\n`)
    process.exit(1)
  }
}

/** An embedded database has one process; so has WEB_PROCESSES=1. */
function isSupervised(config: Config): boolean {
  return config.DATABASE_URL !== undefined && config.WEB_PROCESSES !== 1
}
