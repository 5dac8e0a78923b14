import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isBefore } from './release.ts'

it('versions are compared number by number', () => {
  for (const [version, other, expected] of [
    ['0.2.0', '0.3.0', true],
    ['0.9.0', '0.10.0', true],
    ['0.2.9', '1.0.0', true],
    ['0.2.0', '0.2.0', false],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '0.2.9', false],
  ] as const)
    assert.equal(isBefore(version, other), expected, `${version} before ${other}`)
})
