import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frozenMigrations } from './frozen-migrations.ts'

const file = (name: string, checksum: string) => ({ name, checksum, sql: '' })

describe('the list of frozen migrations', () => {
  const listed = frozenMigrations('', [file('0001_first.sql', 'a'), file('0002_second.sql', 'b')])

  it('has a line for each numbered file, and takes up new ones', () => {
    assert.equal(listed, 'a  0001_first.sql\nb  0002_second.sql\n')
    const third = [file('0001_first.sql', 'a'), file('0002_second.sql', 'b'), file('0003_third.sql', 'c')]
    assert.equal(frozenMigrations(listed, third), `${listed}c  0003_third.sql\n`)
  })

  it('refuses a listed file that has changed or is gone, and names it', () => {
    const changed = [file('0001_first.sql', 'a'), file('0002_second.sql', 'changed')]
    assert.throws(() => frozenMigrations(listed, changed), /0002_second\.sql is frozen/)
    assert.throws(() => frozenMigrations(listed, [file('0001_first.sql', 'a')]), /0002_second\.sql is frozen/)
  })
})
