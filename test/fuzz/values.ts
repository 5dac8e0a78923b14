import fc from 'fast-check'
import type { Json } from '#src/platform/http/openapi/finish.ts'
import { seen } from './pools.ts'

/** Values that a schema of the contract takes, as far as it tells. */

/** Of every user of the test factories; fields of this kind mostly hold it, so that what asks for it succeeds. */
const knownPassword = 'a good password'
const days = 86_400_000
const begun = Date.now()

/** `name` is that of the field or parameter: it may also take what answers have shown under this name. */
export function valid(name: string, schema: Json): fc.Arbitrary<unknown> {
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valid(name, choice)))
  switch (schema['type']) {
    case 'string':
      return text(name, schema)
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return list(name, schema)
    case 'object':
      return object(schema)
    default:
      return fc.constant(null)
  }
}

function text(name: string, schema: Json): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200, pattern, format } = schema as Record<string, never>
  if (/password/.test(name)) return fc.oneof(weighted(6, fc.constant(knownPassword)), weighted(1, free(8, 128)))
  if (format === 'uuid' || /(^|_)id$/.test(name)) return seen(name)
  const usual = (schema['examples'] as string[] | undefined) ?? []
  const known = usual.length > 0 ? [weighted(8, fc.constantFrom(...usual))] : []
  const made = { 'date-time': moment, email, uri: address }[String(format)]
  if (made !== undefined)
    return fc.oneof(...known.slice(0, made === email ? 0 : 1), weighted(3, made), weighted(2, seen(name)))
  if (name === 'url') return address
  const matching = pattern === undefined ? free(minLength, maxLength) : fc.stringMatching(new RegExp(pattern))
  return fc.oneof(...known, weighted(2, matching), weighted(2, seen(name)))
}

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

function free(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) })
  const long = fc.integer({ min: minLength, max: Math.min(maxLength, 3_000) }).map((length) => 'é'.repeat(length))
  return fc.oneof(weighted(6, short), weighted(1, long))
}

const email = fc.nat().map((number) => `fuzz-${number}@example.com`)
/** Names that never resolve, and a port where nobody listens: nothing is sent to strangers. */
const address = fc.constantFrom('https://hooks.invalid/a', 'https://hooks.invalid/b?c=d', 'http://127.0.0.1:9/')
const moment = fc
  .integer({ min: -40 * 24, max: 24 })
  .map((hours) => new Date(begun + (hours * days) / 24).toISOString())

function number(schema: Json): fc.Arbitrary<number> {
  const whole = schema['type'] === 'integer'
  const low = (schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1_000) as number
  const high = (schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1_000_000_000) as number
  const usual = (schema['examples'] as number[] | undefined) ?? []
  const small = fc.integer({ min: Math.ceil(low), max: Math.min(Math.ceil(low) + 12, Math.floor(high)) })
  const any = fc.integer({ min: Math.ceil(low), max: Math.floor(Math.min(high, 2 ** 31 - 1)) })
  const cents = small.map((value) => (whole ? value : Math.min(value + 0.25, high)))
  const known = usual.length > 0 ? [weighted(12, fc.constantFrom(...usual))] : []
  return fc.oneof(...known, weighted(16, small), weighted(1, any), weighted(3, cents), weighted(1, fc.constant(high)))
}

function list(name: string, schema: Json): fc.Arbitrary<unknown[]> {
  const { items, minItems = 0, maxItems = 10, uniqueItems, examples = [] } = schema
  const min = minItems as number
  const max = Math.max(min, Math.min(maxItems as number, 4))
  const one = valid(name.replace(/s$/, ''), items as Json)
  const options = { minLength: min, maxLength: max }
  const known = (examples as unknown[][]).map((example) => weighted(4, fc.constant(example)))
  return fc.oneof(...known, weighted(1, uniqueItems === true ? fc.uniqueArray(one, options) : fc.array(one, options)))
}

function object({ properties = {}, required = [] }: Json): fc.Arbitrary<object> {
  const fields = Object.entries(properties as Record<string, Json>)
  const isNeeded = (name: string) => (required as string[]).includes(name)
  const parts = fields.map(([name, schema]) => {
    const field = valid(name, schema).map((value) => [[name, value]])
    return isNeeded(name) ? field : fc.oneof(weighted(1, field), weighted(2, fc.constant([])))
  })
  return fc.tuple(...parts).map((entries) => Object.fromEntries(entries.flat()))
}
