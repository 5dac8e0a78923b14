import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Test files of one folder share a process: loading the service's 1,500 modules and compiling them again for each file
 * took 93 of 228 CPU seconds of the files under src. Those of test/faults share two, so that neither is the last.
 */
const shared = [
  /^src\/modules\/[^/]+/,
  /^src\/platform(?=\/(?!embedded-postgres))/,
  /^test\/faults(?=\/[a-l])/,
  /^test\/faults\/(?=[m-z])/,
]

/** Measures the memory of its process. */
const alone = 'src/modules/catalog/import/import-memory.test.ts'

/** Started first, so that none of them runs alone at the end. */
const longest = [
  'test/faults',
  'test/chaos',
  'test/plans',
  'test/service',
  'src/modules/webhooks',
  'src/modules/orders',
  'test/',
]

/**
 * Writes a file for each process into the folder, which imports the test files that run in it. The test runner starts
 * a process per file, in the order of their names.
 */
export function planProcesses(testFiles: readonly string[], folder: string): string[] {
  const processes = Map.groupBy(testFiles, (file) => {
    const together = file === alone ? undefined : shared.find((pattern) => pattern.test(file))
    return together?.exec(file)?.[0] ?? file
  })
  const rank = (name: string) => {
    const place = longest.findIndex((start) => name.startsWith(start))
    return place === -1 ? longest.length : place
  }
  return [...processes]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, files], index) => {
      const number = String(index).padStart(3, '0')
      const path = join(folder, `${number}-${name.replace(/\.test\.ts$/, '').replaceAll('/', '-')}.test.mjs`)
      const imports = files.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
      writeFileSync(path, imports.join(''))
      return path
    })
}
