import { errorStatus } from '#src/platform/lib/errors.ts'
import { codesKey } from '../envelope.ts'
import { type Components, type Json, type Operation, operationsOf, type Paths, statusText } from './finish.ts'

const integer = { type: 'integer' }
const headers = {
  'x-request-id': {
    description: 'Id of this request, for support. A failure repeats it in `error.request_id`.',
    schema: { type: 'string' },
  },
  'ratelimit-limit': { description: 'Limit of requests per minute.', schema: integer },
  'ratelimit-remaining': { description: 'Requests left in this minute.', schema: integer },
  'ratelimit-reset': { description: 'Seconds until the next minute begins.', schema: integer },
  'retry-after': { description: 'Seconds to wait before a retry.', schema: integer },
  'idempotent-replayed': {
    description: '`true`: the answer of an earlier request with this idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
}
type HeaderName = keyof typeof headers
const limits: HeaderName[] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']

function refer(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

interface ErrorSchema extends Json {
  properties: Json & { error: Json & { properties: Json & { code: Json } } }
}

/** The failure envelope with these codes alone. */
function withCodes(schema: ErrorSchema, codes: readonly string[]): ErrorSchema {
  const copy = structuredClone(schema)
  copy.properties.error.properties.code = { type: 'string', enum: codes }
  return copy
}

/** Gives failures their codes, as shared responses, and every response its headers. */
export function describeFailures(paths: Paths, components: Components): void {
  components.headers = headers
  for (const operation of operationsOf(paths)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = response.content?.['application/json']?.schema
      const codes = schema?.[codesKey] as string[] | undefined
      if (codes === undefined) describeSuccess(operation, status, response)
      else operation.responses[status] = failure(Number(status), codes, components)
    }
  }
}

function describeSuccess(operation: Operation, status: string, response: Operation['responses'][string]): void {
  if (status === '304') return
  const hasKey = operation.parameters?.some(({ name }) => name === 'idempotency-key')
  const names: HeaderName[] = ['x-request-id', ...(operation.responses['429'] ? limits : [])]
  response.headers = { ...refer(hasKey ? [...names, 'idempotent-replayed'] : names), ...response.headers }
}

function failure(status: number, given: readonly string[], components: Components): { $ref: string } {
  const codes = Object.keys(errorStatus).filter((code) => given.includes(code))
  const name = codes
    .map((code) => code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase()))
    .join('Or')
  const isEarly = status === 429 || status === 503 || codes.includes('IDEMPOTENCY_IN_PROGRESS')
  const retry: HeaderName[] = isEarly ? ['retry-after'] : []
  components.responses[name] = {
    description: `${statusText(status)}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: refer(['x-request-id', ...retry]),
    content: {
      'application/json': {
        schema: withCodes(components.schemas['Error'] as ErrorSchema, codes),
        example: {
          success: false,
          error: { code: codes[0], message: 'what was wrong', request_id: 'b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60' },
        },
      },
    },
  }
  return { $ref: `#/components/responses/${name}` }
}
