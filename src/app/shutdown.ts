import type { Config } from '#src/config/config.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/**
 * A stop waits for webhook attempts, up to their deadline, and for their outcomes. The documented limit is 5 s after
 * that deadline.
 */
export function stopLimitMs({ WEBHOOK_TIMEOUT_SECONDS }: Pick<Config, 'WEBHOOK_TIMEOUT_SECONDS'>): number {
  return Math.max(30, WEBHOOK_TIMEOUT_SECONDS) * 1000 + 3_000
}

/**
 * One signal may arrive twice: Ctrl-C reaches the whole process group, and npm passes it on. A second signal so soon
 * after the first counts as the same one.
 */
const sameSignalMs = 1_000

const signals = ['SIGTERM', 'SIGINT'] as const
let isStarted = false

/**
 * Lets a signal end this process while it starts, as it ends any other: as the first process of a container it would
 * ignore the signal, and be killed after a grace period.
 */
export function endOnSignals(): void {
  if (process.pid !== 1) return
  for (const signal of signals) process.on(signal, () => isStarted || process.exit(143))
}

/**
 * Runs `stop` on SIGTERM or SIGINT and exits 0; a second signal exits at once. An uncaught error stops the same way and
 * exits 1.
 */
export function stopOnSignals(logger: Logger, limitMs: number, stop: () => Promise<void>): void {
  isStarted = true
  let stoppingSince: number | undefined
  const begin = (reason: string, exitCode: number) => {
    if (stoppingSince !== undefined) process.exit(exitCode || 130)
    stoppingSince = performance.now()
    logger.info({ reason }, 'stopping')
    setTimeout(() => {
      logger.error('could not stop in time')
      process.exit(exitCode)
    }, limitMs).unref()
    stop()
      .catch((error) => logger.error({ err: error }, 'stopping failed'))
      .finally(() => process.exit(exitCode))
  }
  for (const signal of signals) {
    process.on(signal, () => {
      const isSame = stoppingSince !== undefined && performance.now() - stoppingSince < sameSignalMs
      if (!isSame) begin(signal, 0)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      logger.fatal({ err: error }, event)
      begin(event, 1)
    })
  }
}
