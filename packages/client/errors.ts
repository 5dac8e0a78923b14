import type { components } from './contract.gen.ts'

type Bodies = {
  [Name in keyof components['responses']]: components['responses'][Name] extends {
    content: { 'application/json': { error: infer Body } }
  }
    ? Body
    : never
}

/** Of any failure; each operation's answers name the codes they can have. */
type ErrorBody = Bodies[keyof Bodies]

export type ErrorCode = ErrorBody['code']

export interface FieldFault {
  field: string
  message: string
}

/** Any answer of the API that is not a success. What has no answer is a TypeError of `fetch`, or an AbortError. */
export class ApiError extends Error {
  readonly status: number
  /** The contract's codes. A gateway in front that answers by itself is taken for SERVICE_UNAVAILABLE. */
  readonly code: ErrorCode
  readonly requestId: string | undefined
  readonly details: unknown
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message ?? `the service answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? (status >= 500 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR')
    this.requestId = body.request_id
    this.details = body.details
    this.retryAfter = retryAfter
  }

  /** Of VALIDATION_ERROR: what is wrong with which field. */
  get faults(): FieldFault[] {
    return Array.isArray(this.details) ? (this.details as FieldFault[]) : []
  }
}

export async function toApiError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => undefined)) as { error?: Partial<ErrorBody> } | undefined
  return new ApiError(answer.status, body?.error ?? {}, retryAfterOf(answer))
}

/** Seconds; a date is not sent by this service. */
export function retryAfterOf(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
