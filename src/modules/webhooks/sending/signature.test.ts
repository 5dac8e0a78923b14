import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeSecret, signBody, standardWebhookHeaders } from './signature.ts'

const body = Buffer.from('{"id":"evt_1","event":"order.created","created":1700000000,"data":{"note":"Grüße ✓"}}')
const id = '0190f2a4-7b1c-7d3e-8f00-000000000001'
const now = () => Math.floor(Date.now() / 1000)

test('signBody with the RFC 4231 test case 2 gives its digest', () => {
  const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  assert.equal(signBody(Buffer.from('what do ya want for nothing?'), 'Jefe'), `sha256=${digest}`)
})

test('signBody uses the UTF-8 bytes of the whole secret, prefix included', () => {
  const byHand = (secret: string): string => {
    const block = Buffer.alloc(64)
    Buffer.from(secret).copy(block)
    const pad = (byte: number) => block.map((value) => value ^ byte)
    const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
    return `sha256=${sha(pad(0x5c), sha(pad(0x36), body)).toString('hex')}`
  }
  for (const secret of ['whsec_c2VjcmV0', 'schlüssel', 'a']) assert.equal(signBody(body, secret), byHand(secret))
})

test('makeSecret returns whsec_ and 32 random bytes in base64', () => {
  const secrets = new Set(Array.from({ length: 100 }, makeSecret))
  assert.equal(secrets.size, 100)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
})

test('standardWebhookHeaders with a generated secret is verified by the standardwebhooks package', () => {
  const secret = makeSecret()
  const headers = standardWebhookHeaders({ id, timestamp: now(), body, secrets: [secret] })
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body.toString()))
  assert.throws(() => new Webhook(makeSecret()).verify(body, headers))
})

test('standardWebhookHeaders after a rotation has a signature of each secret, the current one first', () => {
  const [current, previous] = [makeSecret(), makeSecret()]
  const headers = standardWebhookHeaders({ id, timestamp: now(), body, secrets: [current, previous] })
  assert.match(headers['webhook-signature'] ?? '', /^v1,[^ ,]{44} v1,[^ ,]{44}$/)
  for (const secret of [current, previous]) new Webhook(secret).verify(body, headers)
  const alone = standardWebhookHeaders({ id, timestamp: now(), body, secrets: [current] })
  assert.ok(headers['webhook-signature']?.startsWith(alone['webhook-signature'] ?? '-'))
})

test('of a secret that is not whsec_ base64 the key is its UTF-8 bytes, as libraries read the format raw', () => {
  const forms = ['plain words', 'plainsecret1', 'schlüssel', 'whsec_', 'whsec_not base64!', 'c2VjcmV0']
  for (const secret of [...forms, makeSecret().slice('whsec_'.length)]) {
    const headers = standardWebhookHeaders({ id, timestamp: now(), body, secrets: [secret] })
    const raw = new Webhook(Buffer.from(secret), { format: 'raw' })
    assert.deepEqual(raw.verify(body, headers), JSON.parse(body.toString()))
    assert.throws(() => new Webhook(secret).verify(body, headers), secret)
  }
})

test('standardWebhookHeaders with a fraction of a second, or without a secret, throws', () => {
  assert.throws(() => standardWebhookHeaders({ id, timestamp: 1.5, body, secrets: ['a'] }), TypeError)
  assert.throws(() => standardWebhookHeaders({ id, timestamp: 1, body, secrets: [] }), TypeError)
})
