import openapiTypeScript, { astToString } from 'openapi-typescript'

interface Contract {
  paths: Record<string, Record<string, { parameters?: { $ref?: string; in?: string; name?: string }[] }>>
}

/** Parameters that the client sends by itself. */
const own = new Set(['#/components/parameters/DeviceId', '#/components/parameters/MerchantId'])

/** The types of the contract, and which POSTs take an idempotency key, as the text of `contract.gen.ts`. */
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
  return `/** Generated from openapi.json by \`npm run generate\`. */
${astToString(nodes)}
/** POSTs of these paths take an idempotency key. */
export const keyedPaths = [\n${keyed.join('')}]
`
}
