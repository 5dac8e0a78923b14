import { flushCompileCache } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#src/config.ts'
import { openDatabase } from './database.ts'
import type { Roles, RunningService } from './start.ts'

/** Compiled code is written down when the first requests have had their turn. */
const keepAfterMs = 2_000

/**
 * Starts one process of the service. Most of a start is reading and compiling some 1,500 modules: meanwhile the database
 * comes up; and what was compiled is kept for the next start where NODE_COMPILE_CACHE names a folder, as `npm start` does.
 */
export async function startWhenLoaded(
  config: Config,
  logger: FastifyBaseLogger,
  roles: Roles,
): Promise<RunningService> {
  setTimeout(flushCompileCache, keepAfterMs).unref()
  const launched = Promise.withResolvers<void>()
  const opening = openDatabase(config, logger, { onLaunched: launched.resolve })
  // Reading modules leaves no turn to anything else; a database that was not launched before would be launched after.
  if (config.DATABASE_URL === undefined) await Promise.race([launched.promise, opening])
  const [database, { startService }] = await Promise.all([opening, import('./start.ts')])
  return startService(config, logger, roles, database)
}
