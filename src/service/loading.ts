import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#src/config.ts'
import { openDatabase } from './database.ts'
import type { Roles, RunningService } from './start.ts'

/** Compiled code is written down when the first requests have had their turn. */
const keepAfterMs = 2_000

/**
 * Starts one process of the service. Most of a start is reading and compiling some 1,500 modules: meanwhile the database
 * comes up, and beside an embedded one what was compiled is kept for the next start.
 */
export async function startWhenLoaded(
  config: Config,
  logger: FastifyBaseLogger,
  roles: Roles,
): Promise<RunningService> {
  const opening = openDatabase(config, logger)
  if (config.DATABASE_URL === undefined) keepCompiled(join(resolve(config.DATA_DIR), 'compiled'))
  const [database, { startService }] = await Promise.all([opening, import('./start.ts')])
  return startService(config, logger, roles, database)
}

/** In a folder of the service's own: what stands in it is run. Node.js does without, if it cannot be written. */
function keepCompiled(folder: string): void {
  enableCompileCache(folder)
  setTimeout(flushCompileCache, keepAfterMs).unref()
}
