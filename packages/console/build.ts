/**
 * Builds the console into `dist`, with each file compressed beside it. `--if-possible`, as `npm ci` runs it: without
 * development dependencies there is nothing to build with, and the service says so at /console.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('.', import.meta.url))
const compressed = /\.(js|css|html|svg|json)$/

const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  if (process.argv.includes('--if-possible') && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
  throw error
})
if (vite === undefined) {
  process.stdout.write('console: not built, because its development dependencies are not installed\n')
} else {
  // Built beside and renamed, so that a service that starts meanwhile finds all of it or none.
  const outDir = `${root}dist-${process.pid}`
  await vite.build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  await compress(outDir)
  await rm(`${root}dist`, { recursive: true, force: true })
  await rename(outDir, `${root}dist`)
}

async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => compressed.test(name))
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`)
      await writeFile(`${folder}/${name}.br`, await promisify(brotliCompress)(text))
      await writeFile(`${folder}/${name}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}
