/** Every error code of the API with its HTTP status (decisions: conventions). */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_CURSOR: 400,
  MISSING_TOKEN: 401,
  UNAUTHORIZED: 401,
  INVALID_DEVICE: 401,
  INVALID_CREDENTIALS: 401,
  TWO_FACTOR_REQUIRED: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  MERCHANT_ACCESS_DENIED: 403,
  TWO_FACTOR_SETUP_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  SKU_TAKEN: 409,
  VARIANT_EXISTS: 409,
  INSUFFICIENT_STOCK: 409,
  INVALID_TRANSITION: 409,
  ORDER_LIMIT: 409,
  PRICE_CHANGED: 409,
  NOT_SOLD_HERE: 409,
  DISCOUNT_UNAVAILABLE: 409,
  SHIPPING_UNAVAILABLE: 409,
  PAYMENT_METHOD_UNAVAILABLE: 409,
  REFUND_TOO_LARGE: 409,
  GIFT_CARD_UNAVAILABLE: 409,
  CURRENCY_MISMATCH: 409,
  REMAINDER_TOO_SMALL: 409,
  WEBHOOK_INACTIVE: 409,
  TWO_FACTOR_ACTIVE: 409,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One fault of one input field; a validation error lists them all at once. */
export interface FieldFault {
  field: string
  message: string
}

export type ErrorDetails = FieldFault[] | Record<string, unknown>

/** A failure that the client is told about. Any other error becomes an opaque INTERNAL_ERROR. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  /** Seconds after which a retry makes sense; sent as `retry-after`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; retryAfter?: number } = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`)
}

/**
 * A row that must exist is not found: after a failover the last writes may not be on the host that answers. The truth
 * is unknown at this moment; a client that repeats the request gets it.
 */
export function cannotBeRead(what: string): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `the ${what} cannot be read at the moment; try again`, { retryAfter: 1 })
}

/** An answer names so many faults: of 10,000 e-mail addresses all may be wrong. */
export const maxFaults = 50

/** One or more faults of named fields that a schema cannot express. */
export function invalid(...faults: FieldFault[]): AppError {
  const details = faults.slice(0, maxFaults)
  return new AppError('VALIDATION_ERROR', details.map((fault) => `${fault.field} ${fault.message}`).join('; '), {
    details,
  })
}
