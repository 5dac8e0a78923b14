import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The processes of a run, those that take longest first, so that none of them runs alone at the end (requests did, for
 * a minute). Test files share one, since loading the service's 1,500 modules and compiling them takes 1.7 CPU seconds;
 * a file that is not named has its own.
 */
const shared: [process: string, files: RegExp][] = [
  ['src/modules/orders', /^src\/modules\/(orders|payments|carts)\//],
  ['test/requests', /^test\/(?!chaos|failover|faults|fuzz|import-|killed-|plans|restored-|service|upgrade|wrong-)/],
  ['src', /^src\/(?!modules|platform\/embedded-postgres)/],
  ['test/service', /^test\/(service|wrong-configuration|killed-import|restored-log|failover)\./],
  ['test/faults a-l', /^test\/faults\/[a-l]/],
  ['test/faults m-z', /^test\/faults\/[m-z]/],
  ['test/upgrade', /^test\/upgrade\//],
  ['test/chaos', /^test\/chaos\//],
  ['test/plans', /^test\/plans\./],
  ['src/modules/identity', /^src\/modules\/identity\//],
  ['src/modules/catalog', /^src\/modules\/(catalog|search|inventory)\//],
  ['src/modules/webhooks', /^src\/modules\/webhooks\//],
  ['src/modules', /^src\/modules\//],
  ['test/fuzz', /^test\/fuzz\//],
  ['tools', /^tools\//],
]

/** Measures the memory of its process. */
const alone = 'src/modules/catalog/import/import-memory.test.ts'

/**
 * Writes a file for each process into the folder, which imports the test files that run in it. The test runner starts
 * a process per file, in the order of their names.
 */
export function planProcesses(testFiles: readonly string[], folder: string): string[] {
  const processes = Map.groupBy(testFiles, (file) => {
    const together = file === alone ? undefined : shared.find(([, files]) => files.test(file))
    return together?.[0] ?? file
  })
  const rank = (name: string) => {
    const place = shared.findIndex(([process]) => process === name)
    return place === -1 ? shared.length : place
  }
  return [...processes]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, files], index) => {
      const number = String(index).padStart(3, '0')
      const path = join(folder, `${number}-${name.replace(/\.test\.ts$/, '').replaceAll(/[/ ]/g, '-')}.test.mjs`)
      const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(resolve(file)).href)}\n`)
      writeFileSync(path, imports.join(''))
      return path
    })
}
