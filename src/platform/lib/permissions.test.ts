import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { builtInRoles, permissions, permissionsOf } from './permissions.ts'

it('docs/reference/permissions.md shows the permissions as they are', async () => {
  const page = await readFile(new URL('../../../docs/reference/permissions.md', import.meta.url), 'utf8')
  const row = /^\| `([\w.]+)` +\| (yes|no) +\| (yes|no) +\| (yes|no) +\| (yes|no) +\| (yes|no) /gm
  const documented = [...page.matchAll(row)].map(([, permission, ...answers]) => [permission, ...answers])
  const actual = permissions.map((permission) => [
    permission,
    ...builtInRoles.map((role) => (permissionsOf(role).has(permission) ? 'yes' : 'no')),
  ])
  assert.deepEqual(documented, actual)
})
