import openapiTypeScript, { astToString } from 'openapi-typescript'

interface Operation {
  parameters?: { $ref?: string; in?: string; name?: string }[]
  security?: Record<string, unknown>[]
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

/** The types of the contract, which POSTs take an idempotency key, and what takes keys: `contract.gen.ts`. */
export async function describeContractTypes(contract: object): Promise<string> {
  const copy = structuredClone(contract) as Contract
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.filter(({ $ref }) => $ref === undefined || !own.has($ref)) ?? []
  }
  // The package's types use OpenAPI types of another package; the contract is plain JSON.
  const nodes = await openapiTypeScript(copy as never, { defaultNonNullable: false })
  const keyed = Object.entries(copy.paths)
    .filter(([, path]) => path['post']?.parameters?.some(({ name }) => name === 'idempotency-key'))
    .map(([path]) => `  '${path}',\n`)
  const ofStorefronts = Object.entries(copy.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.some((needed) => 'publishableKey' in needed))
      .map(([method]) => `  '${method.toUpperCase()} ${path}',\n`),
  )
  return `/** Generated from openapi.json by \`npm run generate\`. */
${astToString(nodes)}
/** POSTs of these paths take an idempotency key. */
export const keyedPaths = [\n${keyed.join('')}]

/** What takes the key of a storefront in place of a session. */
export const storefrontOperations = [\n${ofStorefronts.join('')}]
`
}
