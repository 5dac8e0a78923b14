import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hashPassword, verifyPassword } from './passwords.ts'

it('passwords are hashed with the memory and passes that OWASP asks for, and a salt of their own', async () => {
  const hashes = [await hashPassword('a good password'), await hashPassword('a good password')]
  for (const hash of hashes) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(hashes[0], hashes[1])
  for (const hash of hashes) assert.equal(await verifyPassword(hash, 'a good password', '192.0.2.1'), true)
})

it('no password is right for an account that has none', async () => {
  for (const none of [null, undefined]) assert.equal(await verifyPassword(none, '', '192.0.2.1'), false)
})
