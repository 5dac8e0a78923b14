import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Test files of one folder share a process: loading the service's 1,500 modules and compiling them again for each file
 * took 1.7 CPU seconds of each. Those of test/faults share two, so that neither is the last.
 */
const shared: [process: string, files: RegExp][] = [
  ['test/faults a-l', /^test\/faults\/[a-l]/],
  ['test/faults m-z', /^test\/faults\/[m-z]/],
  ['test/upgrade', /^test\/upgrade\//],
  ['test/service', /^test\/(service|wrong-configuration|killed-import|restored-log|failover)\./],
  ['test/requests', /^test\/(?!chaos|fuzz|plans|import-rules)/],
  ['src/modules/webhooks', /^src\/modules\/webhooks\//],
  ['src/modules/orders', /^src\/modules\/(orders|payments|carts)\//],
  ['src/modules/identity', /^src\/modules\/identity\//],
  ['src/modules/catalog', /^src\/modules\/(catalog|search|inventory)\//],
  ['src/modules', /^src\/modules\//],
  ['src', /^src\/(?!platform\/embedded-postgres)/],
  ['tools', /^tools\//],
]

/** Measures the memory of its process. */
const alone = 'src/modules/catalog/import/import-memory.test.ts'

/** Started first, so that none of them runs alone at the end. */
const longest = ['test/faults', 'test/chaos', 'test/service', 'src/modules/', 'test/']

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
    const place = longest.findIndex((start) => name.startsWith(start))
    return place === -1 ? longest.length : place
  }
  return [...processes]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, files], index) => {
      const number = String(index).padStart(3, '0')
      const path = join(folder, `${number}-${name.replace(/\.test\.ts$/, '').replaceAll(/[/ ]/g, '-')}.test.mjs`)
      const imports = files.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
      writeFileSync(path, imports.join(''))
      return path
    })
}
