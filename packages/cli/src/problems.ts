import { ApiError } from '@commerce-platform/client'
import { wayOf } from './way.ts'

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
    const remedy = proxyRemedy(error) ?? '`commerce doctor` looks for the reason.'
    return { code: 'UNREACHABLE', message: silenceOf(error, url), remedy, exitCode: exitCodes.unreachable }
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

/** Who does not answer, by which proxy, and why. */
export function silenceOf(error: Error, otherwise?: string): string {
  const way = wayOf(error)
  const by = way?.proxy === undefined ? '' : ` by the proxy ${way.proxy.shown} (${way.proxy.variable})`
  return `${way?.url.origin ?? otherwise ?? 'the service'} does not answer${by}: ${causeOf(error)}`
}

/** What to do where a proxy is between. */
export function proxyRemedy(error: Error): string | undefined {
  const { url, proxy } = wayOf(error) ?? {}
  if (url === undefined || proxy === undefined) return undefined
  const { variable, shown } = proxy
  if (!causeOf(error).includes('407')) return `Is ${variable} right? NO_PROXY=${url.hostname} goes without the proxy.`
  return `It asks for a name and a password: ${variable}=${shown.replace('//', '//NAME:PASSWORD@')}`
}

/** The reason that `fetch` hides in its causes, such as ECONNREFUSED. */
export function causeOf(error: Error): string {
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  const code = cause !== error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return [code, cause.message].filter((part) => part !== '').join(': ') || error.message
}
