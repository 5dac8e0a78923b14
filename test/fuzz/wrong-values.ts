import { gzipSync } from 'node:zlib'
import type { Json } from '#src/platform/http/openapi/finish.ts'
import type { Parameter } from '#test/support/operations.ts'

/** Wrong input of every kind, made from the schemas of the contract. */

export interface Wrong {
  /** The invalid field and its fault. */
  what: string
  value: unknown
  /** Of an object: the invalid field, or the one that holds it. */
  field?: string
}

const samples: Record<string, unknown> = { string: 'text', number: 1, boolean: true, array: [], object: {}, null: null }

/** Values that the schema must refuse: of every other type, and beyond each of its bounds. */
export function wrongValues(schema: Json, example: unknown): Wrong[] {
  const branches = ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined) ?? [schema]
  const taken = new Set(branches.map(({ type }) => (type === 'integer' ? 'number' : type)))
  const wrong: Wrong[] = Object.entries(samples)
    .filter(([type]) => !taken.has(type))
    .map(([type, value]) => ({ what: `is ${type}`, value }))
  if (taken.has('number') && !taken.has('string')) wrong.push({ what: 'is a number in quotes', value: '1' })
  // Beside null there is at most one branch whose bounds are worth testing.
  const [branch] = branches.filter(({ type }) => type !== 'null')
  return branch === undefined ? wrong : [...wrong, ...outOfBounds(branch, example)]
}

function outOfBounds(schema: Json, example: unknown): Wrong[] {
  switch (schema['type']) {
    case 'string':
      return wrongTexts(schema)
    case 'integer':
    case 'number':
      return wrongNumbers(schema)
    case 'array':
      return wrongArrays(schema, Array.isArray(example) ? example : [])
    case 'object':
      return wrongFields(schema, (example ?? {}) as Json)
    default:
      return []
  }
}

function wrongTexts({ minLength = 0, maxLength, format, enum: values }: Json): Wrong[] {
  return [
    { what: 'holds NUL', value: 'a\u0000b@example.com' },
    { what: 'holds a control character', value: 'a\u0007b@example.com' },
    { what: 'holds a lone surrogate', value: 'a\ud800b@example.com' },
    ...((minLength as number) > 0 ? [{ what: 'is empty', value: '' }] : []),
    ...(maxLength === undefined ? [] : [{ what: 'is too long', value: 'x'.repeat((maxLength as number) + 1) }]),
    // A password is any text: its format is a hint for the user interface.
    ...((format === undefined || format === 'password') && values === undefined
      ? []
      : [{ what: 'has another form', value: 'no such value' }]),
  ]
}

function wrongNumbers({ type, minimum, maximum }: Json): Wrong[] {
  return [
    ...(type === 'integer' ? [{ what: 'is a fraction', value: 1.5 }] : []),
    ...(minimum === undefined ? [] : [{ what: 'is too small', value: (minimum as number) - 1 }]),
    ...(maximum === undefined ? [] : [{ what: 'is too large', value: (maximum as number) + 1 }]),
    { what: 'is beyond every number', value: beyondNumbers },
  ]
}

function wrongArrays({ items, minItems = 0, maxItems }: Json, example: unknown[]): Wrong[] {
  const [first] = example
  return [
    ...((minItems as number) > 0 ? [{ what: 'is empty', value: [] }] : []),
    ...(maxItems === undefined
      ? []
      : [{ what: 'has too many items', value: Array.from({ length: (maxItems as number) + 1 }, () => first) }]),
    ...wrongValues(items as Json, first).map(({ what, value }) => ({ what: `[0] ${what}`, value: [value] })),
  ]
}

/**
 * Each field invalid in every way while the others are as in the example; a missing required field; an unknown field.
 */
function wrongFields({ properties = {}, required = [], additionalProperties }: Json, example: Json): Wrong[] {
  const faults = Object.entries(properties as Record<string, Json>).flatMap(([name, property]) =>
    wrongValues(property, example[name]).map(({ what, value }) => ({
      what: `${name} ${what}`,
      field: name,
      value: { ...example, [name]: value },
    })),
  )
  const missing = (required as string[]).map((name) => {
    const { [name]: _, ...rest } = example
    return { what: `${name} is missing`, field: name, value: rest }
  })
  const unknown = [
    { what: 'an unknown field', field: 'no_such_field', value: { ...example, no_such_field: 1 } },
    {
      what: 'a field named __proto__',
      field: '__proto__',
      value: Object.assign(Object.create(null), example, { ['__proto__']: { a: 1 } }),
    },
  ]
  return [...faults, ...missing, ...(additionalProperties === false ? unknown : [])]
}

const beyondNumbers = '\u0001beyond numbers'

/** JSON of a value; a number too large for a double is written out. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(JSON.stringify(beyondNumbers), '1e400')
}

/** Texts a query parameter must refuse, encoded. */
export function wrongQueryTexts({ schema }: Parameter): string[] {
  const { type, minimum, maximum, minLength = 0, maxLength, enum: values, format } = schema
  switch (type) {
    case 'integer':
    case 'number':
      return [
        ...['', 'abc', '1e3', '0x10', '%201', 'NaN', 'Infinity', '99999999999999999999', '1%00', '%ED%A0%80', '%zz'],
        ...(type === 'integer' ? ['1.5', '1.0'] : []),
        ...(minimum === undefined ? [] : [String((minimum as number) - 1)]),
        ...(maximum === undefined ? [] : [String((maximum as number) + 1)]),
      ]
    case 'boolean':
      return ['', '1', 'yes', 'TRUE', '%00']
    case 'string':
      return [
        'a%00b',
        'a%07b',
        ...((minLength as number) > 0 ? [''] : []),
        ...(maxLength === undefined ? [] : ['x'.repeat((maxLength as number) + 1)]),
        ...(values === undefined && format === undefined ? [] : ['no-such-value', '']),
      ]
    default:
      return []
  }
}

/** Path segments that are no id of anything. */
export const wrongIds = [
  'abc',
  '%00',
  '%07',
  '%ED%A0%80',
  '%zz',
  '%27%20or%201=1--',
  '..%2f..%2fetc%2fpasswd',
  'x'.repeat(300),
  '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11x',
  '{019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11}',
]

/** Bodies that are invalid before any schema is checked, with their expected status. */
export const wrongBodies: {
  what: string
  contentType: string | undefined
  contentEncoding?: string
  payload: string | Buffer
  status: number
}[] = [
  { what: 'not JSON', contentType: 'application/json', payload: '{"a":', status: 400 },
  { what: 'two values', contentType: 'application/json', payload: '{}{}', status: 400 },
  {
    what: 'not UTF-8',
    contentType: 'application/json',
    payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    status: 400,
  },
  { what: '2 MiB', contentType: 'application/json', payload: `{"a":"${'x'.repeat(2_097_152)}"}`, status: 413 },
  { what: 'as text', contentType: 'text/plain', payload: '{}', status: 415 },
  { what: 'as a form', contentType: 'application/x-www-form-urlencoded', payload: 'a=1', status: 415 },
  { what: 'of another charset', contentType: 'application/json; charset=latin1', payload: '{}', status: 415 },
  { what: 'of a type that is none', contentType: 'nonsense', payload: '{}', status: 415 },
  {
    what: 'compressed',
    contentType: 'application/json',
    contentEncoding: 'gzip',
    payload: gzipSync('{}'),
    status: 415,
  },
  { what: 'without a type', contentType: undefined, payload: '{}', status: 415 },
]

/** JSON that is not an object, or is nested too deeply. */
export const wrongDocuments = ['null', '[]', '1', '"text"', 'true', `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`]
