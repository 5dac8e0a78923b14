interface Contract {
  paths: Record<string, Record<string, { parameters?: { name?: string }[]; security?: Record<string, unknown>[] }>>
}

/** Which POSTs take an idempotency key, and what takes keys of storefronts: `operations.gen.ts`. */
export function describeOperations(contract: object): string {
  const paths = Object.entries((contract as Contract).paths)
  const keyed = paths
    .filter(([, path]) => path['post']?.parameters?.some(({ name }) => name === 'idempotency-key'))
    .map(([path]) => `  '${path}',\n`)
  const ofStorefronts = paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.some((needed) => 'publishableKey' in needed))
      .map(([method]) => `  '${method.toUpperCase()} ${path}',\n`),
  )
  return `/** Generated from openapi.json by \`npm run generate\`. */

/** POSTs of these paths take an idempotency key. */
export const keyedPaths = [\n${keyed.join('')}]

/** What takes the key of a storefront in place of a session. */
export const storefrontOperations = [\n${ofStorefronts.join('')}]
`
}
