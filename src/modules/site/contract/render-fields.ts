import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { bare, type Contract, nameOf, type Schema } from './contract-model.ts'
import { inline } from './markdown.ts'

/** Objects within objects are shown so deep; deeper ones have types of their own. */
const deepest = 4

export interface FieldRow {
  name: string
  schema: Schema
  /** What is said of a field that must be sent, or that an answer may lack; else nothing. */
  mark: 'required' | 'optional' | ''
  description?: string | undefined
}

/** The fields of an object, each with its type, its bounds and what is within it. */
export function renderFields(contract: Contract, object: Schema, depth = 0): string {
  const { properties = {}, required = [], additionalProperties } = object
  // Bodies are strict, answers are not.
  const isSent = additionalProperties === false
  const rows = Object.entries(properties).map(([name, schema]): FieldRow => {
    if (required.includes(name)) return { name, schema, mark: isSent ? 'required' : '' }
    return { name, schema, mark: isSent ? '' : 'optional' }
  })
  return renderRows(contract, rows, depth)
}

export function renderRows(contract: Contract, rows: readonly FieldRow[], depth = 0): string {
  if (rows.length === 0) return ''
  return `<dl>${rows.map((row) => renderField(contract, row, depth)).join('')}</dl>`
}

function renderField(contract: Contract, { name, schema, mark, description }: FieldRow, depth: number): string {
  const within = bare(schema).schema
  const text = description ?? schema.description ?? within.description
  const facts = [...(text ? [`<p>${inline(text)}</p>`] : []), boundsOf(within), innerOf(contract, within, depth)]
  const said = mark === '' ? '' : ` <span class="${mark}">${mark}</span>`
  const title = `<code>${escapeHtml(name)}</code> <span class="type">${typeOf(schema)}</span>${said}`
  return `<div><dt>${title}</dt><dd>${facts.join('')}</dd></div>`
}

/** Fields of an object that has no type of its own, also in a list. */
function innerOf(contract: Contract, schema: Schema, depth: number): string {
  if (depth >= deepest) return ''
  const inner = schema.type === 'array' && schema.items ? bare(schema.items).schema : schema
  if (inner.properties) return renderFields(contract, inner, depth + 1)
  const values = inner.additionalProperties
  return typeof values === 'object' && values.properties ? renderFields(contract, values, depth + 1) : ''
}

/** In words, with links to types of their own. */
export function typeOf(schema: Schema): string {
  const { schema: within, isNullable } = bare(schema)
  return isNullable ? `${typeOf(within)} or null` : plainType(within)
}

const formats: Record<string, string> = { uuid: 'id', 'date-time': 'time', date: 'date' }

function plainType(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return `<a href="/docs/types/${name}">${name}</a>`
  const { type, items, anyOf, enum: values, const: fixed, format, additionalProperties } = schema
  if (anyOf) return anyOf.map(plainType).join(' or ')
  if (fixed !== undefined) return code(fixed)
  if (values) return values.map(code).join(', ')
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list'
  if (type === 'object' && typeof additionalProperties === 'object') return `object of ${typeOf(additionalProperties)}`
  return (format && formats[format]) ?? { string: 'text', boolean: 'true or false' }[type ?? ''] ?? type ?? 'anything'
}

function code(value: unknown): string {
  return `<code>${escapeHtml(String(value))}</code>`
}

function boundsOf({
  minimum,
  exclusiveMinimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  ...more
}: Schema): string {
  const facts = [
    range(minimum, maximum, ''),
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    more.default === undefined ? '' : `default ${code(more.default)}`,
    exampleIn(more),
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? '' : `<p class="bounds">${facts.join(' · ')}</p>`
}

/** Ids and times look alike everywhere. */
function exampleIn({ examples, enum: values, format }: Schema): string {
  const [example] = examples ?? []
  const isPlain = example !== undefined && example !== null && typeof example !== 'object'
  return isPlain && !values && !(format && format in formats) ? `such as ${code(example)}` : ''
}

/** The largest whole number is no bound that anybody meets. */
function range(least: number | undefined, limit: number | undefined, what: string): string {
  const max = limit === Number.MAX_SAFE_INTEGER ? undefined : limit
  if (max === undefined) return least === undefined || least === 0 ? '' : `at least ${least}${what}`
  if (least === undefined || least === 0) return `at most ${max.toLocaleString('en-GB')}${what}`
  return least === max ? `exactly ${max}${what}` : `${least} to ${max.toLocaleString('en-GB')}${what}`
}
