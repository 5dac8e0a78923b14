import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { isAllowed, permissions, roles } from './permissions.ts'

it('docs/reference/permissions.md shows the permissions as they are', async () => {
  const page = await readFile(new URL('../../../docs/reference/permissions.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([\w.]+)` +\| (yes|no) +\| (yes|no) +\| (yes|no) /gm)].map(
    ([, permission, ...answers]) => [permission, ...answers],
  )
  const actual = permissions.map((permission) => [
    permission,
    ...roles.map((role) => (isAllowed(role, permission) ? 'yes' : 'no')),
  ])
  assert.deepEqual(documented, actual)
})
