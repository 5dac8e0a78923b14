/** The parts of an OpenAPI document that its reader shows. */
export interface Contract {
  info: { title: string; version: string; description?: string }
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, RawOperation>>
  webhooks?: Record<string, Record<string, RawOperation>>
  components: Record<string, Record<string, Schema & RawParameter & RawAnswer>>
}

export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  enum?: readonly unknown[]
  const?: unknown
  examples?: readonly unknown[]
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

interface RawParameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

interface RawAnswer {
  $ref?: string
  description?: string
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

interface RawOperation {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  parameters?: readonly RawParameter[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
  responses: Record<string, RawAnswer>
  security?: readonly Record<string, unknown>[]
}

export interface Operation extends Omit<RawOperation, 'parameters' | 'responses'> {
  method: string
  path: string
  /** An event that is pushed, instead of a request that is taken. */
  isEvent: boolean
  parameters: readonly RawParameter[]
  answers: readonly { status: string; description: string; schema: Schema | undefined }[]
}

export interface Chapter {
  name: string
  slug: string
  description: string
  operations: Operation[]
}

/** The chapters that have operations, in the order of the contract. */
export function chaptersOf(contract: Contract): Chapter[] {
  const operations = [
    ...operationsOf(contract, contract.paths, false),
    ...operationsOf(contract, contract.webhooks, true),
  ]
  return contract.tags
    .map(({ name, description }) => {
      const ofTag = operations.filter(({ tags }) => tags[0] === name)
      return { name, slug: name.toLowerCase().replaceAll(' ', '-'), description, operations: ofTag }
    })
    .filter(({ operations: ofTag }) => ofTag.length > 0)
}

function operationsOf(contract: Contract, paths: Contract['paths'] = {}, isEvent: boolean): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], responses, ...operation }]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      isEvent,
      parameters: parameters.map((parameter) => resolve(contract, parameter)),
      answers: Object.entries(responses).map(([status, answer]) => {
        const { description = '', content } = resolve(contract, answer)
        return { status, description, schema: content?.['application/json']?.schema }
      }),
    })),
  )
}

/** What a reference leads to; anything else as it is. */
export function resolve<Part extends { $ref?: string }>({ components }: Contract, part: Part): Part {
  if (part.$ref === undefined) return part
  const [kind = '', name = ''] = part.$ref.split('/').slice(-2)
  return (components[kind]?.[name] ?? part) as Part
}

/** The name of a schema of its own. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** A schema without its null. */
export function bare(schema: Schema): { schema: Schema; isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [only] = others ?? []
  if (others?.length !== 1 || only === undefined) return { schema, isNullable: false }
  const description = schema.description ?? only.description
  return { schema: description === undefined ? only : { ...only, description }, isNullable: true }
}

/** An example of a schema: its own, or one made of its parts. */
export function exampleOf(contract: Contract, given: Schema, depth = 0): unknown {
  const schema = bare(resolve(contract, bare(given).schema)).schema
  const { examples, const: fixed, enum: values, type, items, properties, anyOf } = schema
  if (examples?.length) return examples[0]
  if (fixed !== undefined) return fixed
  if (values?.length) return values[0]
  if (anyOf?.[0]) return exampleOf(contract, anyOf[0], depth + 1)
  if (type === 'array') return items === undefined || depth > 5 ? [] : [exampleOf(contract, items, depth + 1)]
  if (type === 'object') {
    if (depth > 5) return {}
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, part]) => [name, exampleOf(contract, part, depth + 1)]),
    )
  }
  return { integer: 1, number: 1, boolean: true, string: 'text' }[type ?? ''] ?? null
}
