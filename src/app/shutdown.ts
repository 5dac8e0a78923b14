import type { Logger } from '#src/platform/lib/logger.ts'

/** The documented limit of a stop is 35 s. */
const limitMs = 33_000

/**
 * Runs `stop` on SIGTERM or SIGINT and exits 0; a second signal exits at once. An uncaught error stops the same way and
 * exits 1.
 */
export function stopOnSignals(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (reason: string, exitCode: number) => {
    if (stopping) process.exit(exitCode || 130)
    stopping = true
    logger.info({ reason }, 'stopping')
    setTimeout(() => {
      logger.error('could not stop in time')
      process.exit(exitCode)
    }, limitMs).unref()
    stop()
      .catch((error) => logger.error({ err: error }, 'stopping failed'))
      .finally(() => process.exit(exitCode))
  }
  process.on('SIGTERM', () => begin('SIGTERM', 0))
  process.on('SIGINT', () => begin('SIGINT', 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      logger.fatal({ err: error }, event)
      begin(event, 1)
    })
  }
}
