import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeal } from './sealed.ts'

describe('seal', () => {
  const old = { kid: 'old', secret: 'o'.repeat(32) }
  const current = { kid: 'new', secret: 'n'.repeat(32) }

  it('decrypts under the same context only', () => {
    const seal = createSeal([current])
    const box = seal.seal('whsec_geheim', 'webhook:1')
    assert.equal(seal.open(box, 'webhook:1'), 'whsec_geheim')
    assert.throws(() => seal.open(box, 'webhook:2'))
    box[box.length - 1] = (box[box.length - 1] as number) ^ 1
    assert.throws(() => seal.open(box, 'webhook:1'))
  })

  it('decrypts with an older key while it is configured, and reports it as not current', () => {
    const box = createSeal([old]).seal('secret', 'context')
    const rotated = createSeal([current, old])
    assert.equal(rotated.open(box, 'context'), 'secret')
    assert.equal(rotated.isCurrent(box), false)
    assert.equal(rotated.isCurrent(rotated.seal('secret', 'context')), true)
    assert.throws(() => createSeal([current]).open(box, 'context'), /not configured/)
  })

  it('hashes with a key; a hash by an older key is recognized while that is configured', () => {
    const hash = createSeal([old]).hash('text')
    assert.equal(createSeal([current, old]).isHash(hash, 'text'), true)
    assert.equal(createSeal([current, old]).isHash(hash, 'another'), false)
    assert.equal(createSeal([current]).isHash(hash, 'text'), false)
  })

  it('never produces the same ciphertext twice', () => {
    const seal = createSeal([current])
    assert.notDeepEqual(seal.seal('secret', 'context'), seal.seal('secret', 'context'))
  })
})
