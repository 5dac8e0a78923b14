import { errors } from 'undici'
import { BlockedAddressError } from '#src/platform/egress/address-guard.ts'
import { EgressFaultError } from '#src/platform/egress/egress-proxy.ts'

export type OutcomeKind = 'delivered' | 'rejected' | 'timeout' | 'network_error' | 'blocked' | 'egress_fault'

/**
 * What an attempt says about our own network. `works`: something answered, if only to refuse the connection or to say
 * that the name does not exist. `away`: the attempt got through to nobody. `unclear`: a connection that was silent.
 */
export type NetworkEvidence = 'works' | 'away' | 'unclear'

/** The result of one attempt. All but `delivered` failed; `egress_fault` is our own failure and spends no retry. */
export interface AttemptOutcome {
  kind: OutcomeKind
  network: NetworkEvidence
  startedAt: Date
  durationMs: number
  /** Present once the status line was read, even if the answer did not end. */
  statusCode?: number
  /** Short, from a fixed set: merchants read it, and counts are grouped by it. */
  error?: string
  /** The first 16 KiB of the answer as text, without NUL, which PostgreSQL's text cannot hold. */
  responseBody?: string
  /** Of a complete answer that is not 2xx: its `retry-after`, as it came. */
  retryAfter?: string
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
  ERR_ANSWER_TOO_LONG: 'answer is too long',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'answer is not valid HTTP',
  UND_ERR_INVALID_ARG: 'request could not be made',
  CERT_HAS_EXPIRED: 'certificate expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host',
}

const untrusted = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA|HOSTNAME_)/
const handshake = /^(ERR_SSL_|ERR_TLS_|EPROTO)/

interface OutcomeOfError {
  kind: OutcomeKind
  text: string
  network: NetworkEvidence
}

/** Maps an error of the connection to an outcome. `answering`: the status line had been read. */
export function outcomeOfError(error: unknown, answering: boolean): OutcomeOfError {
  if (error instanceof BlockedAddressError) return { kind: 'blocked', text: error.message, network: 'unclear' }
  // A proxy answers for a receiver that is down as for a way out that is.
  if (error instanceof EgressFaultError) return { kind: 'egress_fault', text: error.message, network: 'away' }
  const code = codeOf(error)
  const own = ownErrors[code]
  if (own !== undefined) return { kind: 'egress_fault', text: own, network: 'unclear' }
  if (isOfNameServers(error)) return { kind: 'network_error', text: 'name not resolved', network: 'away' }
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'timeout', text: 'connection not made in time', network: 'away' }
  }
  const unreachable = code === 'EHOSTUNREACH' || code === 'ENETUNREACH'
  const text = error instanceof errors.HTTPParserError ? 'answer is not valid HTTP' : textOf(code, answering)
  return { kind: 'network_error', text, network: unreachable ? 'away' : 'works' }
}

/** The name servers themselves did not answer; that a name does not exist is an answer. */
function isOfNameServers(error: unknown): boolean {
  const syscall = error instanceof Error && 'syscall' in error ? String(error.syscall) : ''
  const existsNot = ['ENOTFOUND', 'ENODATA'].includes(codeOf(error))
  return /^(query|getaddrinfo)/.test(syscall) && !existsNot
}

function textOf(code: string, answering: boolean): string {
  const cached = networkErrors[code]
  if (cached !== undefined) return cached
  if (untrusted.test(code)) return 'certificate not trusted'
  if (handshake.test(code)) return 'TLS handshake failed'
  return answering ? 'connection closed within the answer' : 'connection closed before an answer'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
