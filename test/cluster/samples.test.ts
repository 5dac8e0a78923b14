import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { faults } from './faults.ts'
import { longestGap } from './load.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy/cluster')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

// The rest is shown by npm run test:cluster, which fills these files in.
describe('sample configuration of a cluster', () => {
  it('has no name that its page does not describe', () => {
    const described = new Set([...read('README.md').matchAll(/`([A-Z][A-Z_0-9]+)`/g)].map(([, name]) => name))
    const names = readdirSync(folder)
      .filter((file) => file !== 'README.md')
      .flatMap((file) => [...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
    assert.ok(names.length > 20)
    assert.deepEqual(
      names.filter((name) => !described.has(name)),
      [],
    )
  })

  it('lets a primary without etcd become read-only before another takes over', () => {
    const setting = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(read('patroni.yml'))?.[1])
    assert.ok(setting('ttl') >= setting('loop_wait') + 2 * setting('retry_timeout'))
  })

  it('is broken by faults that test/cluster/README.md describes', () => {
    const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
    assert.deepEqual(
      Object.keys(faults).filter((name) => !page.includes(`\`${name}\``)),
      [],
    )
  })
})

describe('the longest gap of a load', () => {
  it('is between two orders, before the first or after the last', () => {
    assert.equal(longestGap([1_000, 4_000, 5_000], 500, 6_000), 3)
    assert.equal(longestGap([6_000], 1_000, 7_000), 5)
    assert.equal(longestGap([2_000, 900], 1_000, 8_000), 6)
    assert.equal(longestGap([], 1_000, 8_000), 7)
  })
})
