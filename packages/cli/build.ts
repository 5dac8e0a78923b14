/**
 * Builds the command line into `dist/commerce.js`, which needs Node.js 20 and nothing else. The library for proxies is
 * a file beside it, loaded only where one is named. `--if-possible`, as `npm ci` runs it: without development
 * dependencies there is nothing to build with.
 */
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))

const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  if (process.argv.includes('--if-possible') && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
  throw error
})
if (vite === undefined) {
  process.stdout.write('commerce: not built, because its development dependencies are not installed\n')
} else {
  // Built beside and renamed, so that whoever runs it meanwhile finds the old file or the new one.
  const outDir = `${root}dist-${process.pid}`
  await vite.build({
    root,
    logLevel: 'warn',
    configFile: false,
    resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
    ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node'] } },
    build: { ssr: 'src/commerce.ts', outDir, emptyOutDir: true, target: 'node20', minify: false },
  })
  await rm(`${root}dist`, { recursive: true, force: true })
  await rename(outDir, `${root}dist`)
}
