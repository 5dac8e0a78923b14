import { availableParallelism } from 'node:os'
import { announce } from '#src/app/announcement.ts'
import { startWhenLoaded } from '#src/app/loading.ts'
import { createLogger } from '#src/app/logging.ts'
import { supervisedRole } from '#src/app/role.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { type Config, readConfig } from './config.ts'

/**
 * The service. In development one process does everything; in production this process keeps one web process per core and
 * one background process running (WEB_PROCESSES).
 */
try {
  const config = readConfig()
  const logger = createLogger(config)
  const role = supervisedRole()
  if (role !== undefined)
    await startWhenLoaded(config, logger, { web: role === 'web', background: role === 'background' })
  else if (isSupervised(config)) {
    const { supervise } = await import('#src/app/supervisor.ts')
    const port = await supervise(logger, config.WEB_PROCESSES || availableParallelism())
    announce(config, `${config.TLS_CERT_FILE ? 'https' : 'http'}://${config.HOST}:${port}`)
  } else {
    const { address } = await startWhenLoaded(config, logger, { web: true, background: true })
    announce(config, address)
  }
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`)
  process.exit(1)
}

/** One process is enough where the database is embedded in it, or where one is asked for. */
function isSupervised(config: Config): boolean {
  return config.DATABASE_URL !== undefined && config.WEB_PROCESSES !== 1
}
