// Importing node:http would load its HTTP client too: 20 ms of start-up.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * Completes the collected OpenAPI document: examples of whole bodies, descriptions of statuses, parameters with a
 * default marked optional.
 */

export type Json = { [key: string]: unknown }

interface Operation {
  parameters?: { required?: boolean; in: string; schema?: Json }[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: Json; example?: unknown }> }
  responses: Record<string, { description?: string }>
}

export function finishOperations(paths: Record<string, Record<string, Operation>>, schemas: Json): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'path' && parameter.schema?.['default'] !== undefined) parameter.required = false
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.description === 'Default Response') response.description = STATUS_CODES[status] ?? status
    }
    const body = operation.requestBody?.content['application/json']
    if (operation.requestBody && isOptional(body?.schema, schemas)) operation.requestBody.required = false
    if (body?.schema !== undefined && body.example === undefined) {
      const example = exampleOf(body.schema, schemas)
      if (example !== undefined) body.example = example
    }
  }
}

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
