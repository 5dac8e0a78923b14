import type { IncomingHttpHeaders } from 'node:http'
import type { ContractChecker } from '#test/support/contract.ts'
import { secretMark } from './world.ts'

export interface Request {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  payload: string | undefined
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  durationMs: number
}

/** Signs of an answer that tells what the service is made of. */
const inside = /node_modules|file:\/\/|\bat \S+ \(|\.ts:\d+|syntax error at or near|violates .* constraint|ECONNREFUSED/

/** What is wrong with an answer; nothing if all is well. */
export function faultsOf(
  { method, path, query, payload }: Request,
  { status, headers, body }: Answer,
  { check, secretIds }: { check: ContractChecker; secretIds: ReadonlySet<string> },
): string[] {
  const faults: string[] = []
  if (status >= 500 && !isRefusal(status, headers, body)) faults.push(`answered ${status}`)
  if (headers['x-request-id'] === undefined) faults.push(`answered ${status} without x-request-id`)
  if ('x-injected' in headers) faults.push('has a header the request has injected')
  if (inside.test(body)) faults.push('tells what the service is made of')
  if (body.includes(secretMark)) faults.push('tells what is secret of another shop')
  const sent = `${path}?${query} ${payload}`
  if ([...secretIds].some((id) => body.includes(id) && !sent.includes(id))) faults.push('holds an id of another shop')
  if (method === 'HEAD' || method === 'OPTIONS') return faults
  // Headers over the limit are refused before anything is known of the route.
  if (status === 431) return [...faults, ...faultsOfFailure(headers, body)]
  try {
    check({ method, path, status, contentType: headers['content-type'], body })
  } catch (error) {
    faults.push((error as Error).message.split('\n')[0]?.replace(/: \{.*/, '') ?? '')
  }
  return status >= 400 ? [...faults, ...faultsOfFailure(headers, body)] : faults
}

/** Refused before anything was begun, because the process has more to do than it can: documented, and repeatable. */
export function isRefusal(status: number, headers: IncomingHttpHeaders, body: string): boolean {
  return status === 503 && headers['retry-after'] !== undefined && body.includes('"SERVICE_UNAVAILABLE"')
}

/** Those that the contract knows have a schema; 404 and 405 of no route are failures like any other, too. */
function faultsOfFailure(headers: IncomingHttpHeaders, body: string): string[] {
  const { success, error } = parse(body) as { success?: unknown; error?: Record<string, unknown> }
  if (success !== false || typeof error?.['code'] !== 'string' || typeof error['message'] !== 'string') {
    return ['is a failure without the envelope of failures']
  }
  const isSame = error['request_id'] === (headers['x-request-id'] ?? error['request_id'])
  return isSame ? [] : ['names another request id than its header']
}

function parse(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
