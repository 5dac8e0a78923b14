import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { releaseLog } from './packages/change-log.ts'
import { renamePacked, setLockedVersion, setVersion } from './packages/set-version.ts'

describe('the change log of a release', () => {
  const log = (name: string, text = '- It works.\n\n### Removed\n\n- More.\n') =>
    `# Changelog\n\nOf all.\n\n## ${name}\n\n${text}\n## 0.1.0\n\nThe first.\n`

  it('gets the version and the date in the heading of its first section, and nothing else', () => {
    for (const name of ['Unreleased', 'unreleased', '0.3.0']) {
      const { text, notes } = releaseLog(log(name), '0.3.0', '2026-11-27')
      assert.equal(text, log('0.3.0 (2026-11-27)'))
      assert.equal(notes, '- It works.\n\n### Removed\n\n- More.')
    }
    assert.equal(releaseLog('# Log\n\n## Unreleased\n\n- First.\n', '0.1.0', '2026-11-27').notes, '- First.')
  })

  it('whose first section is of another version, is dated, empty or missing is refused', () => {
    assert.throws(
      () => releaseLog(log('0.2.0'), '0.3.0', '2026-11-27'),
      /is "0\.2\.0"; expected "Unreleased" or "0\.3\.0"/,
    )
    assert.throws(() => releaseLog(log('0.3.0 (2026-11-26)'), '0.3.0', '2026-11-27'), /is "0\.3\.0 \(2026-11-26\)"/)
    assert.throws(() => releaseLog(log('Unreleased', ''), '0.3.0', '2026-11-27'), /"Unreleased" .* is empty/)
    assert.throws(() => releaseLog('# Log\n', '0.3.0', '2026-11-27'), /is missing/)
  })
})

describe('the version of a release', () => {
  const ours = {
    name: '@commerce-platform/cli',
    version: '0.2.0',
    dependencies: { left: '0.2.0' },
    devDependencies: { '@commerce-platform/client': '0.2.0', '@commerce-platform/other': '^0.1.0' },
  }
  const released = {
    ...ours,
    version: '0.3.0',
    devDependencies: { '@commerce-platform/client': '0.3.0', '@commerce-platform/other': '^0.1.0' },
  }

  it('is set in packages of ours and where they need each other', () => {
    assert.deepEqual(setVersion(ours, '0.2.0', '0.3.0'), released)
    const theirs = { name: 'left', version: '0.2.0' }
    assert.deepEqual(setVersion(theirs, '0.2.0', '0.3.0'), theirs)
  })

  it('is set in the lock file at the root and the workspaces', () => {
    const lock = {
      name: 'commerce-platform-api',
      version: '0.2.0',
      packages: {
        '': { name: 'commerce-platform-api', version: '0.2.0' },
        'packages/cli': ours,
        'node_modules/left': { name: 'left', version: '0.2.0' },
      },
    }
    const { version, packages } = setLockedVersion(lock, '0.2.0', '0.3.0')
    assert.deepEqual([version, packages['']?.version, packages['packages/cli']], ['0.3.0', '0.3.0', released])
    assert.equal(packages['node_modules/left']?.version, '0.2.0')
  })

  it('is set in the names of packed packages', () => {
    const text = 'npm install ./commerce-platform-create-shop-0.2.0.tgz other-0.2.0.tgz 0.2.0'
    assert.equal(renamePacked(text, '0.2.0', '0.3.0'), text.replace('shop-0.2.0', 'shop-0.3.0'))
  })
})
