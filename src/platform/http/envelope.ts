import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type ErrorCode, errorStatus } from '#src/platform/lib/errors.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'

/** Makes a schema a named component of the contract, by its `title`. */
export function named<const T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { title: name })
}

/** The success envelope around a payload. */
export function envelope<T extends TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true), data })
}

export function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data }
}

const ErrorAnswer = named(
  'Error',
  Type.Object({
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.String({ enum: Object.keys(errorStatus), examples: ['VALIDATION_ERROR'] }),
      message: Type.String({ examples: ['quantity must be integer'] }),
      request_id: Type.String(),
      details: Type.Optional(
        Type.Unknown({ description: 'For VALIDATION_ERROR a list of {field, message}; otherwise data by name.' }),
      ),
    }),
  }),
)

/** In a response schema: the codes it can have. */
export const codesKey = 'x-codes'

type ErrorResponses<C extends ErrorCode> = Record<(typeof errorStatus)[C], typeof ErrorAnswer>

/** Response schemas of the errors an endpoint adds to those of its scope, one for each status with its codes. */
export function errors<C extends ErrorCode>(...codes: C[]): ErrorResponses<C> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code])
  const responses = [...byStatus].map(([status, ofStatus]) => [status, { ...ErrorAnswer, [codesKey]: ofStatus }])
  return Object.fromEntries(responses) as ErrorResponses<C>
}

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] })
export const Uuid = Type.String({ format: 'uuid', examples: ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'] })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Of a change: the version that it is made of, so that it overwrites no other. */
export const expectedVersion = (other = 'there is another', minimum = 1) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum: 2_147_483_647,
      description: `The \`version\` that is changed: 409 \`CONFLICT\` if ${other} by now.`,
      examples: [1],
    }),
  )

/** The answer of an export. */
export const csvFile = { description: 'The file, as it is read.', content: { 'text/csv': { schema: Type.String() } } }
export const exportedFile = {
  ...csvFile,
  content: { ...csvFile.content, 'application/x-ndjson': { schema: Type.String() } },
}

/** A request body; unknown fields are refused. */
export function body<T extends TProperties>(name: string, properties: T): TObject<T> {
  return named(name, Type.Object(properties, { additionalProperties: false }))
}

/** A request body with only optional fields; a missing body counts as `{}`. */
export function optionalBody<T extends TProperties>(name: string, properties: T): TObject<T> {
  return named(name, Type.Object(properties, { additionalProperties: false, default: {} }))
}

/** One line of text: no control characters (including NUL), no lone surrogates (not encodable in UTF-8). */
export function line(options: {
  min?: number
  max: number
  description?: string
  examples?: string[]
  /** Read as it was typed, blanks included. */
  format?: 'password'
}) {
  const { min = 1, max, ...rest } = options
  return Type.String({ minLength: min, maxLength: max, pattern: `^${textCharacter()}*$`, ...rest })
}

/** Text with line breaks and tabs, but no other control characters. */
export function paragraphs(options: { min?: number; max: number; description?: string; examples?: string[] }) {
  const { min = 0, max, ...rest } = options
  return Type.String({
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    pattern: `^(?:${textCharacter()}|[\\n\\r\\t])*$`,
    ...rest,
  })
}

/** A code as people paste it, which may carry tabs and line breaks of where it was copied. */
export function pastedCode(options: { max: number; description?: string; examples?: string[] }) {
  return paragraphs({ min: 1, ...options })
}

/** Texts by keys that the sender chooses. */
export function texts(options: {
  keys: number
  /** Characters of a key, and of a text. */
  key: number
  value: number
  description?: string
  examples?: Record<string, string>[]
}) {
  const { keys, key, value, ...rest } = options
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: line({ min: 0, max: value }),
    propertyNames: { minLength: 1, maxLength: key, pattern: `^${textCharacter()}*$` },
    maxProperties: keys,
    ...rest,
  })
}

export type ErrorBody = Static<typeof ErrorAnswer>
