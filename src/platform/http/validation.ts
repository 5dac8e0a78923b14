import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError, type FieldFault } from '#src/platform/lib/errors.ts'

/**
 * Validation per part of the request. Bodies are not coerced and refuse unknown fields (by their schemas). Query and
 * path values are text, parsed strictly into the type of their schema: `1e3`, ` 1` and `1.0` are not integers.
 */
const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, coerceTypes: false })
addFormats.default(ajv, ['uuid', 'date-time', 'email', 'uri', 'date'])

interface PropertySchema {
  type?: string
}

export const validatorCompiler: FastifySchemaCompiler<{ properties?: Record<string, PropertySchema> }> = ({
  schema,
  httpPart,
}) => {
  // Compiled at the first request: compiling all schemas took a large part of the start-up time.
  let validate: ValidateFunction | undefined
  const readText = httpPart === 'querystring' || httpPart === 'params' ? textReader(schema.properties ?? {}) : undefined
  return (data: unknown) => {
    if (readText) readText(data as Record<string, unknown>)
    validate ??= ajv.compile(schema)
    if (validate(data)) return { value: data }
    if (httpPart === 'params') return { error: new AppError('NOT_FOUND', 'no such resource') }
    return { error: validationError(validate, httpPart ?? 'body') }
  }
}

/** Parses query text into numbers and booleans. Text that does not parse stays text and fails validation. */
function textReader(properties: Record<string, PropertySchema>): (data: Record<string, unknown>) => void {
  const readers = Object.entries(properties).flatMap(([name, { type }]) => {
    const read = type === undefined ? undefined : reading[type]
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
}

/** Validator for values outside a request, such as rows of a file. Returns all faults by field; empty if valid. */
export function createValidator(schema: TSchema): (value: unknown) => FieldFault[] {
  const validate = ajv.compile(schema)
  return (value) => (validate(value) ? [] : faultsOf(validate, 'body'))
}

function validationError(validate: ValidateFunction, part: string): AppError {
  const unique = faultsOf(validate, part)
  return new AppError('VALIDATION_ERROR', unique.map((fault) => `${fault.field} ${fault.message}`).join('; '), {
    details: unique,
  })
}

function faultsOf(validate: ValidateFunction, part: string): FieldFault[] {
  const faults = (validate.errors ?? []).map((error) => toFault(error, part))
  return [...new Map(faults.map((fault) => [`${fault.field}\0${fault.message}`, fault])).values()].slice(0, 50)
}

function toFault(error: ErrorObject, part: string): FieldFault {
  const path = fieldPath(error.instancePath)
  const inside = (name: string) => (path ? `${path}.${name}` : name)
  switch (error.keyword) {
    case 'required':
      return { field: inside(String(error.params['missingProperty'])), message: 'is required' }
    case 'additionalProperties':
      return {
        field: inside(String(error.params['additionalProperty']).slice(0, 100)),
        message: 'is not a known field',
      }
    case 'pattern':
      return { field: path || part, message: describePattern(error) }
    case 'enum':
      return {
        field: path || part,
        message: `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`,
      }
    default:
      return { field: path || part, message: error.message ?? 'is not valid' }
  }
}

function describePattern(error: ErrorObject): string {
  const pattern = String(error.params['pattern'])
  return pattern.includes('\\p{Cc}') ? 'must not contain control characters' : 'has the wrong form'
}

/** `/items/0/quantity` becomes `items[0].quantity`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}
