// Importing node:http would load its HTTP client too: 20 ms of start-up.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * Completes the collected OpenAPI document: examples of whole bodies, descriptions of statuses, parameters with a
 * default marked optional, headers that every request carries.
 */

export type Json = { [key: string]: unknown }

interface Parameter {
  name?: string
  required?: boolean
  in: string
  schema?: Json
}

interface Content {
  schema?: Json
  example?: unknown
}

export interface Operation {
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: (Parameter | { $ref: string; name?: never; in?: never; schema?: never })[]
  requestBody?: { required?: boolean; content: Record<string, Content> }
  responses: Record<string, { description?: string; headers?: Json; content?: Record<string, Content>; $ref?: string }>
}

export type Paths = Record<string, Record<string, Operation>>

export interface Components {
  schemas: Json
  responses: Json
  parameters: Json
  headers: Json
}

export function operationsOf(paths: Paths): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

export function statusText(status: number | string): string {
  return STATUS_CODES[status] ?? String(status)
}

export function finishOperations(paths: Paths, schemas: Json): void {
  for (const operation of operationsOf(paths)) {
    for (const parameter of operation.parameters ?? []) {
      if ('required' in parameter && parameter.in !== 'path' && parameter.schema?.['default'] !== undefined)
        parameter.required = false
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.description === 'Default Response') response.description = statusText(status)
    }
    const content = operation.requestBody?.content ?? {}
    if (operation.requestBody && isOptional(content['application/json']?.schema, schemas))
      operation.requestBody.required = false
    for (const body of Object.values(content)) {
      const example = body.schema === undefined ? undefined : exampleOf(body.schema, schemas)
      if (example !== undefined) body.example ??= example
    }
  }
}

const carried = {
  deviceId: {
    name: 'DeviceId',
    parameter: {
      name: 'device-id',
      in: 'header',
      description:
        'A secret of this installation of the client, long and random (such as a UUID), made once and sent with ' +
        'every request. Not needed with an API key.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
      example: 'web-0d5c1f3e-8a46-4f0b-b1b9-6f2c7e9d4a58',
    },
  },
  merchantId: {
    name: 'MerchantId',
    parameter: {
      name: 'merchant-id',
      in: 'header',
      description: 'The merchant (shop) the request is about.',
      schema: { type: 'string', format: 'uuid' },
      example: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11',
    },
  },
} as const

/** Of routes that need no credentials, and count the shopper of a storefront's server: `security: [{ [it]: [] }]`. */
export const openToServers = 'openToServers'

/** Of every request that may be a shopper's. */
const ofStorefronts = [
  {
    name: 'storefront-key',
    in: 'header',
    description:
      'The secret key of the storefront’s server (`sk_…`), beside the token of a shopper, or where there is none yet.',
    schema: { type: 'string' },
  },
  {
    name: 'shopper-address',
    in: 'header',
    description:
      'With a storefront’s secret key: the IP address of the shopper, which limits count in place of the server’s.',
    schema: { type: 'string', examples: ['192.0.2.7'] },
  },
]

/** Scopes name all that identifies the caller; what is no credential becomes a parameter. */
export function describeCredentials(paths: Paths, { parameters }: Components): void {
  for (const operation of operationsOf(paths)) {
    const alternatives = operation.security ?? []
    for (const [key, { name, parameter }] of Object.entries(carried)) {
      if (!alternatives.some((needed) => key in needed)) continue
      const required = alternatives.every((needed) => key in needed)
      const component = required ? name : `Optional${name}`
      parameters[component] = { ...parameter, required }
      operation.parameters = [{ $ref: `#/components/parameters/${component}` }, ...(operation.parameters ?? [])]
    }
    const isByShopper =
      alternatives.some((needed) => 'deviceId' in needed) && !alternatives.some((needed) => 'apiKey' in needed)
    if (isByShopper || alternatives.some((needed) => openToServers in needed)) {
      for (const parameter of ofStorefronts) {
        const component = parameter.name === 'storefront-key' ? 'StorefrontKey' : 'ShopperAddress'
        parameters[component] = parameter
        operation.parameters = [...(operation.parameters ?? []), { $ref: `#/components/parameters/${component}` }]
      }
    }
    const credentials = alternatives.map((needed) =>
      Object.fromEntries(Object.entries(needed).filter(([key]) => key !== openToServers && !(key in carried))),
    )
    const distinct = [...new Map(credentials.map((needed) => [JSON.stringify(needed), needed])).values()]
    operation.security = distinct.length === 1 && isEmpty(distinct[0]) ? [] : distinct
  }
}

const isEmpty = (needed: object | undefined) => Object.keys(needed ?? {}).length === 0

/** A body with a default is optional. */
function isOptional(schema: Json | undefined, schemas: Json): boolean {
  const reference = schema?.['$ref']
  const named = typeof reference === 'string' ? (schemas[reference.split('/').at(-1) ?? ''] as Json) : schema
  return named?.['default'] !== undefined
}

/** An example value built from the examples of a schema's parts; undefined if there are none. */
export function exampleOf(schema: Json, schemas: Json): unknown {
  const reference = schema['$ref']
  if (typeof reference === 'string') return exampleOf(schemas[reference.split('/').at(-1) ?? ''] as Json, schemas)
  const [given] = (schema['examples'] ?? schema['enum'] ?? []) as unknown[]
  if (given !== undefined) return given
  if (schema['default'] !== undefined) return schema['default']
  if (schema['const'] !== undefined) return schema['const']
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return choices.map((choice) => exampleOf(choice, schemas)).find((example) => example !== undefined)
  if (schema['type'] === 'array') {
    const item = exampleOf(schema['items'] as Json, schemas)
    return item === undefined ? undefined : [item]
  }
  if (schema['type'] === 'object') {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    const examples = properties.map(([name, property]) => [name, exampleOf(property, schemas)] as const)
    return Object.fromEntries(examples.filter(([, example]) => example !== undefined))
  }
  return schema['type'] === 'boolean' ? true : undefined
}
