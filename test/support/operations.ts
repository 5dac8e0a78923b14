import type { App } from '#src/platform/http/app.ts'
import { exampleOf, type Json } from '#src/platform/http/openapi/finish.ts'
import { contractOf } from '#src/platform/http/openapi/openapi.ts'

/** The contract as a list of operations, for tests over every endpoint. */

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}

export interface Operation {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  operationId: string
  scope: 'open' | 'device' | 'user' | 'shopper' | 'staff'
  parameters: Parameter[]
  /** Content types of the body; none if it takes none. */
  contentTypes: string[]
  /** The JSON body's schema without references, and an example of it. */
  body: { schema: Json; example: unknown; required: boolean } | undefined
  statuses: number[]
  raw: Json
}

interface RawOperation {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, unknown>
  security?: Record<string, unknown>[]
}

export function operationsOf(app: App): Operation[] {
  return operationsIn(contractOf(app))
}

export function operationsIn(contract: Json): Operation[] {
  const schemas = (contract['components'] as { schemas: Json }).schemas
  const paths = contract['paths'] as Record<string, Record<string, RawOperation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const content = raw.requestBody?.content ?? {}
      const schema = content['application/json']?.schema
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Operation['method'],
        path,
        operationId: raw.operationId,
        scope: scopeOf(path, raw),
        parameters: (raw.parameters ?? []).filter((parameter) => 'name' in parameter),
        contentTypes: Object.keys(content),
        body: schema && {
          schema: resolve(schema, schemas) as Json,
          example: exampleOf(schema, schemas),
          required: raw.requestBody?.required === true,
        },
        statuses: Object.keys(raw.responses).map(Number),
        raw: raw as unknown as Json,
      }
    }),
  )
}

function scopeOf(path: string, { security = [], parameters = [] }: RawOperation): Operation['scope'] {
  const carried = parameters.map((parameter) => ('$ref' in parameter ? parameter.$ref.split('/').at(-1) : undefined))
  const needsCredentials = security.length > 0 && security.every((needed) => Object.keys(needed).length > 0)
  // A storefront's key is good at one shop, so it needs no merchant-id.
  const isOfShop = carried.includes('MerchantId') || (needsCredentials && carried.includes('OptionalMerchantId'))
  if (isOfShop) return path.startsWith('/admin/') ? 'staff' : 'shopper'
  if (needsCredentials) return 'user'
  // Optional where a storefront's key may stand for it.
  return carried.includes('DeviceId') || carried.includes('OptionalDeviceId') ? 'device' : 'open'
}

function resolve(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => resolve(item, schemas))
  if (node === null || typeof node !== 'object') return node
  const reference = (node as Json)['$ref']
  if (typeof reference === 'string') return resolve(schemas[reference.split('/').at(-1) ?? ''], schemas)
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value, schemas)]))
}
