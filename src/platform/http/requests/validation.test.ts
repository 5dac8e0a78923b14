import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import type { AppError, FieldFault } from '#src/platform/lib/errors.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import { line, Nullable, paragraphs, Timestamp, Uuid } from '../envelope.ts'
import { createValidator, validatorCompiler } from './validation.ts'

const closed = { additionalProperties: false }
const Item = Type.Object({ id: Uuid, quantity: Type.Integer({ minimum: 1 }) }, closed)
const Body = Type.Object(
  {
    items: Type.Array(Item, { minItems: 1, maxItems: 100 }),
    note: Type.Optional(Nullable(line({ max: 10 }))),
    first: Type.Optional(Nullable(Item)),
    kind: Type.Optional(Type.String({ enum: ['a', 'b'] })),
    at: Type.Optional(Timestamp),
  },
  closed,
)
const id = '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
const faultsOf = createValidator(Body)
const texts = (faults: FieldFault[]) => faults.map(({ field, message }) => `${field} ${message}`)

/** The value, and how often a part of it was read. */
function counted(value: object): { value: unknown; reads(): number } {
  let reads = 0
  const wrap = (part: unknown): unknown =>
    typeof part === 'object' && part !== null
      ? new Proxy(part, {
          get: (target, key) => {
            reads++
            return wrap(Reflect.get(target, key))
          },
        })
      : part
  return { value: wrap(value), reads: () => reads }
}

describe('validation', () => {
  it('knows the fields whose names match a pattern, beside an unknown one and with a wrong value', () => {
    const patternProperties = { '^option\\.': line({ max: 5 }) }
    const faultsOf = createValidator(Type.Object({ a: Type.Optional(Type.String()) }, { ...closed, patternProperties }))
    assert.deepEqual(texts(faultsOf({ 'option.Size': 'M', b: 1 })), ['b is not a known field'])
    const tooLong = 'option.Size must NOT have more than 5 characters'
    assert.deepEqual(texts(faultsOf({ 'option.Size': 'too long' })), [tooLong])
    assert.deepEqual(faultsOf({ 'option.Size': 'M', a: 'x' }), [])
  })

  it('names every fault with its field, in the order of the schema', () => {
    const value = { items: [{ id, quantity: 0, size: 1 }, { id: 'x' }, 5], note: 'x'.repeat(11), kind: 'c', more: 1 }
    assert.deepEqual(texts(faultsOf(value)), [
      'more is not a known field',
      'items[0].size is not a known field',
      'items[0].quantity must be >= 1',
      'items[1].quantity is required',
      'items[1].id has the wrong format; example: 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11',
      'items[2] must be object',
      'note must NOT have more than 10 characters',
      'kind must be one of a, b',
    ])
    assert.deepEqual(texts(faultsOf({})), ['items is required'])
    assert.deepEqual(texts(faultsOf(null)), ['body must be object'])
    assert.deepEqual(texts(faultsOf([])), ['body must be object'])
    assert.deepEqual(texts(faultsOf({ items: [] })), ['items must NOT have fewer than 1 items'])
    assert.deepEqual(texts(faultsOf({ items: [{ id, quantity: 1 }], note: 5, first: 5 })), [
      'note must be string',
      'first must be object',
    ])
    assert.deepEqual(
      faultsOf({ items: [{ id, quantity: 1 }], note: null, first: null, kind: 'a', at: '2026-01-01T00:00:00Z' }),
      [],
    )
  })

  it('tells a text of the wrong format from one with control characters, and shows a right one', () => {
    const pattern = `^${textCharacter('@')}+@${textCharacter('@')}+$`
    const email = Type.String({ pattern, examples: ['ada@example.com'] })
    const check = createValidator(Type.Object({ email, link: Type.Optional(Type.String({ pattern: '^https:' })) }))
    assert.deepEqual(texts(check({ email: 'ada', link: 'ftp:' })), [
      'email has the wrong format; example: ada@example.com',
      'link has the wrong format',
    ])
    assert.deepEqual(texts(faultsOf({ items: [{ id, quantity: 1 }], at: '2026-11-24' })), [
      'at has the wrong format; example: 2026-11-21T09:30:00.000Z',
    ])
    assert.deepEqual(texts(check({ email: 'ada@example.com\n' })), ['email must not contain control characters'])
  })

  it('stops at the 50th fault, and reads nothing behind it', () => {
    const wrong = counted({ items: Array.from({ length: 100 }, () => ({})) })
    assert.equal(faultsOf(wrong.value).length, 50)
    assert.ok(wrong.reads() < 200, `${wrong.reads()} reads`)
    const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`field_${n}`, 1]))
    assert.equal(faultsOf({ items: [{ id, quantity: 1, ...names }] }).length, 50)
  })

  it('reads no item of an array with too many', () => {
    const wrong = counted({ items: Array.from({ length: 100_000 }, () => ({})) })
    assert.deepEqual(texts(faultsOf(wrong.value)), ['items must NOT have more than 100 items'])
    assert.ok(wrong.reads() < 20, `${wrong.reads()} reads`)
  })

  it('refuses an unknown query parameter, and tells which are known', () => {
    const compile = (schema: object) => validatorCompiler({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
    const check = (schema: object, query: object) =>
      ((compile(schema)(query) as { error?: AppError }).error?.details ?? []) as FieldFault[]
    const query = Type.Object({ limit: Type.Integer(), q: Type.Optional(Type.String()) })
    assert.deepEqual(texts(check(query, { limit: '1', status: 'x' })), [
      'status is not a known parameter; known are limit, q',
    ])
    assert.deepEqual(texts(check(Type.Object({}), { a: '' })), ['a is not a known parameter; there are none'])
    assert.deepEqual(check(query, { limit: '1', q: 'x' }), [])
  })

  it('reads ids of path and query in small letters, as they are kept', () => {
    const schema = Type.Object({ id: Uuid })
    for (const httpPart of ['params', 'querystring'])
      assert.deepEqual(validatorCompiler({ schema, httpPart, method: 'GET', url: '/' })({ id: id.toUpperCase() }), {
        value: { id },
      })
  })

  it('says of a text with a form that it has the wrong one, of other text that it has control characters', () => {
    const url = Type.String({ pattern: `^https://${textCharacter('\\s')}+$` })
    const check = createValidator(Type.Object({ url, line: line({ max: 9 }), text: paragraphs({ max: 9 }) }))
    assert.deepEqual(texts(check({ url: 'www.example.com', line: 'a\0', text: 'b\0' })), [
      'url has the wrong format',
      'line must not contain control characters',
      'text must not contain control characters',
    ])
  })

  it('takes a UUID and a time in the forms that the database reads, and no other', () => {
    const one = createValidator(Type.Object({ id: Type.Optional(Uuid), at: Type.Optional(Timestamp) }, closed))
    for (const value of [
      { id: `urn:uuid:${id}` },
      { id: `{${id}}` },
      { at: ' '.repeat(100_000) },
      { at: '2026-01-01' },
    ])
      assert.equal(one(value).length, 1, JSON.stringify(value).slice(0, 60))
    assert.deepEqual(one({ id: id.toUpperCase(), at: '2026-01-01T00:00:00.123456+01:00' }), [])
  })
})
