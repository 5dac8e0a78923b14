import { parseArgs } from 'node:util'
import { openDatabase } from '#src/app/database.ts'
import { createLogger } from '#src/app/logging.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { readMigrationSettings } from '#src/config/migration.ts'

const usage = `Brings the database up to date, as each start of the service does, and ends.

  DATABASE_URL=postgres://... [DATABASE_OWNER_URL=postgres://...] commerce-admin migrate

Processes that start afterwards need no DATABASE_OWNER_URL. May run beside the service, and more than once.
`

/** Exit codes: 0 up to date, 1 the database cannot be migrated, 2 arguments. */
try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) process.stdout.write(usage)
  else await migrate()
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(isUsage ? `${(error as Error).message}\n\n${usage}` : `migrate: ${describeStartFault(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

async function migrate(): Promise<void> {
  const settings = { ...readMigrationSettings(), production: true }
  const logger = createLogger(settings)
  const unused = { DATA_DIR: '', DATABASE_READ_URL: undefined }
  const database = await openDatabase({ ...settings, ...unused }, logger)
  await database.stop()
  logger.info('the database is up to date')
}
