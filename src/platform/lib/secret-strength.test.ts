import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { estimateBits, minSecretBits } from './secret-strength.ts'

describe('the estimate of a secret', () => {
  it('finds 128 bits in whatever random bytes are written as', () => {
    for (let i = 0; i < 2_000; i++) {
      // The same in every run: one random key in hex of three million has no letter, and is taken for digits.
      const bytes = createHash('sha256').update(String(i)).digest()
      for (const text of [bytes.toString('hex', 0, 16), bytes.toString('base64url', 0, 24)])
        assert.ok(estimateBits(text) >= minSecretBits, text)
    }
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
