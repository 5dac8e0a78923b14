import { startWhenLoaded } from '#src/app/loading.ts'
import { createLogger } from '#src/app/logging.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { readConfig } from './config.ts'

/** A background process: jobs, sweeps and webhook deliveries. Start as many as the deliveries need. */
try {
  const config = readConfig()
  await startWhenLoaded(config, createLogger(config), { web: false, background: true })
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`)
  process.exit(1)
}
