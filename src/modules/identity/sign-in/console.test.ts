import assert from 'node:assert/strict'
import { it } from 'node:test'
import { permissions } from '#src/platform/lib/permissions.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type SignedInUser } from '#test/support/factories.ts'
import { enrol } from '#test/support/two-factor.ts'

const outcome = ({ status, body }: TestAnswer) => [status, body.error?.code]
const device = 'a browser'

describeService("the console's session", { LOGIN_LIMIT_PER_MINUTE: '50', TRUST_PROXY: 'true' }, ({ service }) => {
  const own = { 'device-id': device, host: 'shop.example', origin: 'https://shop.example' }
  const send = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>, body?: object) =>
    service.request(method, `/console/session${path}`, { headers: { ...own, ...headers }, ...(body && { body }) })
  const credentials = ({ email, password }: SignedInUser) => ({ email, password })
  const cookieOf = ({ headers }: TestAnswer) => String(headers['set-cookie']).split(';')[0] as string
  async function signIn() {
    const { owner, id } = await makeMerchant(service)
    const answer = await send('POST', '', {}, credentials(owner))
    assert.equal(answer.status, 200)
    return { id, owner, answer, cookie: cookieOf(answer) }
  }
  const readStaff = (token: string, id: string) =>
    service.request('GET', '/admin/staff', {
      headers: { 'access-token': token, 'device-id': device, 'merchant-id': id },
    })

  it('POST /console/session answers an access token, and the refresh token in a cookie alone', async () => {
    const { id, answer } = await signIn()
    const { access_token, expires_in, ...rest } = answer.body.data
    assert.deepEqual(rest, { merchant_id: id, role: 'owner', permissions: [...permissions] })
    assert.ok(expires_in > 0)
    assert.equal((await readStaff(access_token, id)).status, 200)
    const [cookie, ...attributes] = String(answer.headers['set-cookie']).split('; ')
    assert.match(cookie ?? '', /^console_session=[\w-]{43}$/)
    assert.deepEqual(attributes, ['Path=/console/session', 'Max-Age=7776000', 'HttpOnly', 'SameSite=Strict'])
  })

  it('POST /console/session over TLS answers a cookie for TLS only', async () => {
    const { owner } = await makeMerchant(service)
    const answer = await send('POST', '', { 'x-forwarded-proto': 'https' }, credentials(owner))
    assert.match(String(answer.headers['set-cookie']), /; SameSite=Strict; Secure$/)
  })

  it('POST /console/session with a wrong password answers 401 INVALID_CREDENTIALS and no cookie', async () => {
    const { owner } = await makeMerchant(service)
    const answer = await send('POST', '', {}, { email: owner.email, password: 'wrong password' })
    assert.deepEqual(outcome(answer), [401, 'INVALID_CREDENTIALS'])
    assert.equal(answer.headers['set-cookie'], undefined)
  })

  it('POST and DELETE /console/session from another origin, or from none, answer 403', async () => {
    const { owner, cookie, id, answer } = await signIn()
    const origins = [
      'https://evil.example',
      'https://shop.example.evil.example',
      'https://shop.example:8443',
      'null',
      '',
    ]
    for (const origin of origins) {
      for (const [method, path, body] of [
        ['POST', '', credentials(owner)],
        ['POST', '/refresh', undefined],
        ['DELETE', '', undefined],
      ] as const) {
        const refused = await send(method, path, { cookie, origin }, body)
        assert.deepEqual(outcome(refused), [403, 'INSUFFICIENT_PERMISSIONS'], `${method} ${path} from ${origin}`)
      }
    }
    // Nothing was spent or ended.
    assert.equal((await readStaff(answer.body.data.access_token, id)).status, 200)
    assert.equal((await send('POST', '/refresh', { cookie })).status, 200)
  })

  it('POST /console/session/refresh by two tabs answers both alike; an older cookie ends the session', async () => {
    const { id, cookie } = await signIn()
    const refreshed = await send('POST', '/refresh', { cookie: `theme=dark; ${cookie}` })
    assert.equal(refreshed.status, 200)
    assert.deepEqual([refreshed.body.data.merchant_id, refreshed.body.data.role], [id, 'owner'])
    assert.notEqual(cookieOf(refreshed), cookie)
    assert.equal((await readStaff(refreshed.body.data.access_token, id)).status, 200)
    const other = await send('POST', '/refresh', { cookie })
    assert.deepEqual([other.body, cookieOf(other)], [refreshed.body, cookieOf(refreshed)])
    assert.equal((await send('POST', '/refresh', { cookie: cookieOf(other) })).status, 200)
    assert.deepEqual(outcome(await send('POST', '/refresh', { cookie })), [401, 'UNAUTHORIZED'])
    assert.deepEqual(outcome(await readStaff(refreshed.body.data.access_token, id)), [401, 'UNAUTHORIZED'])
  })

  it('POST /console/session/refresh without a cookie answers 401 MISSING_TOKEN, on another device 401', async () => {
    assert.deepEqual(outcome(await send('POST', '/refresh', {})), [401, 'MISSING_TOKEN'])
    const { cookie } = await signIn()
    const elsewhere = await send('POST', '/refresh', { cookie, 'device-id': 'another' })
    assert.deepEqual(outcome(elsewhere), [401, 'INVALID_DEVICE'])
  })

  it('POST /console/session/refresh with the token of a shopper answers 401 UNAUTHORIZED', async () => {
    const { owner } = await makeMerchant(service)
    const headers = { 'device-id': device }
    const shopper = await service.request('POST', '/user/login', { headers, body: credentials(owner) })
    const cookie = `console_session=${shopper.body.data.refresh_token}`
    assert.deepEqual(outcome(await send('POST', '/refresh', { cookie })), [401, 'UNAUTHORIZED'])
  })

  it('DELETE /console/session ends the session and takes the cookie back', async () => {
    const { id, answer, cookie } = await signIn()
    const ended = await send('DELETE', '', { cookie })
    assert.equal(ended.status, 200)
    assert.match(String(ended.headers['set-cookie']), /^console_session=; Path=\/console\/session; Max-Age=0;/)
    assert.deepEqual(outcome(await readStaff(answer.body.data.access_token, id)), [401, 'UNAUTHORIZED'])
    assert.deepEqual(outcome(await send('POST', '/refresh', { cookie })), [401, 'UNAUTHORIZED'])
  })

  it('POST /console/session with two factors asks for a code, and /two-factor opens the session', async () => {
    const { owner } = await makeMerchant(service)
    const { code } = await enrol(service, owner)
    const first = await send('POST', '', {}, credentials(owner))
    assert.deepEqual(outcome(first), [401, 'TWO_FACTOR_REQUIRED'])
    assert.equal(first.headers['set-cookie'], undefined)
    const { challenge } = first.body.error.details
    const second = await send('POST', '/two-factor', {}, { challenge, code: code() })
    assert.equal(second.status, 200)
    assert.match(cookieOf(second), /^console_session=.{43}$/)
  })

  it('POST /console/session/two-factor with the challenge of a shopper answers 401 and no cookie', async () => {
    const { owner } = await makeMerchant(service)
    const { code } = await enrol(service, owner)
    const headers = { 'device-id': device }
    const begun = await service.request('POST', '/user/login', { headers, body: credentials(owner) })
    const answer = await send('POST', '/two-factor', {}, { ...begun.body.error.details, code: code() })
    assert.deepEqual(outcome(answer), [401, 'UNAUTHORIZED'])
    assert.equal(answer.headers['set-cookie'], undefined)
  })
})
