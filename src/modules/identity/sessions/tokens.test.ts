import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccessTokens } from './tokens.ts'

const secrets = ['old', 'new'].map((kid) => ({ kid, secret: `${kid}: a secret of more than thirty-two characters` }))
const [old, current] = secrets as [(typeof secrets)[0], (typeof secrets)[0]]
const claims = { userId: 'user', sessionId: 'session', device: 'device' }

it('a token signed with a former secret is good while that is configured, and no longer', () => {
  const token = createAccessTokens([old], 60).sign(claims)
  assert.deepEqual(createAccessTokens([current, old], 60).verify(token), claims)
  assert.equal(createAccessTokens([current], 60).verify(token), undefined)
})

it('the first of several secrets signs', () => {
  const token = createAccessTokens([current, old], 60).sign(claims)
  assert.deepEqual(createAccessTokens([current], 60).verify(token), claims)
  assert.equal(createAccessTokens([old], 60).verify(token), undefined)
})
