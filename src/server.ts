import { availableParallelism } from 'node:os'
import { announce } from '#src/app/announcement.ts'
import { startWhenLoaded } from '#src/app/loading.ts'
import { createLogger } from '#src/app/logging.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { type Config, readConfig, readProcessRole } from './config.ts'

/**
 * The service. In development one process does everything. In production this process supervises one web process per
 * core (WEB_PROCESSES) and one background process.
 */
try {
  const config = readConfig()
  const logger = createLogger(config)
  const role = readProcessRole()
  if (role !== undefined)
    await startWhenLoaded(config, logger, { web: role === 'web', background: role === 'background' })
  else if (isSupervised(config)) {
    const { supervise } = await import('#src/app/supervisor.ts')
    const port = await supervise(config, logger, config.WEB_PROCESSES || availableParallelism())
    announce(config, `${config.TLS_CERT_FILE ? 'https' : 'http'}://${config.HOST}:${port}`)
  } else {
    const { address } = await startWhenLoaded(config, logger, { web: true, background: true })
    announce(config, address)
  }
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`)
  process.exit(1)
}

/** An embedded database has one process; so has WEB_PROCESSES=1. */
function isSupervised(config: Config): boolean {
  return config.DATABASE_URL !== undefined && config.WEB_PROCESSES !== 1
}
