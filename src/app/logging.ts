import { type Logger, pino } from 'pino'
import type { Config } from '#src/config.ts'

/** Lines are written together: as many as make a page, and none waits longer than this. */
const written = { minLength: 4_096, periodicFlush: 100 }

/**
 * Structured logs to standard output, a JSON object a line. Errors are reduced to what cannot hold a customer's data.
 * A write for each request's line took a tenth of the request's time.
 */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const output = pino.destination({ dest: 1, sync: true, ...written })
  // Sonic-boom's own tries a broken pipe again for ever. A flush meets it first, and then pino replaces this function.
  const flushAll = output.flushSync.bind(output)
  const flushSync = () => {
    output.flush()
    if (output.flushSync === flushSync) flushAll()
  }
  output.flushSync = flushSync
  process.once('exit', () => output.flushSync())
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    output,
  )
}

/**
 * Type, message, code and stack. PostgreSQL's `detail` and `where` quote the row, and are left out; so is whatever else
 * an error carries.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
