import openapiTypeScript, { astToString } from 'openapi-typescript'

interface Contract {
  paths: Record<string, Record<string, { parameters?: { $ref?: string; in?: string; name?: string }[] }>>
}

/** Parameters that the client sends by itself. */
const own = new Set(['#/components/parameters/DeviceId', '#/components/parameters/MerchantId'])

/** The types of the contract, as the text of `contract.gen.ts`. */
export async function describeContractTypes(contract: object): Promise<string> {
  const copy = structuredClone(contract) as Contract
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.filter(({ $ref }) => $ref === undefined || !own.has($ref)) ?? []
  }
  // Its types name the OpenAPI types of another package; the contract is plain JSON.
  const nodes = await openapiTypeScript(copy as never, { defaultNonNullable: false })
  return `/** Generated from openapi.json by \`npm run generate\`. */\n${astToString(nodes)}`
}
