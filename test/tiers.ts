import { globSync } from 'node:fs'

/**
 * The long tier, in the order in which it runs: what fails early comes first. A file of it starts processes or clusters
 * of its own, or waits for real time to pass. Every other test file is of the quick tier, `npm test`.
 */
export const longTier: readonly RegExp[] = [
  // Start and end of the service as a process.
  /^test\/(wrong-configuration|background-process|closed-output|silent-database|stopping)\.test/,
  /^test\/(service|first-start|clocks|traces)\.test/,
  /^test\/killed-/,
  /^src\/(app\/demo|platform\/embedded-postgres)\//,
  /^src\/entries\/restore-check\.test/,
  /^tools\/replay\.test/,
  // Whole services under requests, and what is read of a large shop.
  /^test\/(plans|writes-of-empty-tables|reads-of-empty-tables|parameter-range)\.test/,
  /^test\/fuzz\/(worst|fuzz)/,
  /^src\/modules\/catalog\/import\/import-memory\.test/,
  // Upgrades, and databases that move, fail over or are restored.
  /^test\/upgrade\//,
  /^test\/(moved-shop|replicas|replicas-lost|failover|restored-log)\.test/,
  /^test\/faults\//,
  // What attackers do.
  /^test\/long\/abuse\//,
  /^test\/(console|storefront)\//,
  /^test\/chaos\//,
  /^test\/long\//,
]

/** `test/console/*.ts` are the pages of the console in a browser. */
const testFiles = ['{src,test,packages,tools}/**/*.test.ts', 'test/console/*.ts']

export function filesOfTier(tier: 'quick' | 'long'): string[] {
  const files = globSync(testFiles, { exclude: ['**/node_modules'] }).sort()
  const rank = (file: string) => longTier.findIndex((pattern) => pattern.test(file))
  if (tier === 'quick') return files.filter((file) => rank(file) === -1)
  return files.filter((file) => rank(file) !== -1).sort((one, other) => rank(one) - rank(other))
}
