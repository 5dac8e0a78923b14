import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { hashRecoveryCode, newRecoveryCodes, newSecret, otpauthUri, readCode, stepOf } from './rules.ts'

describe('the rules of the second factor', () => {
  it('accept the code of the step and of one either way, from its first second to its last', () => {
    const secret = newSecret()
    const step = 58_000_000
    const codeOf = (of: number) => new TOTP({ secret }).generate({ timestamp: of * 30_000 })
    for (const seconds of [step * 30, step * 30 + 29.999]) {
      const accepted = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeOf(step + away), seconds))
      assert.deepEqual(accepted, [undefined, step - 1, step, step + 1, undefined])
    }
  })

  it('compute the codes of RFC 6238, appendix B, of which six digits are used', () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32
    for (const [seconds, digits] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [2_000_000_000, '279037'],
    ] as const)
      assert.equal(stepOf(secret, digits, seconds), Math.floor(seconds / 30))
  })

  it('make a secret of 160 bits, never twice, and an address that authenticators read', () => {
    const secret = newSecret()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.notEqual(secret, newSecret())
    const read = URI.parse(otpauthUri(secret, 'ada+x@example.com', 'shop.example')) as TOTP
    assert.deepEqual(
      [read.secret.base32, read.label, read.issuer, read.algorithm, read.digits, read.period],
      [secret, 'ada+x@example.com', 'shop.example', 'SHA1', 6, 30],
    )
  })

  it('read codes as people type them, and nothing else', () => {
    assert.deepEqual(readCode(' 123 456 '), { digits: '123456' })
    assert.deepEqual(readCode('１２３４５６'), { digits: '123456' })
    assert.deepEqual(readCode('١٢٣٤٥٦'), { digits: '123456' })
    assert.deepEqual(readCode('mfrg\u2011gzdf\u2013mztw\tq2lk'), { recovery: 'MFRGGZDFMZTWQ2LK' })
    assert.deepEqual(readCode('mfrg-gzdf-mztw-q2lk'), { recovery: 'MFRGGZDFMZTWQ2LK' })
    for (const text of ['', '12345', '1234567', 'MFRG-GZDF-MZTW', '0000-0000-0000-0000'])
      assert.equal(readCode(text), undefined)
  })

  it('make ten different recovery codes, whose hash is of one user', () => {
    const codes = newRecoveryCodes()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const [code = ''] = codes
    assert.deepEqual(hashRecoveryCode('a', code), hashRecoveryCode('a', code.toLowerCase().replaceAll('-', '')))
    assert.notDeepEqual(hashRecoveryCode('a', code), hashRecoveryCode('b', code))
  })
})
