import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync(['{src,test,tools,packages}/**/*.{ts,js,cjs,sql}', 'migrations/*.sql'], {
  cwd: root,
  // A migration that has landed is not edited, and these have a comment of 121 columns.
  exclude: [
    '**/node_modules',
    '**/dist',
    '**/dist-*',
    'packages/{client,webhooks}/*.gen.ts',
    'migrations/0010_verified_at.sql',
    'migrations/0127_translation_versions.sql',
  ],
})

/** Where a line is so, as `file:line`. */
function linesThat(isSo: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isSo(line) ? [`${file}:${at + 1}`] : [])),
  )
}

// The formatter leaves comments, strings and SQL as they are.
it('lines of code and SQL have at most 120 columns', () => {
  assert.ok(files.length > 400)
  assert.deepEqual(
    linesThat((line) => [...line].length > 120),
    [],
  )
})

it('no object is spread where its fields can be written', () => {
  assert.deepEqual(
    linesThat((line) => /\.{3}\{/.test(line)),
    [],
  )
})

// In a folder with a space in its name, `pathname` has %20. `fileURLToPath` knows better.
it('no path of a file is the pathname of its URL', () => {
  assert.deepEqual(
    linesThat((line) => /import\.meta\.url\)\.pathname/.test(line)),
    [],
  )
})

// Planned while the table was empty, such a join reads the whole table, and all rows of the statement for each of its
// rows. A loop finds each row by its key.
it('no trigger joins the rows of its statement with the table that it changes', () => {
  const joined = files
    .filter((file) => file.startsWith('src/') && file.endsWith('.sql'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const rows = [...text.matchAll(/\b(?:old|new) table as (\w+)/g)].map(([, name]) => name)
      const statements = text.split(/;|\bbegin\b|\bloop\b|\bthen\b|\belse\b/)
      return statements
        .filter((statement) => /^\s*(?:--.*\n\s*)*(update|delete)\s/.test(statement))
        .filter((statement) => rows.some((name) => new RegExp(`\\b(from|using|join)\\s+${name}\\b`).test(statement)))
        .map((statement) => `${file}: ${statement.trim()}`)
    })
  assert.deepEqual(joined, [])
})
