import { readConfig } from './config.ts'
import { createLogger } from './logging.ts'
import { describeStartFault } from './service/faults.ts'
import { startWhenLoaded } from './service/loading.ts'

/** A background process alone: jobs, sweeps and webhook deliveries. Start as many as the deliveries need. */
try {
  const config = readConfig()
  await startWhenLoaded(config, createLogger(config), { web: false, background: true, alone: true })
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`)
  process.exit(1)
}
