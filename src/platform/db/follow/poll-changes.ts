import type { Logger } from '#src/platform/lib/logger.ts'

/** Repeats a read several times a second, so that a cache of the process lags the database by less than a second. */
export interface Following {
  /** False while the last read is nearly a second old: then ask the database. */
  isCurrent(): boolean
  stop(): Promise<void>
}

const pollMs = 300
const staleAfterMs = 900
/** A change can commit up to 30 s after its timestamp (statement and idle timeouts); reads overlap by twice that. */
export const overlapMs = 60_000

/** Resolves once the first read is done. @throws what the first read throws */
export async function pollChanges(
  what: string,
  read: () => Promise<void>,
  logger: Pick<Logger, 'warn'>,
): Promise<Following> {
  let lastAt = 0
  let stopped = false
  let failing = false
  let running: Promise<void> | undefined

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    await read()
    lastAt = startedAt
  }

  await poll()
  const timer = setInterval(() => {
    // One read at a time, so that a slow database is not asked more often.
    running ??= poll()
      .then(() => {
        failing = false
      })
      .catch((error) => {
        if (!failing && !stopped)
          logger.warn({ err: error }, `${what} cannot be read; asking the database for each request`)
        failing = true
      })
      .finally(() => {
        running = undefined
      })
  }, pollMs)
  timer.unref()

  return {
    isCurrent: () => performance.now() - lastAt < staleAfterMs,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
