import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { estimateBits, minSecretBits } from './secret-strength.ts'

describe('the estimate of a secret', () => {
  it('finds 128 bits in whatever random bytes are written as', () => {
    for (let i = 0; i < 2_000; i++)
      for (const text of [randomBytes(16).toString('hex'), randomBytes(24).toString('base64url')])
        assert.ok(estimateBits(text) >= minSecretBits, text)
  })

  it('finds less in what repeats, counts or has few letters', () => {
    const placeholders = [
      'x'.repeat(64),
      'changeme'.repeat(6),
      '0123456789'.repeat(5),
      'abcdefghijklmnopqrstuvwxyz0123456789',
      '20261122143407202611221434072026',
    ]
    for (const text of placeholders) assert.ok(estimateBits(text) < minSecretBits, text)
  })
})
