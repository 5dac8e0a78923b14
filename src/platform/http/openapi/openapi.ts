import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { codesKey } from '../envelope.ts'
import {
  type Components,
  describeCredentials,
  finishOperations,
  type Json,
  openToServers,
  type Paths,
} from './finish.ts'
import { describeFailures } from './responses.ts'
import { tags } from './tags.ts'

/** An event that is sent to receivers. */
interface EventPayload {
  name: string
  summary: string
  /** Schema of the envelope's `data`. */
  data: TSchema
}

const header = (name: string, description: string) => ({
  type: 'apiKey' as const,
  in: 'header' as const,
  name,
  description,
})

declare module 'fastify' {
  interface FastifyInstance {
    /** The events of the contract, also for routes within a scope. */
    describedEvents: readonly EventPayload[]
  }
}

interface Described {
  /** Markdown: the contract's introduction. */
  description: string
  events: readonly EventPayload[]
  serverUrl?: string | undefined
}

/** Collects the schemas of all routes; call before the first route is registered. */
export async function registerOpenApi(
  app: FastifyInstance,
  { description, events, serverUrl = '/' }: Described,
): Promise<void> {
  app.decorate('describedEvents', events)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Commerce Platform API',
        version: '1',
        description,
        contact: { name: 'The operator of this service' },
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' } as { name: string },
      },
      servers: [{ url: serverUrl, description: 'This service' }],
      tags: [...tags],
      components: {
        securitySchemes: {
          accessToken: header('access-token', 'The token of register, login or admin login.'),
          apiKey: header('access-token', 'An API key (`ck_…`), for /admin alone. It needs no device-id.'),
          publishableKey: header('access-token', 'A publishable key (`pk_…`), allowed in a page.'),
          storefrontKey: header('access-token', 'The secret key of a storefront’s server (`sk_…`).'),
          // Named by scopes beside the credentials; in the document they are parameters.
          deviceId: header('device-id', ''),
          merchantId: header('merchant-id', ''),
          [openToServers]: header('storefront-key', ''),
        },
      },
    },
  })
}

/** The finished OpenAPI document: named schemas become components with references to them. */
export function contractOf(app: FastifyInstance): Json {
  const contract = structuredClone(app.swagger()) as unknown as Collected
  const { securitySchemes: schemes } = contract.components
  const { deviceId: _device, merchantId: _merchant, [openToServers]: _server, ...securitySchemes } = schemes
  const components: Components = { schemas: {}, responses: {}, parameters: {}, headers: {} }
  const paths = hoist(contract.paths, components.schemas) as Paths
  const webhooks = describeEvents(app.describedEvents, components.schemas)
  finishOperations(paths, components.schemas)
  describeCredentials(paths, components)
  describeFailures(paths, components)
  delete components.schemas['Error'] // each failure has it with its own codes
  const used = new Set([paths, webhooks as Paths].flatMap((all) => Object.values(all).flatMap(tagsOf)))
  const { schemas, responses, parameters, headers } = components
  return {
    ...contract,
    tags: contract.tags.filter(({ name }) => used.has(String(name))),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: {
      securitySchemes,
      schemas: sortKeys(schemas),
      responses: sortKeys(responses),
      parameters: sortKeys(parameters),
      headers,
    },
  }
}

function tagsOf(methods: Paths[string]): unknown[] {
  return Object.values(methods).flatMap(({ tags }) => tags)
}

type Collected = Json & { components: { securitySchemes: Json }; paths: Json; tags: Json[] }

/** Each event as a request that receivers get. */
function describeEvents(events: readonly EventPayload[], schemas: Json): Json {
  const described = events.map(({ name, summary, data }) => {
    const envelope = Type.Object({
      id: Type.String({
        description: 'Of the event: the same at every attempt, so that receivers know what they have.',
        examples: ['evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11'],
      }),
      event: Type.Literal(name),
      created: Type.Integer({ description: 'Unix seconds.', examples: [1_763_717_400] }),
      data,
      api_version: Type.Literal('v1'),
    })
    const schema = hoist(structuredClone(envelope), schemas)
    const operation = {
      operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary,
      tags: ['Events'],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Any 2xx: received. Any other answer is retried.' } },
    }
    return [name, { post: operation }]
  })
  return Object.fromEntries(described)
}

/**
 * Replaces every schema that has a `title` by a reference to the component of that name; an
 * example may have a title, too.
 * @throws if two different schemas have one name
 */
function hoist(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => hoist(item, components))
  if (node === null || typeof node !== 'object') return node
  const { title, [codesKey]: codes, ...rest } = node as Json
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'examples' ? value : hoist(value, components)]),
  )
  if (typeof title !== 'string') return title === undefined ? copy : { ...copy, title: hoist(title, components) }
  const component = components[title]
  if (component !== undefined && JSON.stringify(component) !== JSON.stringify(copy)) {
    throw new Error(`two different schemas are named ${title}`)
  }
  components[title] = copy
  const reference = { $ref: `#/components/schemas/${title}` }
  return codes === undefined ? reference : { ...reference, [codesKey]: codes }
}

function sortKeys(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
