import type { BaseLogger } from 'pino'

/** Where every floor writes its log lines: an object of fields, then a message. */
export type Logger = Pick<BaseLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>
