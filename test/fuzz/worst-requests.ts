import { crc32, deflateSync } from 'node:zlib'
import type { Json } from '#src/platform/http/openapi/finish.ts'
import type { Operation } from '#test/support/operations.ts'

/** Requests that cost the service as much time as possible, for every operation of the contract. */

export interface Hostile {
  what: string
  query?: string
  /** In place of every id of the path. */
  id?: string
  headers?: Record<string, string>
  payload?: string | Buffer
  contentType?: string
}

const listsOfIds = [
  /^\/admin\/(products\/bulk|collections\/\{id\}\/products|customer-groups\/\{id\}\/customers)$/,
  /^\/admin\/(promotions|price-lists)(\/\{id\})?$/,
]

/** Bytes of the largest body that an operation reads. */
export function largestBodyOf({ scope, path, method }: Operation): number {
  if (path.startsWith('/admin/product-groups') && method !== 'DELETE') return 2_097_152
  if (/^\/admin\/returns(\/\{id\})?$/.test(path) && method !== 'DELETE') return 2_097_152
  if (path === '/admin/texts/{locale}') return 2_097_152
  if (listsOfIds.some((one) => one.test(path)) && method !== 'DELETE') return 524_288
  return scope === 'device' || scope === 'user' ? 16_384 : 262_144
}

/** Bodies up to a size in bytes; larger ones are refused unread. */
export function hostileBodies({ body, contentTypes }: Operation, bytes: number): Hostile[] {
  const other = contentTypes.includes('image/png') ? pictures(bytes) : contentTypes.length > 1 ? files(bytes) : []
  if (body === undefined && other.length > 0) return other
  const example = (body?.example ?? {}) as Json
  const inField = Object.entries((body?.schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, schema]) =>
    hostileValues(schema, example[name], bytes - 500).map(({ what, json }) => ({
      what: `${name}: ${what}`,
      payload: withField(example, name, json),
    })),
  )
  const rich = 'description_html' in ((body?.schema['properties'] ?? {}) as Json) ? hostileHtml(example) : []
  const json = [...documents(bytes), ...inField, ...rich].map((each) => ({ ...each, contentType: 'application/json' }))
  return [...json, ...other]
}

/** The object with another value of a field, which is JSON. */
function withField(example: Json, name: string, json: string): string {
  const others = Object.entries(example).filter(([other]) => other !== name)
  const fields = others.map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)},`)
  return `{${fields.join('')}${JSON.stringify(name)}:${json}}`
}

/** Of an object, the lists in it too, as deep as they stand: what a promotion applies to has twelve. */
function hostileValues(given: Json, example: unknown, bytes: number): { what: string; json: string }[] {
  const schema = ((given['anyOf'] as Json[] | undefined) ?? [given]).find(({ type }) => type !== 'null') ?? given
  if (schema['type'] === 'array') return hostileArrays(schema, example, bytes)
  const within = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .flatMap(([name, field]) =>
      hostileValues(field, (example as Json | null)?.[name], bytes - 100)
        .filter(({ what }) => field['type'] === 'array' || what.includes(':'))
        .map(({ what, json }) => ({ what: `${name}: ${what}`, json: `{${JSON.stringify(name)}:${json}}` })),
    )
  return [...hostileTexts(bytes), ...within]
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
  const most = Math.max(1, (schema['maxItems'] ?? 1) as number)
  const wide = `{${fill(bytes / most - 4, ',', (n) => `"${n.toString(36)}":1`)}}`
  const isOfIds = (schema['items'] as Json)['format'] === 'uuid'
  const different = (n: number) => (isOfIds ? `019a9f3e-6f5c-7c3e-9c59-${n.toString(16).padStart(12, '0')}` : `t${n}`)
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
    {
      what: 'as many texts as are allowed, all different',
      json: `[${fill(bytes - 2, ',', (n) => JSON.stringify(different(n)), most)}]`,
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

/** HTML at what a description may have, and beyond. */
function hostileHtml(example: Json): Hostile[] {
  const parts: [what: string, part: string, count: number][] = [
    ['elements', '<em>a</em>', 3_900],
    ['cells', '<td>a', 3_900],
    ['entities', '&lt;', 19_000],
    ['comments', '<!--a-->', 12_000],
    ['attributes', '<p a=1 b=2 c=3>', 2_800],
    ['links', '<a href=/a>b</a>', 3_000],
    ['elements in one another', '<em>', 24_000],
    ['tags that never end', '<p ', 33_000],
  ]
  return parts.map(([what, part, count]) => ({
    what: `description_html: ${what}`,
    payload: withField(example, 'description_html', JSON.stringify(part.repeat(count))),
  }))
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
    what: `the largest page, ${coding}`,
    query: `limit=${limit}`,
    headers: { 'accept-encoding': coding },
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

/** Pictures that say they are larger than they are, or have parts without end. */
function pictures(bytes: number): Hostile[] {
  const parts = (head: string, part: string) => {
    const [first, one] = [Buffer.from(head, 'hex'), Buffer.from(part, 'hex')]
    return Buffer.concat([first, Buffer.alloc(Math.floor((bytes - first.length) / one.length) * one.length, one)])
  }
  const png = (width: number, height: number, data: Buffer) => {
    const chunk = (type: string, content: Buffer) => {
      const named = Buffer.concat([Buffer.from(type), content])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(content.length)
      sum.writeUInt32BE(crc32(named))
      return Buffer.concat([length, named, sum])
    }
    const header = Buffer.from('00000000000000000100000000', 'hex')
    header.writeUInt32BE(width)
    header.writeUInt32BE(height, 4)
    const signature = Buffer.from('89504e470d0a1a0a', 'hex')
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
  }
  const black = (side: number) => deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  return Object.entries({
    'a PNG of a billion pixels in nothing': png(65_535, 65_535, Buffer.alloc(0)),
    'a PNG of 36 million black pixels': png(6_000, 6_000, black(6_000)),
    'a PNG with chunks without end': parts('89504e470d0a1a0a', '00000000744558747e5b8f6a'),
    'a JPEG of scans': parts('ffd8', 'ffda000801010000013f001f'),
    'a JPEG of empty segments': parts('ffd8', 'ffe10002'),
    'a JPEG of bytes that begin a marker': parts('ffd8', 'ff'),
    'a GIF of frames': parts('474946383961ffffffff800000ffffff000000', '2c000000000100010000024401003b'),
    'a WebP of empty parts': parts('52494646ffffffff57454250', '4558494600000000'),
    'an AVIF of empty boxes': parts('0000001066747970617669660000000061766966', '0000000866726565'),
    noise: Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7_919) & 255)),
  }).map(([what, payload]) => ({ what, payload, contentType: 'application/octet-stream' }))
}

function fill(bytes: number, separator: string, part: (n: number) => string, most = Number.POSITIVE_INFINITY): string {
  const parts: string[] = []
  for (let length = 0, n = 0; ; n++) {
    const next = part(n)
    length += next.length + separator.length
    if (length > bytes || n === most) return parts.join(separator)
    parts.push(next)
  }
}
