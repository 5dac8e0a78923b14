import type { Json } from '#src/platform/http/openapi/finish.ts'
import type { Operation } from '#test/support/operations.ts'

/** Requests that cost the service as much time as possible, for every operation of the contract. */

export interface Hostile {
  what: string
  query?: string
  /** In place of every id of the path. */
  id?: string
  headers?: Record<string, string>
  payload?: string
  contentType?: string
}

const listsOfIds = /^\/admin\/(products\/bulk|collections\/\{id\}\/products|promotions(\/\{id\})?)$/

/** Bytes of the largest body that an operation reads. */
export function largestBodyOf({ scope, path, method }: Operation): number {
  if (path.startsWith('/admin/product-groups') && method !== 'DELETE') return 2_097_152
  if (listsOfIds.test(path) && method !== 'DELETE') return 524_288
  return scope === 'device' || scope === 'user' ? 16_384 : 262_144
}

/** Bodies up to a size in bytes; larger ones are refused unread. */
export function hostileBodies({ body, contentTypes }: Operation, bytes: number): Hostile[] {
  if (contentTypes.some((type) => type !== 'application/json')) return files(bytes)
  const fields = Object.entries((body?.schema['properties'] ?? {}) as Record<string, Json>)
  const example = (body?.example ?? {}) as Json
  const withField = (name: string, json: string) =>
    `{${Object.entries(example)
      .filter(([other]) => other !== name)
      .map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)},`)
      .join('')}${JSON.stringify(name)}:${json}}`
  const inField = fields.flatMap(([name, schema]) =>
    (schema['type'] === 'array' ? hostileArrays(schema, example[name], bytes - 500) : hostileTexts(bytes - 500)).map(
      ({ what, json }) => ({ what: `${name}: ${what}`, payload: withField(name, json) }),
    ),
  )
  return [...documents(bytes), ...inField].map((each) => ({ ...each, contentType: 'application/json' }))
}

function documents(bytes: number): { what: string; payload: string }[] {
  const object = (key: (n: number) => string) => `{${fill(bytes - 2, ',', (n) => `${JSON.stringify(key(n))}:1`)}}`
  return [
    { what: 'nested arrays', payload: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) },
    { what: 'nested objects', payload: `${'{"a":'.repeat(bytes / 6 - 1)}1${'}'.repeat(bytes / 6 - 1)}` },
    { what: 'nested and never closed', payload: '[{"a":'.repeat(bytes / 6) },
    { what: 'unknown fields', payload: object((n) => n.toString(36)) },
    { what: 'fields that are numbers', payload: object((n) => String(n * 65_536)) },
    { what: 'fields named __proto__', payload: object(() => '__proto__') },
    { what: 'empty objects', payload: `[${fill(bytes - 2, ',', () => '{}')}]` },
    { what: 'only spaces', payload: `${' '.repeat(bytes - 2)}{}` },
  ]
}

function hostileArrays(schema: Json, example: unknown, bytes: number): { what: string; json: string }[] {
  const [item] = Array.isArray(example) ? example : []
  const array = (one: string) => `[${fill(bytes - 2, ',', () => one)}]`
  const most = (schema['maxItems'] ?? 1) as number
  const wide = `{${fill(bytes / most - 4, ',', (n) => `"${n.toString(36)}":1`)}}`
  return [
    { what: 'empty objects', json: array('{}') },
    { what: 'nulls', json: array('null') },
    { what: 'the item of the example', json: array(JSON.stringify(item ?? null)) },
    { what: 'as many items as are allowed, with unknown fields', json: `[${Array(most).fill(wide).join(',')}]` },
    {
      what: 'as many items as are allowed',
      json: `[${Array(most)
        .fill(JSON.stringify(item ?? null))
        .join(',')}]`,
    },
  ]
}

function hostileTexts(bytes: number): { what: string; json: string }[] {
  const text = (part: string) => `"${part.repeat((bytes - 2) / part.length)}"`
  return [
    { what: 'a', json: text('a') },
    { what: 'spaces', json: text(' ') },
    { what: 'a@', json: text('a@') },
    { what: 'a.', json: `"a@${'a.'.repeat(bytes / 2 - 3)}"` },
    { what: 'https://', json: text('https://') },
    { what: 'surrogate pairs', json: text('\\ud83d\\ude00') },
    { what: 'lone surrogates', json: text('\\ud800') },
    { what: 'ligatures, which NFKC makes longer', json: text('\\ufdfa') },
    { what: 'digits', json: '9'.repeat(bytes) },
    { what: 'decimals', json: `0.${'0'.repeat(bytes - 5)}1` },
    { what: 'an exponent', json: `1e${'9'.repeat(bytes - 2)}` },
    { what: 'nested arrays', json: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) },
  ]
}

/** Queries, path segments and headers of almost the 16 KiB that a request's head may have. */
export function hostileHeads({ parameters, path }: Operation): Hostile[] {
  const bytes = 14_000
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      hostileWords((schema['maxLength'] as number | undefined) ?? bytes).map((text) => `${name}=${text}`),
    )
  const ids = ['a', '-', '%41', '%2f', '%', '/', '0'].map((part) => part.repeat(bytes / part.length))
  const largest = parameters.find(({ name }) => name === 'limit')?.schema['maximum']
  return [
    ...(largest === undefined ? [] : largestPages(largest)),
    { what: 'codings', headers: { 'accept-encoding': 'br;q=0,'.repeat(bytes / 7) } },
    { what: 'parameters', query: fill(bytes, '&', (n) => n.toString(36)) },
    { what: 'one parameter often', query: fill(bytes, '&', () => 'limit=1') },
    { what: 'separators', query: '&'.repeat(bytes) },
    { what: 'percent signs', query: '%'.repeat(bytes) },
    ...queries.map((query) => ({ what: query.slice(0, 40), query })),
    ...(path.includes('{') ? ids.map((id) => ({ what: `id ${id.slice(0, 10)}`, id })) : []),
    ...[
      'access-token',
      'device-id',
      'merchant-id',
      'idempotency-key',
      'content-type',
      'if-none-match',
      'x-forwarded-for',
      'storefront-key',
      'shopper-address',
    ].map((name) => ({
      what: name,
      headers: { [name]: 'a.'.repeat(bytes / 2) },
    })),
    // As long as the head may be: keys of storefronts are looked up.
    ...['pk_', 'sk_'].flatMap((prefix) => {
      const key = prefix.padEnd(bytes, 'a')
      return [
        { what: `${prefix}… in access-token`, headers: { 'access-token': key } },
        { what: `${prefix}… in the address`, query: `key=${key}` },
        { what: `${prefix}… in storefront-key`, headers: { 'storefront-key': key } },
      ]
    }),
    { what: 'headers', headers: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`a${n}`, ''])) },
  ]
}

function largestPages(limit: unknown): Hostile[] {
  return ['identity', 'br', 'gzip'].map((coding) => ({
    ...{ what: `the largest page, ${coding}`, query: `limit=${limit}`, headers: { 'accept-encoding': coding } },
  }))
}

function hostileWords(length: number): string[] {
  const parts = [
    'a',
    'a+',
    '%00',
    '%20',
    'lantern+',
    'lantrn+',
    '-',
    "'",
    '%22',
    '(',
    '9',
    '%F0%9F%98%80',
    '%EF%B7%BA',
    '+or+',
  ]
  const most = Math.min(length, 14_000)
  return parts.map((part) => {
    // A limit counts characters, the head bytes.
    const characters = part.startsWith('%F') || part.startsWith('%E') ? 1 : decodeURIComponent(part).length
    return part.repeat(Math.max(1, Math.min(most / characters, 14_000 / part.length)))
  })
}

/** The smallest, largest and most broken rows. */
function files(bytes: number): Hostile[] {
  const lines = (what: string, line: string) => ({
    what: `NDJSON: ${what}`,
    contentType: 'application/x-ndjson',
    payload: `${line}\n`.repeat(Math.max(1, bytes / (line.length + 1))),
  })
  const records = (what: string, line: string) => ({
    what: `CSV: ${what}`,
    contentType: 'text/csv',
    payload: `sku,name\n${line.repeat(Math.max(1, bytes / line.length))}`,
  })
  const wide = `{${fill(60_000, ',', (n) => `"${n.toString(36)}":1`)}}`
  return [
    lines('empty', ''),
    lines('empty objects', '{}'),
    lines('not JSON', 'a'),
    lines('unknown fields', wide),
    lines('nested', '['.repeat(60_000)),
    {
      what: 'NDJSON: large products',
      contentType: 'application/x-ndjson',
      payload: fill(bytes, '\n', (n) =>
        JSON.stringify({ sku: `s${n}`, name: 'n', price: 1, description: '"'.repeat(10_000) }),
      ),
    },
    { ...lines('one line without end', 'a'.repeat(bytes)), payload: 'a'.repeat(bytes) },
    records('empty', '\n'),
    records('one field', 'a\n'),
    records('two fields', 'a,b\n'),
    records('open quotes', '"\n'),
    records('quotes that open again', 'a","\n'),
    records('quotes with text behind', '"a"b\n'),
    records('a quote that is never closed', 'a"\n'),
    records('only quotes', '"'),
    records('commas', ','),
  ]
}

function fill(bytes: number, separator: string, part: (n: number) => string): string {
  const parts: string[] = []
  for (let length = 0, n = 0; ; n++) {
    const next = part(n)
    length += next.length + separator.length
    if (length > bytes) return parts.join(separator)
    parts.push(next)
  }
}
