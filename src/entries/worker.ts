import { warnOfConfiguration } from '#src/app/configuration-warnings.ts'
import { startWhenLoaded } from '#src/app/loading.ts'
import { createLogger } from '#src/app/logging.ts'
import { limitPrivileges, warnOfRoot } from '#src/app/privileges.ts'
import { endOnSignals } from '#src/app/shutdown.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { readConfig } from '#src/config/config.ts'

/** A background process: jobs, sweeps and webhook deliveries. Start as many as the deliveries need. */
endOnSignals()
try {
  const config = readConfig()
  const logger = createLogger(config)
  warnOfConfiguration(config, logger)
  limitPrivileges(config, logger)
  await startWhenLoaded(config, logger, { web: false, background: true })
  warnOfRoot(logger)
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`)
  process.exit(1)
}
