import type { Config } from '#src/config.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/**
 * A stop waits for attempts at webhook receivers, up to their deadline, and for what they write. The documented limit
 * is 5 s after that deadline.
 */
export function stopLimitMs({ WEBHOOK_TIMEOUT_SECONDS }: Pick<Config, 'WEBHOOK_TIMEOUT_SECONDS'>): number {
  return Math.max(30, WEBHOOK_TIMEOUT_SECONDS) * 1000 + 3_000
}

/**
 * Runs `stop` on SIGTERM or SIGINT and exits 0; a second signal exits at once. An uncaught error stops the same way and
 * exits 1.
 */
export function stopOnSignals(logger: Logger, limitMs: number, stop: () => Promise<void>): void {
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
