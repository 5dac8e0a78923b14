import type { components } from './contract.gen.ts'

type Bodies = {
  [Name in keyof components['responses']]: components['responses'][Name] extends {
    content: { 'application/json': { error: infer Body } }
  }
    ? Body
    : never
}

/** Code of any failure; the answers of each operation list their codes. */
type ErrorBody = Bodies[keyof Bodies]

export type ErrorCode = ErrorBody['code']

export interface FieldFault {
  field: string
  message: string
}

/** Any failure answer of the API. A request without an answer is a TypeError of `fetch`, or an AbortError. */
export class ApiError extends Error {
  readonly status: number
  /** A code of the contract. An answer of a gateway in front counts as SERVICE_UNAVAILABLE. */
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

  /** Faults of a VALIDATION_ERROR by field. */
  get faults(): FieldFault[] {
    return Array.isArray(this.details) ? (this.details as FieldFault[]) : []
  }
}

export async function toApiError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => undefined)) as { error?: Partial<ErrorBody> } | undefined
  const location = answer.headers.get('location')
  const moved = answer.status >= 300 && answer.status < 400 && location !== null
  const message = `the service answered ${answer.status} and leads to ${location}: if that is right, it is the baseUrl`
  return new ApiError(answer.status, body?.error ?? (moved ? { message } : {}), retryAfterOf(answer))
}

/** Seconds; this service sends no dates. */
export function retryAfterOf(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
