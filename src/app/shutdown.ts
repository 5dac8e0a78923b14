import type { Logger } from '#src/platform/lib/logger.ts'

/** A stop must be over before whoever asked for it loses patience: decisions say 35 s. */
const limitMs = 33_000

/**
 * Runs `stop` once when the process is asked to end (SIGTERM, SIGINT) and exits 0; a second signal exits at once. A
 * failure nobody caught stops the same way and exits 1.
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
