import type { BaseLogger } from 'pino'

/** The logger of every floor: an object of fields, then a message. */
export type Logger = Pick<BaseLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>
