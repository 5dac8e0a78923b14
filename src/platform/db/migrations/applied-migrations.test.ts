import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MigrationRefused, planMigrations } from './applied-migrations.ts'
import { readMigrations } from './migration-files.ts'

const drafts = '0087_order_drafts.sql'
const otherText = '421a9141c16473287270435dd331b02ce28381440747773a0555141ccd6db7ed'

test('a database with the other text of 0087 gets what follows; any other text is refused', async () => {
  const files = await readMigrations()
  const appliedWith = (checksum: string) =>
    files.numbered
      .filter(({ name }) => name < '0088')
      .map((file) => ({
        name: file.name,
        checksum: file.name === drafts ? checksum : file.checksum,
        replaced: [],
        oldestRelease: null,
      }))
  const own = files.numbered.find(({ name }) => name === drafts)?.checksum ?? ''
  assert.notEqual(own, otherText)
  for (const checksum of [own, otherText]) {
    const names = planMigrations(files, appliedWith(checksum)).numbered.map(({ name }) => name)
    assert.ok(names.includes('0106_quote_tokens.sql') && !names.includes(drafts))
  }
  assert.throws(() => planMigrations(files, appliedWith('0'.repeat(64))), MigrationRefused)
})
