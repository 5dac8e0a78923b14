import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** What the console's sources say: the messages they ask for, and text that stands beside them. */
export interface Said {
  /** By the message, where it stands. */
  messages: Map<string, string[]>
  /** Calls whose message is no literal. */
  unread: string[]
  /** Text outside of `t` and `rich`. */
  bare: string[]
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const sources = new URL('../../packages/console/src/', import.meta.url)
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Names of languages, words of law in both languages, and a file that is written for programs, too. */
const inTheirWords = new Set([
  'data/load-texts.ts',
  'lib/currencies.gen.ts',
  'lib/language.ts',
  'pages/settings/content/headings.ts',
  'pages/products/import/save-faults.ts',
])

const contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

/** Fields of the contract whose codes are shown as words (`words` of `lib/format.ts`). */
const shownCodes = new Set(
  'status payment_status fulfillment_status cancel_reason reason destination origin outcome kind condition'.split(' '),
)
/** Shown as words, and no codes of these fields. */
const furtherCodes = [
  ...'overdue owner manager viewer warehouse support test stripe stored_value gift_card store_credit'.split(' '),
  ...'sales payments taxes products discounts gift_cards refunds margin visits'.split(' '),
]

/** As `words` has them in English. */
const asWords = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')

function codesOf(node: unknown, field = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => codesOf(one, field))
  if (typeof node !== 'object' || node === null) return []
  const { enum: codes, const: code, properties, ...rest } = node as Record<string, unknown>
  const own = shownCodes.has(field) ? [codes, code].flat().filter((one) => typeof one === 'string') : []
  const parts = Object.entries(properties ?? {}).flatMap(([name, schema]) => codesOf(schema, name))
  return [...own, ...parts, ...Object.entries(rest).flatMap(([key, one]) => codesOf(one, key === 'anyOf' ? field : ''))]
}

/** Attributes whose value a person reads. */
const shownAttributes = new Set(
  'title label hint placeholder alt description about action text tab none without advice better done'.split(' '),
)

export function readConsole(): Said {
  const said: Said = { messages: new Map(), unread: [], bare: [] }
  for (const code of [...codesOf(contract), ...furtherCodes]) said.messages.set(asWords(code), ['openapi.json'])
  for (const name of globSync('**/*.{ts,tsx}', { cwd: sources })) {
    if (inTheirWords.has(name)) continue
    const text = readFileSync(new URL(name, sources), 'utf8')
    visit(parseSync(name, text).program as unknown as Node, [], { name, text, said })
  }
  return said
}

interface Reading {
  name: string
  text: string
  said: Said
}

function visit(node: Node, above: Node[], of: Reading): void {
  const at = `${of.name}:${of.text.slice(0, node.start).split('\n').length}`
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node)['name'] : undefined
  if (callee === 't' || callee === 'rich') {
    const [first, ...rest] = node['arguments'] as Node[]
    const message = first && literal(first)
    if (message === undefined) of.said.unread.push(at)
    else of.said.messages.set(message, [...(of.said.messages.get(message) ?? []), at])
    for (const one of rest) visit(one, [...above, node], of)
    return
  }
  const bare = bareText(node, above)
  if (bare !== undefined) of.said.bare.push(`${at}: ${bare}`)
  for (const [key, value] of Object.entries(node)) {
    // A name in quotes is one of the service, by which a text is found.
    if (key === 'type' || (key === 'key' && node.type === 'Property' && node['computed'] === false)) continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, [...above, node], of)
  }
}

/** A string, also of several that are put together to keep lines short. */
function literal(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [literal(node['left'] as Node), literal(node['right'] as Node)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** What a person would read and nobody could translate: a sentence, or text between tags. */
function bareText(node: Node, above: Node[]): string | undefined {
  if (node.type === 'JSXText') {
    const shown = String(node['value']).trim()
    return /\p{L}/u.test(shown) && !above.some(isCode) ? shown : undefined
  }
  if (above.some(isNoText)) return undefined
  const text = textOf(node)
  if (text === undefined) return undefined
  const around = above.at(-1)
  const attribute = around?.type === 'JSXAttribute' ? String((around['name'] as Node)['name']) : undefined
  if (attribute !== undefined && shownAttributes.has(attribute) && /^[A-Z]/.test(text) && /[a-z]/.test(text))
    return text
  return isSentence(text) ? text : undefined
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Lists of names and orders of lists are none. */
const isSentence = (text: string) =>
  (/^[A-Z][a-z’]+ [a-z]/.test(text) || /[a-z’“”,:…] [a-z]+ [a-z“”…]/.test(text) || /[a-z…] [a-z]+[.?!]?$/.test(text)) &&
  !isStyle(text) &&
  !/\n|^\w+ (asc|desc)$|^[\w.]+( [\w.]+){5,}$/.test(text)

/** Classes of Tailwind, selectors and lists of names. */
const isStyle = (text: string) =>
  text.split(/\s+/).filter((word) => /[-_[\]:=@*/]|^(flex|grid|block|hidden|truncate|relative|absolute)$/.test(word))
    .length *
    3 >=
  text.split(/\s+/).length

const isCode = (node: Node) =>
  node.type === 'JSXElement' &&
  ['code', 'kbd', 'Code', 'style'].includes(String(((node['openingElement'] as Node)['name'] as Node)['name']))

/** Where strings are classes, keys of queries, errors that nobody is shown, types and names of modules. */
function isNoText(node: Node): boolean {
  if (
    /^(Import|ExportAll|ExportNamed|TS(Literal|Type|Interface|Enum))/.test(node.type) &&
    node.type !== 'ExportNamedDeclaration'
  )
    return true
  if (node.type === 'JSXAttribute') return ['className', 'style', 'd'].includes(String((node['name'] as Node)['name']))
  if (node.type === 'Property') return ['className', 'queryKey'].includes(String((node['key'] as Node)['name']))
  if (node.type === 'NewExpression') return /Error$/.test(String((node['callee'] as Node)['name']))
  return node.type === 'CallExpression' && ['cx', 'lazyPage'].includes(String((node['callee'] as Node)['name']))
}
