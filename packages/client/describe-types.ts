import openapiTypeScript, { astToString } from 'openapi-typescript'

interface Operation {
  parameters?: { $ref?: string }[]
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
}

/** Parameters that the client sends by itself. */
const own = new Set(
  ['DeviceId', 'MerchantId', 'OptionalDeviceId', 'OptionalMerchantId', 'StorefrontKey', 'ShopperAddress'].map(
    (name) => `#/components/parameters/${name}`,
  ),
)

/** The types of the contract: `contract.gen.ts`. */
export async function describeContractTypes(contract: object): Promise<string> {
  const copy = structuredClone(contract) as Contract
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.filter(({ $ref }) => $ref === undefined || !own.has($ref)) ?? []
  }
  // The package's types use OpenAPI types of another package; the contract is plain JSON.
  const nodes = await openapiTypeScript(copy as never, { defaultNonNullable: false })
  return `/** Made of openapi.json by \`npm ci\` and \`npm run types\`. */
${astToString(nodes)}`
}

interface Events {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>
  components: { schemas: Record<string, object> }
}

/** The types of the events that webhooks deliver, and the shapes that they refer to: `events.gen.ts` of webhooks. */
export async function describeEventTypes(contract: object): Promise<string> {
  const { webhooks, components } = contract as Events
  const bodies = Object.entries(webhooks).map(
    ([name, { post }]) => [name, post.requestBody.content['application/json'].schema] as const,
  )
  const schemas: Record<string, object> = {}
  const waiting = [...bodies]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, schema] = next
    if (name in schemas) continue
    schemas[name] = schema
    for (const [, used = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      waiting.push([used, components.schemas[used] ?? {}])
    }
  }
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)))
  const document = { openapi: '3.1.0', info: { title: 'Events', version: '1' }, components: { schemas: sorted } }
  const nodes = await openapiTypeScript(document as never, { defaultNonNullable: false })
  const text = astToString(nodes)
  return `/** Made of openapi.json by \`npm ci\` and \`npm run types\`. */
${text.slice(text.indexOf('export interface components'), text.indexOf('export type $defs'))}
/** Every event by its name. */
export type EventName =
${bodies.map(([name]) => `  | '${name}'`).join('\n')}

/** An event as it is delivered: \`event\` tells which, and with it the shape of \`data\`. */
export type WebhookEvent = components['schemas'][EventName]
`
}
