import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'

describe('sign-in', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

  it('POST /user/register with e-mail and password answers 201 with the token in data and at top level', async () => {
    const email = `${unique('ada')}@Example.com`
    const answer = await service.request('POST', '/user/register', {
      headers: { 'device-id': 'phone' },
      body: { email, password: 'a good password' },
    })
    assert.equal(answer.status, 201)
    assert.equal(answer.body.access_token, answer.body.data.access_token)
    assert.deepEqual(
      {
        email: answer.body.data.user.email,
        name: answer.body.data.user.name,
        verified: answer.body.data.user.is_verified,
      },
      { email, name: null, verified: false },
    )
  })

  it('POST /user/register with a taken e-mail in other case answers 409 EMAIL_TAKEN', async () => {
    const user = await makeUser(service)
    const answer = await service.request('POST', '/user/register', {
      headers: { 'device-id': 'phone' },
      body: { email: user.email.toUpperCase(), password: 'a good password' },
    })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'EMAIL_TAKEN')
  })

  it('POST /user/register with a merchant-id that names no merchant answers 403 MERCHANT_ACCESS_DENIED', async () => {
    for (const merchantId of ['nonsense', '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11']) {
      const answer = await service.request('POST', '/user/register', {
        headers: { 'device-id': 'phone', 'merchant-id': merchantId },
        body: { email: `${unique('ada')}@example.com`, password: 'a good password' },
      })
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'MERCHANT_ACCESS_DENIED'])
    }
  })

  it('POST /user/register twice with one Idempotency-Key answers the same and makes one user', async () => {
    const body = { email: `${unique('ada')}@example.com`, password: 'a good password' }
    const headers = { 'device-id': 'phone', 'idempotency-key': unique('key') }
    const first = await service.request('POST', '/user/register', { headers, body })
    const second = await service.request('POST', '/user/register', { headers, body })
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    const other = await service.request('POST', '/user/register', { headers, body: { ...body, name: 'Other' } })
    assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('GET /user/profile without a token, with a bad one, from another device answers the specified 401s', async () => {
    const user = await makeUser(service)
    const codes = []
    for (const headers of [
      { 'device-id': 'x' },
      { ...user.headers, 'access-token': 'nonsense' },
      { ...user.headers, 'device-id': 'another' },
    ]) {
      const answer = await service.request('GET', '/user/profile', { headers: headers as Record<string, string> })
      codes.push([answer.status, answer.body.error.code])
    }
    assert.deepEqual(codes, [
      [401, 'MISSING_TOKEN'],
      [401, 'UNAUTHORIZED'],
      [401, 'INVALID_DEVICE'],
    ])
  })

  it('POST /user/token/refresh with a spent token answers 401 and revokes the session', async () => {
    const user = await makeUser(service)
    const headers = { 'device-id': user.headers['device-id'] as string }
    const body = { refresh_token: user.refreshToken }
    const first = await service.request('POST', '/user/token/refresh', { headers, body })
    assert.equal(first.status, 200)
    const again = await service.request('POST', '/user/token/refresh', { headers, body })
    assert.equal(again.body.error.code, 'UNAUTHORIZED')
    const profile = await service.request('GET', '/user/profile', {
      headers: { ...headers, 'access-token': first.body.data.access_token },
    })
    assert.equal(profile.status, 401)
  })

  it('POST /admin/login answers the merchant of the staff user, and 403 for a plain user', async () => {
    const { id, owner } = await makeMerchant(service)
    const headers = { 'device-id': 'desk' }
    const admin = await service.request('POST', '/admin/login', {
      headers,
      body: { email: owner.email, password: owner.password },
    })
    assert.equal(admin.body.user.merchant_id, id)
    const user = await makeUser(service)
    const plain = await service.request('POST', '/admin/login', {
      headers,
      body: { email: user.email, password: user.password },
    })
    assert.deepEqual([plain.status, plain.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })
})
