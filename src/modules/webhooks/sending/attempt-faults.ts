import { errors } from 'undici'
import { BlockedAddressError } from './address-guard.ts'
import { EgressFaultError } from './connector.ts'
import type { OutcomeKind } from './sender.ts'

interface Fault {
  kind: OutcomeKind
  /** Short and stable: merchants read it, and counts are grouped by it. */
  text: string
}

/** System faults that say we are in trouble, not the receiver: no descriptors, no memory, no such source address. */
const ours: Record<string, string> = {
  EADDRNOTAVAIL: 'source address not available',
  EADDRINUSE: 'source address not available',
  EMFILE: 'out of sockets',
  ENFILE: 'out of sockets',
  ENOBUFS: 'out of sockets',
  ENOMEM: 'out of sockets',
}

const network: Record<string, string> = {
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

/** What an error of the connection means for the attempt. `answering`: the status had already been read. */
export function describeFault(error: unknown, answering: boolean): Fault {
  if (error instanceof BlockedAddressError) return { kind: 'blocked', text: error.message }
  if (error instanceof EgressFaultError) return { kind: 'egress_fault', text: error.message }
  const code = codeOf(error)
  if (code in ours) return { kind: 'egress_fault', text: ours[code] ?? code }
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'timeout', text: 'connection not made in time' }
  }
  if (error instanceof errors.HTTPParserError) return { kind: 'network_error', text: 'answer is not valid HTTP' }
  return { kind: 'network_error', text: textOf(code, answering) }
}

function textOf(code: string, answering: boolean): string {
  const known = network[code]
  if (known !== undefined) return known
  if (untrusted.test(code)) return 'certificate not trusted'
  if (handshake.test(code)) return 'TLS handshake failed'
  return answering ? 'connection closed within the answer' : 'connection closed before an answer'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
