import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { finishOperations, type Json } from './openapi-finish.ts'

const header = (name: string, description: string) => ({
  type: 'apiKey' as const,
  in: 'header' as const,
  name,
  description,
})

/** Collects the schemas of all routes; call before the first route is registered. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Commerce Platform API',
        version: '1',
        description:
          'The service online shops run on. Every answer is an envelope: `success` with `data`, or with `error`. ' +
          'Sign in for an `access-token`, and send the same `device-id` with every request.',
      },
      components: {
        securitySchemes: {
          accessToken: header('access-token', 'The token of register, login or admin login.'),
          apiKey: header('access-token', 'An API key (`ck_…`), for /admin alone. It needs no device-id.'),
          deviceId: header('device-id', 'Identifies the installation of the client: 1 to 200 printable characters.'),
          merchantId: header('merchant-id', 'The merchant (shop) the request is about.'),
        },
      },
    },
  })
}

/** The finished OpenAPI document: named schemas become components with references to them. */
export function contractOf(app: FastifyInstance): Json {
  const contract = structuredClone(app.swagger()) as unknown as Json & { components: Json; paths: Json }
  const schemas: Json = {}
  contract.paths = hoist(contract.paths, schemas) as Json
  finishOperations(contract.paths as Parameters<typeof finishOperations>[0], schemas)
  contract.components = { ...contract.components, schemas: sortKeys(schemas) }
  return contract
}

/**
 * Replaces every schema that has a `title` by a reference to the component of that name.
 * @throws if two different schemas have one name
 */
function hoist(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => hoist(item, components))
  if (node === null || typeof node !== 'object') return node
  const { title, ...rest } = node as Json
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, components)]))
  if (typeof title !== 'string') return title === undefined ? copy : { ...copy, title: hoist(title, components) }
  const known = components[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy)) {
    throw new Error(`two different schemas are named ${title}`)
  }
  components[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

function sortKeys(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
