import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#src/config/config.ts'

type Settings = Pick<Config, 'LOG_LEVEL'> & Partial<Pick<Config, 'production'>>

/** Lines are written in batches of a page; none waits longer than this. */
const written = { minLength: 4_096, periodicFlush: 100 }

/** Development in a terminal. */
export function isForPeople({ production }: Partial<Pick<Config, 'production'>>): boolean {
  return !production && process.stdout.isTTY
}

/**
 * Structured logs to standard output, a JSON object per line; readable lines in development in a terminal. Errors are
 * reduced to fields that cannot contain a customer's data.
 */
export function createLogger(config: Settings): Logger {
  const pretty = isForPeople(config) ? prettyOutput() : undefined
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    pretty ?? jsonOutput(),
  )
}

/** A write for each request's line took a tenth of the request's time. */
function jsonOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, ...written })
  // Sonic-boom's own function retries a broken pipe for ever. A flush meets it first, and then pino replaces this
  // function.
  const flushAll = output.flushSync.bind(output)
  const flushSync = () => {
    output.flush()
    if (output.flushSync === flushSync) flushAll()
  }
  output.flushSync = flushSync
  process.once('exit', () => output.flushSync())
  return output
}

/** Undefined without development dependencies. Not the stream of pino-pretty: the addresses would come before it. */
function prettyOutput(): DestinationStream | undefined {
  process.stdout.on('error', () => {}) // the terminal is gone, which is no reason to end
  try {
    const { prettyFactory }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
    const prettify = prettyFactory({ ignore: 'pid', singleLine: true, translateTime: 'SYS:HH:MM:ss' })
    return { write: (line) => void process.stdout.write(prettify(line)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * Type, message, code and stack. Leaves out PostgreSQL's `detail` and `where`, which quote the row, and all other
 * fields of an error.
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
