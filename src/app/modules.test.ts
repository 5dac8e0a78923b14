import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { auditActions } from '#src/platform/audit/index.ts'
import { tags } from '#src/platform/http/openapi/tags.ts'
import { permissions } from '#src/platform/lib/permissions.ts'
import type { Letter } from '#src/platform/mail/index.ts'
import { eventNames } from '#src/platform/outbox/index.ts'
import { modules } from './modules.ts'

const root = join(import.meta.dirname, '../..')
const folders = readdirSync(join(root, 'src/modules'))

describe('the list of modules', () => {
  it('has each folder of src/modules', () => {
    assert.deepEqual(modules.map(({ name }) => name).sort(), folders.sort())
  })

  // The types see to it that there are no others.
  for (const [what, all, stated] of [
    ['permission', permissions, modules.flatMap((module) => module.permissions ?? [])],
    ['action of the audit log', auditActions, modules.flatMap(({ audit }) => audit ?? [])],
    ['event', eventNames, modules.flatMap(({ events }) => Object.keys(events ?? {}))],
    [
      'chapter of the contract',
      tags.map(({ name }) => name),
      [...modules.flatMap((one) => one.tags ?? []), 'Operations'],
    ],
  ] as const) {
    it(`has each ${what} at one module`, () => assert.deepEqual([...stated].sort(), [...all].sort()))
  }

  it('has each file of SQL, each file of routes and each letter of the modules', async () => {
    const files = (pattern: string) => globSync(pattern, { cwd: root }).sort()
    const sql = modules.flatMap((module) => (module.sql ?? []).map((file) => `src/modules/${module.name}/${file}`))
    assert.deepEqual(sql.sort(), files('src/modules/**/*.sql'))
    for (const folder of folders) {
      const text = readFileSync(join(root, `src/modules/${folder}/module.ts`), 'utf8')
      for (const file of files(`src/modules/${folder}/**/{,*-}routes.ts`))
        assert.ok(text.includes(`import('./${file.replace(`src/modules/${folder}/`, '')}')`), file)
    }
    const exported = await Promise.all(files('src/modules/*/{,*/}letters.ts').map((file) => import(join(root, file))))
    const letters = exported.flatMap((file) => Object.values(file).filter(isLetter)).map(({ name }) => name)
    // The invitation is mailed by a job of its own, since it is for an address and not for an account.
    const mailed = [...modules.flatMap(({ mails }) => mails ?? []).map(({ name }) => name), 'invitation']
    assert.ok(letters.length > 10)
    assert.deepEqual(mailed.sort(), letters.sort())
  })

  it('names pages of docs/reference', () => {
    const pages = readdirSync(join(root, 'docs/reference'))
    for (const page of modules.flatMap(({ docs }) => docs ?? [])) assert.ok(pages.includes(`${page}.md`), page)
  })
})

function isLetter(value: unknown): value is Letter<never> {
  return typeof value === 'object' && value !== null && 'name' in value && 'write' in value
}
