import { Type } from 'typebox'
import { openToServers } from '#src/platform/http/openapi/finish.ts'

/** Of requests that need no credentials: a storefront's server may name its shopper. */
export const openToAll = [{ [openToServers]: [] }]

export const linkParams = Type.Object({
  token: Type.String({ maxLength: 500, description: 'Part of the link to the order in the shop’s mails.' }),
})

/** Requests of one token share their idempotency keys, and no others do. */
export const linkHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      description: 'Makes the request safe to repeat for 24 h: the same key and body replay the first answer.',
      examples: ['3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14'],
    }),
  ),
})

const always = ['VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const
const ofBodies = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
/** Of a storefront's server that names its shopper. */
const ofServers = ['UNAUTHORIZED', 'MERCHANT_ACCESS_DENIED'] as const
const ofKeys = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const

export const readErrors = [...always, ...ofServers] as const
export const bodyErrors = [...readErrors, ...ofBodies] as const
export const linkCodes = [...bodyErrors, ...ofKeys, 'NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICT'] as const
