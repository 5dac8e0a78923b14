import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { promisify } from 'node:util'

const entry = new URL('../entries/server.ts', import.meta.url)

/** Prints the files of modules that are loaded with the given ones. */
const script = `
  const { registerHooks } = require('node:module')
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  const files = process.argv.slice(1).map((file) => import(file))
  Promise.all(files).then(() => console.log(JSON.stringify(loaded.filter((url) => url.includes('/src/modules/')))))`

// Most of a start is loading modules. The database of an empty folder is made meanwhile, so it is launched first.
it('the service loads no module before it has launched its database', async () => {
  const text = await readFile(entry, 'utf8')
  const imports = [...text.matchAll(/^import (?!type ).* from '#src(.*)'$/gm)].map(([, path]) => path ?? '')
  assert.ok(imports.includes('/app/loading.ts'))
  const files = imports.map((path) => new URL(`..${path}`, entry).href)
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, ...files])
  assert.deepEqual(JSON.parse(stdout), [])
})
