/** `npm run licences`: exits 1 and names each package of the lock file whose licence is not allowed. */
import { readFileSync } from 'node:fs'
import { licenceFaults } from './packages/licences.ts'

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const faults = licenceFaults(lock.packages)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\nThe licences that are allowed are in tools/packages/licences.ts.\n`)
  process.exitCode = 1
}
