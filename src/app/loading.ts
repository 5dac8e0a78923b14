import { flushCompileCache } from 'node:module'
import type { Config } from '#src/config/config.ts'
import { readTracing } from '#src/config/tracing.ts'
import type { Launched } from '#src/platform/embedded-postgres/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { openDatabase } from './database.ts'
import type { Roles, RunningService } from './start.ts'
import type { Tracing } from './tracing.ts'

/** The compile cache is written after the first requests. */
const flushCacheAfterMs = 2_000

/**
 * Starts one process of the service. Loading some 1,500 modules takes most of the start-up time, so the database starts
 * up meanwhile. Compiled code is cached for the next start (NODE_COMPILE_CACHE, set by `npm start`).
 */
export async function startWhenLoaded(config: Config, logger: Logger, roles: Roles): Promise<RunningService> {
  setTimeout(flushCompileCache, flushCacheAfterMs).unref()
  const launched = Promise.withResolvers<Launched>()
  const opening = openDatabase(config, logger, { onLaunched: launched.resolve })
  opening.catch(() => {}) // awaited below: it may fail while modules are loaded
  // Loading modules blocks the event loop, so the embedded server must be launched before.
  if (config.DATABASE_URL === undefined) await Promise.race([launched.promise, opening])
  const tracing = await startTracing(logger)
  const { startService } = await import('./start.ts')
  // Routes and their modules, which a background process does not need.
  if (roles.web) await import('./web.ts')
  const database = await opening
  return startService(config, logger, roles, database, tracing)
}

/** Before the routes, which add their spans only where there are traces. */
async function startTracing(logger: Logger): Promise<Tracing | undefined> {
  const settings = readTracing()
  return settings && (await import('./tracing.ts')).startTracing(settings, logger)
}
