import { errors } from 'undici'
import { BlockedAddressError } from './address-guard.ts'
import { EgressFaultError } from './egress-proxy.ts'

export type OutcomeKind = 'delivered' | 'rejected' | 'timeout' | 'network_error' | 'blocked' | 'egress_fault'

/** The result of one attempt. All but `delivered` failed; `egress_fault` is our own failure and spends no retry. */
export interface AttemptOutcome {
  kind: OutcomeKind
  startedAt: Date
  durationMs: number
  /** Present once the status line was read, even if the answer did not end. */
  statusCode?: number
  /** Short, from a fixed set: merchants read it, and counts are grouped by it. */
  error?: string
  /** The first 16 KiB of the answer as text, without NUL, which PostgreSQL's text cannot hold. */
  responseBody?: string
}

/** System errors on our side: no file descriptors, no memory, no such source address. */
const ownErrors: Record<string, string> = {
  EADDRNOTAVAIL: 'source address not available',
  EADDRINUSE: 'source address not available',
  EMFILE: 'out of sockets',
  ENFILE: 'out of sockets',
  ENOBUFS: 'out of sockets',
  ENOMEM: 'out of sockets',
}

const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EINVAL: 'host unreachable',
  ENOTFOUND: 'name not resolved',
  ENODATA: 'name not resolved',
  ESERVFAIL: 'name not resolved',
  EREFUSED: 'name not resolved',
  EBADRESP: 'name not resolved',
  EBADNAME: 'name not resolved',
  ETIMEOUT: 'name not resolved',
  EAI_AGAIN: 'name not resolved',
  EAI_FAIL: 'name not resolved',
  UND_ERR_HEADERS_OVERFLOW: 'answer is not valid HTTP',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'answer is not valid HTTP',
  UND_ERR_INVALID_ARG: 'request could not be made',
  CERT_HAS_EXPIRED: 'certificate expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host',
}

const untrusted = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA|HOSTNAME_)/
const handshake = /^(ERR_SSL_|ERR_TLS_|EPROTO)/

/** Maps an error of the connection to an outcome. `answering`: the status line had been read. */
export function outcomeOfError(error: unknown, answering: boolean): { kind: OutcomeKind; text: string } {
  if (error instanceof BlockedAddressError) return { kind: 'blocked', text: error.message }
  if (error instanceof EgressFaultError) return { kind: 'egress_fault', text: error.message }
  const code = codeOf(error)
  const own = ownErrors[code]
  if (own !== undefined) return { kind: 'egress_fault', text: own }
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'timeout', text: 'connection not made in time' }
  }
  if (error instanceof errors.HTTPParserError) return { kind: 'network_error', text: 'answer is not valid HTTP' }
  return { kind: 'network_error', text: textOf(code, answering) }
}

function textOf(code: string, answering: boolean): string {
  const known = networkErrors[code]
  if (known !== undefined) return known
  if (untrusted.test(code)) return 'certificate not trusted'
  if (handshake.test(code)) return 'TLS handshake failed'
  return answering ? 'connection closed within the answer' : 'connection closed before an answer'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
