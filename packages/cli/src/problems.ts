import { ApiError } from '@commerce-platform/client'

/** Exit codes, as the README documents them. */
export const exitCodes = { failed: 1, usage: 2, notSignedIn: 4, unreachable: 5, interrupted: 130 } as const

/** A failure that a person can do something about: what is wrong, and the remedy. */
export class Problem extends Error {
  readonly exitCode: number
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string, exitCode: number = exitCodes.failed) {
    super(message)
    this.name = 'Problem'
    this.remedy = remedy
    this.exitCode = exitCode
  }
}

/** A wrong command line. */
export function wrongUsage(message: string, remedy?: string): Problem {
  return new Problem(message, remedy, exitCodes.usage)
}

export interface Explained {
  code: string
  message: string
  remedy?: string
  faults?: { field: string; message: string }[]
  request_id?: string
  exitCode: number
}

/** What to tell of any error that reaches the end of a command. */
export function explain(error: unknown, url?: string): Explained {
  if (error instanceof Problem) {
    const { message, exitCode, remedy } = error
    return { code: codeNames[exitCode] ?? 'FAILED', message, exitCode, ...(remedy === undefined ? {} : { remedy }) }
  }
  if (error instanceof ApiError) return explainRefusal(error)
  if (isLostConnection(error)) {
    const message = `${url ?? 'the service'} does not answer: ${causeOf(error)}`
    return {
      code: 'UNREACHABLE',
      message,
      remedy: '`commerce doctor` looks for the reason.',
      exitCode: exitCodes.unreachable,
    }
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message : String(error), exitCode: exitCodes.failed }
}

const codeNames: Record<number, string> = {
  [exitCodes.failed]: 'FAILED',
  [exitCodes.usage]: 'USAGE',
  [exitCodes.notSignedIn]: 'NOT_SIGNED_IN',
  [exitCodes.unreachable]: 'UNREACHABLE',
}

function explainRefusal(error: ApiError): Explained {
  const { code, message, faults, requestId, status } = error
  return {
    code,
    message,
    ...(status === 401 && { remedy: 'Sign in again: `commerce login`.' }),
    ...(faults.length > 0 && { faults }),
    ...(requestId !== undefined && { request_id: requestId }),
    exitCode: status === 401 ? exitCodes.notSignedIn : exitCodes.failed,
  }
}

/** `fetch` throws a TypeError for a connection that fails, and a TimeoutError for one that does not answer. */
export function isLostConnection(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'TimeoutError' || (error instanceof TypeError && 'cause' in error))
}

/** The reason that `fetch` hides in its cause, such as ECONNREFUSED. */
export function causeOf(error: Error): string {
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return [code, cause.message].filter((part) => part !== '').join(': ') || error.message
}
