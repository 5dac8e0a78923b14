import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Letter } from '#src/platform/mail/index.ts'
import { letters } from './letters.ts'

const root = join(import.meta.dirname, '../..')
/** Mailed by a job of its own, since it is for an address and not for an account. */
const apart = ['invitation']

it('every letter of a module can be written when its job runs', async () => {
  const files = globSync('src/modules/*/{,*/}letters.ts', { cwd: root })
  const exported = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const isLetter = (value: unknown): value is Letter<never> =>
    typeof value === 'object' && value !== null && 'name' in value && 'write' in value
  const names = exported.flatMap((module) => Object.values(module).filter(isLetter)).map(({ name }) => name)
  assert.ok(names.length > 10)
  assert.deepEqual([...letters.map(({ name }) => name), ...apart].sort(), names.sort())
})
