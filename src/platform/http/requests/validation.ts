import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError, type FieldFault, invalid, maxFaults } from '#src/platform/lib/errors.ts'
import { compiledOnce } from '../compiled-once.ts'
import { cleanerOf } from './clean-values.ts'
import { describe, faultFinder, type JsonSchema, withFormats } from './faults.ts'

/**
 * Validation per part of the request. Bodies are not coerced and refuse unknown fields (by their schemas). Query and
 * path values are text, parsed strictly into the type of their schema: `1e3`, ` 1` and `1.0` are not integers. An
 * unknown query parameter is refused: an ignored filter would answer another question. Texts are trimmed (`cleanerOf`).
 */
const ajv = withFormats(new Ajv({ useDefaults: true, strict: false, coerceTypes: false }))
const validatorOf = compiledOnce((schema: JsonSchema) => ajv.compile(schema))

export const validatorCompiler: FastifySchemaCompiler<JsonSchema> = ({ schema, httpPart }) => {
  const part = httpPart ?? 'body'
  const find = createFinder(part === 'querystring' ? { ...schema, additionalProperties: false } : schema, part)
  const readText = part === 'querystring' || part === 'params' ? textReader(schema.properties ?? {}) : undefined
  return (data: unknown) => {
    if (readText) readText(data as Record<string, unknown>)
    const faults = find(data)
    if (faults.length === 0) return { value: data }
    if (part === 'params') return { error: new AppError('NOT_FOUND', 'no such resource') }
    return { error: invalid(...faults) }
  }
}

/** In Fastify's order of validation, which stops at the first invalid part. */
const parts = ['body', 'querystring', 'headers'] as const

/** A refusal of one part of a request, with the faults of the parts that Fastify did not reach. */
export function withFaultsBehind(error: unknown, request: FastifyRequest): unknown {
  const { validationContext: part } = error as { validationContext?: (typeof parts)[number] }
  if (!(error instanceof AppError) || !Array.isArray(error.details) || part === undefined) return error
  const further = parts.slice(parts.indexOf(part) + 1).flatMap((next): FieldFault[] => {
    const check = request.getValidationFunction(next) as ((value: unknown) => { error?: unknown }) | undefined
    const refusal = check?.(request[next === 'querystring' ? 'query' : next]).error
    return refusal instanceof AppError && Array.isArray(refusal.details) ? refusal.details : []
  })
  return further.length === 0 ? error : invalid(...error.details, ...further)
}

/**
 * Refuses query values that are not percent-encoded UTF-8, which the router would keep undecoded. Such a name is
 * unknown anyway. A missing token or permission is reported first.
 */
export function refuseUndecodableQuery(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const start = request.url.indexOf('?')
    const isRead = start !== -1 && request.routeOptions.schema?.querystring !== undefined
    const parts = isRead && request.url.includes('%', start) ? request.url.slice(start + 1).split('&') : []
    const faults = parts
      .filter((part) => part.includes('=') && !isPercentEncoded(part.slice(part.indexOf('='))))
      .slice(0, maxFaults)
      .map((part) => ({
        field: part.slice(0, Math.min(part.indexOf('='), 100)) || 'querystring',
        message: undecodable,
      }))
    done(faults.length > 0 ? invalid(...faults) : undefined)
  })
}

const undecodable = 'is not percent-encoded UTF-8'

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Validator for values outside a request, such as rows of a file. Returns the first faults; empty if valid. */
export function createValidator(schema: TSchema): (value: unknown) => FieldFault[] {
  return createFinder(schema as JsonSchema, 'body')
}

/**
 * Ajv checks a valid value once and stops at the first fault. The faults of an invalid value are then found one by one,
 * up to the limit. Schemas are compiled at their first use: compiling all of them took a large part of the start-up
 * time.
 */
function createFinder(schema: JsonSchema, part: string): (value: unknown) => FieldFault[] {
  let find: ReturnType<typeof faultFinder> | undefined
  const clean = part === 'headers' ? undefined : cleanerOf(schema)
  return (value) => {
    clean?.(value)
    const validate = validatorOf(schema)
    if (validate(value)) return []
    const [error] = validate.errors ?? []
    find ??= faultFinder(schema, part === 'querystring' ? unknownParameter : () => 'is not a known field')
    const faults = Iterator.from(find(value, '')).take(maxFaults).toArray()
    if (faults.length === 0 && error) faults.push({ field: error.instancePath, message: describe(error) })
    return faults.map(({ field, message }) => ({ field: field || part, message }))
  }
}

function unknownParameter(names: readonly string[]): string {
  return `is not a known parameter; ${names.length === 0 ? 'there are none' : `known are ${names.join(', ')}`}`
}

/**
 * Parses query and path text into numbers and booleans, and ids into their stored case, since code compares them. Text
 * that does not parse stays text and fails validation.
 */
function textReader(properties: Record<string, JsonSchema>): (data: Record<string, unknown>) => void {
  const readers = Object.entries(properties).flatMap(([name, { type, format }]) => {
    const read = reading[format ?? type ?? '']
    return read ? [{ name, read }] : []
  })
  return (data) => {
    for (const { name, read } of readers) {
      const text = data[name]
      if (typeof text === 'string') data[name] = read(text)
    }
  }
}

const reading: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  uuid: (text) => text.toLowerCase(),
}
