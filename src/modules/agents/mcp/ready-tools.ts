import type { Tool } from './tool.ts'

/** A schema of JSON Schema 2020-12, as the contract has it. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  description?: string
  [keyword: string]: unknown
}

type Place = 'path' | 'query' | 'body'

/** A tool with the schemas of its arguments, and where its operation takes each. */
export interface ReadyTool extends Tool {
  inputSchema: JsonSchema & { type: 'object' }
  places: ReadonlyMap<string, Place>
  /** The operation takes `idempotency-key`. */
  repeatable: boolean
}

/** Paths of the contract before its schemas become components: all of them stand in place. */
export type Paths = Record<string, Record<string, ContractOperation>>

interface ContractOperation {
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Your own name for this act: the same one again gives the first answer, and does nothing twice.',
}
const confirm = {
  type: 'string',
  maxLength: 2000,
  description: 'Left out: nothing changes, and the answer shows what would happen. Then the `confirm` of that answer.',
}

/** @throws Error if the contract lacks an operation or a field of a tool */
export function readyTool(tool: Tool, paths: Paths): ReadyTool {
  const [method = '', path = ''] = tool.operation.split(' ')
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${tool.name}: the contract has no ${tool.operation}`)
  const fields = fieldsOf(operation)
  const places = new Map<string, Place>()
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const name of tool.takes) {
    const field = fields.get(name)
    if (field === undefined) throw new Error(`${tool.name}: ${tool.operation} has no ${name}`)
    places.set(name, field.place)
    properties[name] = field.schema
    if (field.required) required.push(name)
  }
  const repeatable = operation.parameters?.some((one) => one.in === 'header' && one.name === 'idempotency-key') ?? false
  if (tool.asksTwice) properties['confirm'] = confirm
  else if (repeatable) properties['idempotency_key'] = idempotencyKey
  const inputSchema = {
    type: 'object' as const,
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
  return { ...tool, inputSchema, places, repeatable }
}

interface Field {
  place: Place
  schema: JsonSchema
  required: boolean
}

function fieldsOf({ parameters = [], requestBody }: ContractOperation): Map<string, Field> {
  const body = requestBody?.content['application/json']?.schema
  const ofBody = Object.entries(body?.properties ?? {}).map(([name, schema]): [string, Field] => [
    name,
    { place: 'body', schema: plain(schema), required: body?.required?.includes(name) ?? false },
  ])
  const ofAddress = parameters.flatMap(({ in: place, name, required = false, description, schema }) =>
    place === 'path' || place === 'query'
      ? [[name, { place, required, schema: { ...plain(schema), ...(description && { description }) } }] as const]
      : [],
  )
  return new Map([...ofBody, ...ofAddress])
}

/** Words of a schema that help a model; each costs it attention. The operation itself checks all of them. */
const helpful = new Set([
  ...['type', 'enum', 'const', 'description', 'items', 'properties', 'required', 'anyOf', 'format', 'default'],
])

function plain(schema: JsonSchema): JsonSchema {
  const { properties, anyOf, items, ...words } = schema
  const own = Object.entries(words).filter(([word]) => helpful.has(word))
  const [only, ...others] = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null') ?? []
  // A value, or null, which clears it.
  if (only !== undefined && others.length === 0) {
    const { type, ...rest } = plain(only)
    const either = type === undefined || 'enum' in rest ? { type } : { type: [type, 'null'] }
    return { ...either, ...rest, ...Object.fromEntries(own) } as JsonSchema
  }
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, plain(one)])
  return {
    ...Object.fromEntries(own),
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(isSchema(items) && { items: plain(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one: JsonSchema) => plain(one)) }),
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
