/**
 * Writes the types of the contract (`contract.gen.ts`) and of events (`events.gen.ts` of webhooks), which git ignores,
 * from openapi.json. Nothing needs them to run. `--if-possible`, as `npm ci` runs it: without development dependencies
 * there is nothing to make them with, and nobody to read them.
 */
import { readFile, writeFile } from 'node:fs/promises'

const types = await import('./describe-types.ts').catch((error: NodeJS.ErrnoException) => {
  if (process.argv.includes('--if-possible') && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
  throw error
})
if (types === undefined) {
  process.stdout.write('client: no types of the contract, because its development dependencies are not installed\n')
} else {
  const contract = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
  await write('contract.gen.ts', await types.describeContractTypes(contract))
  await write('../webhooks/events.gen.ts', await types.describeEventTypes(contract))
}

/** Only if it changes, so that what watches files has no work. */
async function write(name: string, text: string): Promise<void> {
  const file = new URL(name, import.meta.url)
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) await writeFile(file, text)
}
