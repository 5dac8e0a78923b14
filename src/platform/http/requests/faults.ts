import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { domainFault } from '#src/platform/lib/email.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { hasControls } from '#src/platform/lib/text-pattern.ts'
import { compiledOnce } from '../compiled-once.ts'

/** The supported part of JSON Schema. */
export interface JsonSchema {
  type?: string
  format?: string
  properties?: Record<string, JsonSchema>
  /** Of names that match; only where `additionalProperties` is false. */
  patternProperties?: Record<string, JsonSchema>
  required?: readonly string[]
  /** A schema: that of the values whose keys the sender chooses. */
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  maxProperties?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  anyOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  maxLength?: number
  examples?: readonly unknown[]
}

type Finder = (value: unknown, path: string) => Iterable<FieldFault>

/**
 * Finds the faults of a value one by one, so that the caller decides where to stop. Ajv collects either one fault or
 * all: for 1 MiB of `{}` lines it collected 700,000 in 3 s, of which 50 were sent. Here Ajv checks only scalar values.
 * An array with too many items is one fault, and its items are not checked.
 */
export function faultFinder(schema: JsonSchema, describeUnknown: (names: readonly string[]) => string): Finder {
  const compile = (part: JsonSchema): Finder => {
    if (part.type === 'object') return objectFinder(part, compile, describeUnknown)
    if (part.type === 'array') return arrayFinder(part, compile)
    const [choice, ...others] = part.anyOf?.filter(({ type }) => type !== 'null') ?? []
    if (choice === undefined || others.length > 0) return choiceFinder(part, compile)
    // For a value other than null, the faults of its own schema are reported, not that it is not null.
    const find = compile(choice)
    return (value, path) => (value === null ? [] : find(value, path))
  }
  return compile(schema)
}

/** Who sent an object is told what is wrong with that, where one of the choices is an object. */
function choiceFinder(part: JsonSchema, compile: (part: JsonSchema) => Finder): Finder {
  const object = part.anyOf?.find(({ type }) => type === 'object')
  const findInObject = object && compile(object)
  const find = valueFinder(part)
  return (value, path) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return findInObject && isObject ? findInObject(value, path) : find(value, path)
  }
}

function objectFinder(
  schema: JsonSchema,
  compile: (part: JsonSchema) => Finder,
  describeUnknown: (names: readonly string[]) => string,
): Finder {
  const properties = schema.properties ?? {}
  const names = Object.keys(properties)
  const finders = names.map((name) => [name, compile(properties[name] ?? {})] as const)
  const unknown = schema.additionalProperties === false ? describeUnknown(names) : undefined
  const patterns = Object.entries(schema.patternProperties ?? {}).map(
    ([pattern, part]) => [new RegExp(pattern, 'u'), compile(part)] as const,
  )
  const findOther = otherFinder(schema, compile)
  return function* (value, path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      yield { field: path, message: 'must be object' }
      return
    }
    const fields = value as Record<string, unknown>
    for (const name of schema.required ?? [])
      if (fields[name] === undefined) yield { field: inside(path, name), message: 'is required' }
    if (unknown !== undefined)
      for (const name in fields) {
        if (Object.hasOwn(properties, name)) continue
        const place = inside(path, name.slice(0, 100))
        const [, find] = patterns.find(([pattern]) => pattern.test(name)) ?? []
        if (find === undefined) yield { field: place, message: unknown }
        else yield* find(fields[name], place)
      }
    yield* findOther(fields, path)
    for (const [name, find] of finders) if (fields[name] !== undefined) yield* find(fields[name], inside(path, name))
  }
}

/** Of an object whose keys the sender chooses. */
function otherFinder(
  { additionalProperties: values, propertyNames: names = {}, maxProperties = Number.POSITIVE_INFINITY }: JsonSchema,
  compile: (part: JsonSchema) => Finder,
): (fields: Record<string, unknown>, path: string) => Iterable<FieldFault> {
  if (typeof values !== 'object') return () => []
  const [findName, find] = [compile(names), compile(values)]
  return function* (fields, path) {
    const keys = Object.keys(fields)
    if (keys.length > maxProperties) {
      yield { field: path, message: `must NOT have more than ${maxProperties} keys` }
      return
    }
    for (const key of keys) {
      const place = inside(path, key.slice(0, 100))
      for (const { message } of findName(key, place)) yield { field: place, message: `has a key that ${message}` }
      yield* find(fields[key], place)
    }
  }
}

function arrayFinder(schema: JsonSchema, compile: (part: JsonSchema) => Finder): Finder {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const find = compile(schema.items ?? {})
  return function* (value, path) {
    if (!Array.isArray(value)) yield { field: path, message: 'must be array' }
    else if (value.length > maxItems) yield { field: path, message: `must NOT have more than ${maxItems} items` }
    else if (value.length < minItems) yield { field: path, message: `must NOT have fewer than ${minItems} items` }
    else for (const [index, item] of value.entries()) yield* find(item, `${path}[${index}]`)
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Maximum length: more decimals of a second than any client sends. */
const maxMomentLength = 64

const ajv = withFormats(new Ajv({ allErrors: true, strict: false }))
const validatorOf = compiledOnce((schema: JsonSchema) => ajv.compile(schema))

/**
 * The formats that schemas may name. The package's `uuid` takes `urn:uuid:…` too, which PostgreSQL does not; its
 * `date-time` cuts the text at every space, 70 ms for 256 KiB of them.
 */
export function withFormats(ajv: Ajv): Ajv {
  const { validate } = addFormats.default.get('date-time') as { validate: (text: string) => boolean }
  return ajv
    .addFormat('uuid', uuid)
    .addFormat('password', true)
    .addFormat('idn-email', (text: string) => domainFault(text) === undefined)
    .addFormat('date-time', (text: string) => text.length <= maxMomentLength && validate(text))
}

/** A scalar (text, number, boolean, null) or a choice of these, which has few faults. */
function valueFinder(schema: JsonSchema): Finder {
  return (value, path) => {
    const validate = validatorOf(schema)
    if (validate(value)) return []
    const errors = validate.errors ?? []
    // If a text is no address at all, its domain is not checked.
    const hasForm = errors.every(({ keyword }) => keyword !== 'pattern')
    const messages = new Set(
      errors.filter((error) => hasForm || !isMailbox(error)).map((error) => describe(error, value, schema.examples)),
    )
    return [...messages].map((message) => ({ field: path, message }))
  }
}

export function describe(error: ErrorObject, value?: unknown, examples?: readonly unknown[]): string {
  switch (error.keyword) {
    case 'pattern':
      if (typeof value === 'string' && hasControls(value)) return 'must not contain control characters'
      return wrongForm(examples)
    case 'format':
      return (isMailbox(error) && domainFault(String(value))) || wrongForm(examples)
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`
    default:
      return error.message ?? 'is not valid'
  }
}

const isMailbox = ({ params }: ErrorObject) => params['format'] === 'idn-email'

function wrongForm(examples?: readonly unknown[]): string {
  return examples ? `has the wrong format; example: ${examples[0]}` : 'has the wrong format'
}

function inside(path: string, name: string): string {
  return path ? `${path}.${name}` : name
}
