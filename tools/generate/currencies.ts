import { unusualDecimals } from '#src/platform/lib/money.ts'

/** Who shows amounts without the service's code gets its table of decimals as a file. */
export const currencyFiles = ['packages/client', 'packages/console/src/lib', 'examples/storefront'].map(
  (folder) => `../${folder}/currencies.gen.ts`,
)

export function describeCurrencies(): string {
  const rows = Object.entries(unusualDecimals).map(([currency, decimals]) => `  ${currency}: ${decimals},`)
  return `// Written by \`npm run generate\` from src/platform/lib/money.ts.

const unusualDigits: Readonly<Record<string, number>> = {
${rows.sort().join('\n')}
}

/**
 * Decimals of a currency as the service counts them, by ISO 4217: GBP 2, HUF 2, JPY 0, KWD 3. Engines have tables of
 * their own, which round some of them: give these as \`minimumFractionDigits\` and \`maximumFractionDigits\` to
 * \`Intl.NumberFormat\`.
 */
export function currencyDigits(currency: string): number {
  return unusualDigits[currency] ?? 2
}
`
}
