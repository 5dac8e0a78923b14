import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

describe('configuration of processes', () => {
  it('without background work needs a database that a worker shares, and one web process', () => {
    const alone = { BACKGROUND_WORK: 'off', WEB_PROCESSES: '1', DATABASE_URL: 'postgres://localhost/shop' }
    assert.equal(readConfig(alone).BACKGROUND_WORK, false)
    assert.equal(readConfig({}).BACKGROUND_WORK, true)
    for (const change of [{ WEB_PROCESSES: '2' }, { WEB_PROCESSES: '0' }, { DATABASE_URL: '' }])
      assert.throws(() => readConfig({ ...alone, ...change }), /BACKGROUND_WORK=off needs DATABASE_URL and WEB_PROC/)
    assert.throws(() => readConfig({ ...alone, BACKGROUND_WORK: 'false' }), /BACKGROUND_WORK .*expected on or off/)
  })
})
