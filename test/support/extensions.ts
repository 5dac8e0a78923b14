import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { installExtensions } from '#src/app/extensions/install.ts'
import { loadExtensions } from '#src/app/extensions/load.ts'
import { startTestApp, type TestApp } from './app.ts'
import { createTestDatabase } from './database.ts'

/** The folder of the example. */
export const wishlist = fileURLToPath(new URL('../../examples/extension', import.meta.url))

/** A folder with an extension: the text of its default export, and its files of SQL by name. */
export async function writeExtension(
  t: Pick<TestContext, 'after'>,
  value: string,
  sql: Record<string, string> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'extension-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', type: 'module', main: 'index.js' }))
  await writeFile(join(folder, 'index.js'), `export default ${value}\n`)
  await mkdir(join(folder, 'sql'))
  for (const [name, text] of Object.entries(sql)) await writeFile(join(folder, 'sql', name), text)
  return folder
}

export const install = async (url: string, folders: readonly string[], trusted = false) =>
  installExtensions(url, await loadExtensions(folders), { trusted, log: () => {} })

/** A service with extensions, as a start makes it. */
export async function startExtended(folders: readonly string[]): Promise<TestApp & { close(): Promise<void> }> {
  const database = await createTestDatabase()
  await install(database.url, folders)
  const service = await startTestApp({ EXTENSIONS: folders.join(',') }, database.url)
  return {
    ...service,
    async close() {
      await service.close()
      await database.drop()
    },
  }
}
