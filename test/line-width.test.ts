import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')

// The formatter leaves comments, strings and SQL as they are.
it('lines of code and SQL have at most 120 columns', () => {
  const files = globSync(['{src,test,tools,packages}/**/*.{ts,js,cjs}', 'migrations/**/*.sql'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', 'packages/client/*.gen.ts'],
  })
  assert.ok(files.length > 400)
  const tooLong = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => ([...line].length > 120 ? [`${file}:${at + 1}`] : [])),
  )
  assert.deepEqual(tooLong, [])
})
