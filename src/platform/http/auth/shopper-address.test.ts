import assert from 'node:assert/strict'
import { it } from 'node:test'
import { insertMailToken } from '#src/modules/identity/mails/token-queries.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, setOrderLimits } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

type Headers = Record<string, string>

const server = '192.0.2.1'

describeShop(
  'for whom a storefront’s server asks',
  { RATE_LIMIT_PER_MINUTE: '10', LOGIN_LIMIT_PER_MINUTE: '3' },
  ({ service, shop }) => {
    /** A key of a shop, and how its server sends: `sends(n, …)` answers how many requests the limit refused. */
    async function startServer(more: object = {}, at?: TestMerchant) {
      const { key } = await makeStorefrontKey(service, at ?? (await makeMerchant(service)), 'storefront', more)
      const from = `198.51.100.${++addresses}`
      const send = (headers: Headers, url = '/catalog/products') => service.request('GET', url, { headers, from })
      return {
        key,
        from,
        send,
        async sends(times: number, headers: Headers): Promise<number> {
          let limited = 0
          for (let n = 0; n < times; n++) if ((await send(headers)).status === 429) limited++
          return limited
        },
      }
    }
    let addresses = 0
    const refusal = ({ status, body }: TestAnswer) => [status, body.error?.code]

    it('a secret key without shopper-address is counted by its own limit, 6,000 unless it is another', async () => {
      const { key, sends, send } = await startServer({ rate_limit_per_minute: 60 })
      assert.equal(await sends(61, { 'access-token': key }), 1)
      const { headers } = await send({ 'access-token': key })
      assert.equal(Number(headers['ratelimit-limit']), 60)
      const usual = await startServer()
      const answer = await usual.send({ 'access-token': usual.key })
      const told = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => Number(answer.headers[name]))
      assert.deepEqual(told, [6_000, 5_999])
    })

    it('with shopper-addresses all requests of a key count together, twice its own limit', async () => {
      const { key, send, sends } = await startServer({ rate_limit_per_minute: 60 })
      const by = (n: number) => ({ 'access-token': key, 'shopper-address': `203.0.113.${n}` })
      for (let n = 0; n < 12; n++) assert.equal(await sends(10, by(n)), 0)
      const refused = await send(by(12))
      assert.deepEqual(refusal(refused), [429, 'RATE_LIMITED'])
      assert.equal(refused.body.error.details.limit_of, 'storefront_server')
      // Others, and the server for itself, go on.
      assert.equal(await sends(1, { 'access-token': key }), 0)
      const other = await startServer({ rate_limit_per_minute: 60 })
      assert.equal(await other.sends(1, { 'access-token': other.key, 'shopper-address': '203.0.113.1' }), 0)
    })

    it('POST /user/login for made-up addresses answers 429 RATE_LIMITED after ten times the limit of one', async () => {
      const { key, from } = await startServer()
      const login = (n: number) =>
        service.request('POST', '/user/login', {
          headers: { 'device-id': unique('device'), 'storefront-key': key, 'shopper-address': `203.0.113.${n}` },
          body: { email: `${unique('nobody')}@example.com`, password: 'wrong password' },
          from,
        })
      const answers = []
      for (let n = 0; n < 31; n++) answers.push(await login(n))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array(30).fill(401), 429],
      )
      assert.equal(answers.at(-1)?.body.error.details.limit_of, 'storefront_server')
      const user = await makeUser(service)
      const body = { email: user.email, password: user.password }
      const headers = { 'device-id': unique('device') }
      assert.equal((await service.request('POST', '/user/login', { headers, body, from: '192.0.2.77' })).status, 200)
    })

    it('POST /user/password/reset by a storefront’s server counts as a sign-in, a guest does not', async () => {
      const { key, from } = await startServer()
      const post = (n: number, path: string, body?: object) =>
        service.request('POST', path, {
          headers: { 'device-id': unique('device'), 'storefront-key': key, 'shopper-address': `203.0.113.${n}` },
          ...(body && { body }),
          from,
        })
      const login = (n: number) =>
        post(n, '/user/login', { email: `${unique('nobody')}@example.com`, password: 'wrong password' })
      for (let n = 0; n < 29; n++) assert.equal((await login(n)).status, 401)
      assert.equal((await post(100, '/user/guest')).status, 201)
      const reset = async () => {
        const { id, email } = await makeUser(service)
        const { token, hash } = newToken()
        const sent = { token_hash: hash, user_id: id, purpose: 'reset_password', email_key: email } as const
        await insertMailToken(service.deps.db, { ...sent, lifetimeHours: 1 })
        return post(101, '/user/password/reset', { token, password: 'another good password' })
      }
      assert.equal((await reset()).status, 200)
      for (const refused of [await reset(), await login(102)]) {
        assert.deepEqual(refusal(refused), [429, 'RATE_LIMITED'])
        assert.equal(refused.body.error.details.limit_of, 'storefront_server')
      }
      assert.equal((await post(103, '/user/guest')).status, 201)
    })

    it('refusals by limits of all visitors of a storefront are counted by what they limit', async () => {
      const count = async (counted: string) => {
        const series = `shared_limits_refused_total{of="storefront_server",counted="${counted}"} `
        const line = (await service.deps.metrics.metrics()).split('\n').find((one) => one.startsWith(series))
        return Number(line?.slice(series.length))
      }
      const { key, sends, from } = await startServer({ rate_limit_per_minute: 60 })
      const before = await count('requests')
      assert.equal(await sends(62, { 'access-token': key }), 2)
      assert.equal(await count('requests'), before + 2)
      const mailsBefore = await count('mails')
      const forget = (n: number) =>
        service.request('POST', '/user/password/forgot', {
          headers: { 'device-id': unique('device'), 'storefront-key': key, 'shopper-address': `203.0.113.${n}` },
          body: { email: `${unique('nobody')}@example.com` },
          from,
        })
      const statuses = []
      for (let n = 0; n < 31; n++) statuses.push((await forget(n)).status)
      assert.equal(statuses.filter((status) => status === 429).length, 1)
      assert.equal(await count('mails'), mailsBefore + 1)
    })

    it('requests of all guests of an address count together, twice the limit of one', async () => {
      const from = '192.0.2.78'
      const guests = []
      for (let n = 0; n < 3; n++)
        guests.push(
          await service.request('POST', '/user/guest', {
            headers: { 'device-id': `guest-${n} of ${from}` },
            from,
          }),
        )
      const statuses: number[] = []
      for (const [n, { body }] of guests.entries()) {
        const headers = { 'device-id': `guest-${n} of ${from}`, 'access-token': body.data.access_token }
        for (let times = 0; times < 10; times++)
          statuses.push((await service.request('GET', '/user/profile', { headers, from })).status)
      }
      assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(10).fill(429)])
    })

    it('with shopper-address each shopper is counted, not the server', async () => {
      const { key, sends } = await startServer({ rate_limit_per_minute: 60 })
      const by = (address: string) => ({ 'access-token': key, 'shopper-address': address })
      for (let n = 0; n < 8; n++) assert.equal(await sends(10, by(`203.0.113.${n}`)), 0)
      assert.equal(await sends(1, by('203.0.113.0')), 1)
      // Of IPv6 a network.
      assert.equal(await sends(10, by('2001:db8::1')), 0)
      assert.equal(await sends(1, by('2001:db8::2')), 1)
    })

    it('a shop that makes addresses up takes nothing from the visitors of others', async () => {
      const [here, there] = [await startServer(), await startServer()]
      const victim = '203.0.113.200'
      assert.equal(await here.sends(11, { 'access-token': here.key, 'shopper-address': victim }), 1)
      assert.equal(await there.sends(1, { 'access-token': there.key, 'shopper-address': victim }), 0)
      const direct = await service.request('GET', '/catalog/products', { from: victim })
      assert.deepEqual(refusal(direct), [401, 'MISSING_TOKEN'])
    })

    it('shopper-address without a secret key answers 400 VALIDATION_ERROR, and counts for the connection', async () => {
      const publishable = await makeStorefrontKey(service, shop, 'publishable')
      const user = await makeUser(service)
      const from = '198.51.100.250'
      const spoofed = { 'shopper-address': '203.0.113.1' }
      const sent: [method: 'GET' | 'POST', url: string, headers: Headers][] = [
        ['GET', '/catalog/products', { ...publishable.headers, ...spoofed }],
        ['GET', `/catalog/products?key=${publishable.key}`, spoofed],
        ['GET', '/catalog/products', { ...user.headers, ...spoofed }],
        ['POST', '/user/guest', { 'device-id': 'phone', ...spoofed }],
        ['POST', '/user/login', { 'device-id': 'phone', ...spoofed }],
      ]
      for (const [method, url, headers] of sent) {
        const answer = await service.request(method, url, { headers, from })
        assert.deepEqual(refusal(answer), [400, 'VALIDATION_ERROR'], url)
        assert.equal(answer.body.error.details[0].field, 'shopper-address')
      }
      const again = () =>
        service.request('POST', '/user/guest', { headers: { 'device-id': 'phone', ...spoofed }, from })
      const answers = []
      for (let n = 0; n < 10; n++) answers.push((await again()).status)
      assert.equal(answers.at(-1), 429)
    })

    it('shopper-address that is no IP address answers 400 VALIDATION_ERROR', async () => {
      const { key, send } = await startServer()
      for (const address of ['', 'x', '203.0.113.1, 203.0.113.2', '203.0.113', '203.0.113.1:80', '::g']) {
        const answer = await send({ 'access-token': key, 'shopper-address': address })
        assert.deepEqual(refusal(answer), [400, 'VALIDATION_ERROR'], address)
        assert.equal(answer.body.error.details[0].field, 'shopper-address')
      }
    })

    it('requests with an unknown key are counted by address', async () => {
      const from = '198.51.100.251'
      const headers = { 'access-token': `pk_${'x'.repeat(43)}` }
      const statuses = []
      for (let n = 0; n < 11; n++) {
        statuses.push((await service.request('GET', '/catalog/products', { headers, from })).status)
      }
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
    })

    it('requests with a publishable key are counted by address, so its thieves stop nobody else', async () => {
      const { headers } = await makeStorefrontKey(service, shop, 'publishable')
      const by = (from: string) => service.request('GET', '/catalog/products', { headers, from })
      const statuses = []
      for (let n = 0; n < 12; n++) statuses.push((await by('198.51.100.252')).status)
      assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
      assert.equal((await by('198.51.100.253')).status, 200)
    })

    it('POST /user/guest with a publishable key is limited by address as without', async () => {
      const { headers } = await makeStorefrontKey(service, shop, 'publishable')
      const open = (from: string, more: Headers = {}) =>
        service.request('POST', '/user/guest', {
          headers: { ...headers, 'device-id': unique('device'), ...more },
          from,
        })
      for (let n = 0; n < 3; n++) assert.equal((await open('203.0.113.50')).status, 201)
      assert.deepEqual(refusal(await open('203.0.113.50')), [429, 'RATE_LIMITED'])
      assert.equal((await open('203.0.113.51')).status, 201)
    })

    it('POST /user/guest by a storefront’s server is limited by shopper', async () => {
      const { key } = await startServer()
      const open = (shopper: string, credential: Headers) => {
        const headers = { ...credential, 'device-id': unique('device'), 'shopper-address': shopper }
        return service.request('POST', '/user/guest', { headers, from: server })
      }
      for (let n = 0; n < 3; n++) assert.equal((await open('203.0.113.60', { 'access-token': key })).status, 201)
      assert.deepEqual(refusal(await open('203.0.113.60', { 'storefront-key': key })), [429, 'RATE_LIMITED'])
      assert.equal((await open('203.0.113.61', { 'storefront-key': key })).status, 201)
    })

    it('POST /user/login keeps the limit of the account, whatever shopper-address says', async () => {
      const { key } = await startServer()
      const user = await makeUser(service)
      const guess = (n: number) =>
        service.request('POST', '/user/login', {
          headers: { 'device-id': unique('device'), 'storefront-key': key, 'shopper-address': `203.0.113.${n}` },
          body: { email: user.email, password: 'not the password' },
          from: server,
        })
      const statuses = []
      for (let n = 70; n < 74; n++) statuses.push((await guess(n)).status)
      assert.deepEqual(statuses, [401, 401, 401, 429])
    })

    it('a session beside storefront-key is counted as a session', async () => {
      const { key, sends } = await startServer()
      const [one, two] = [await makeUser(service), await makeUser(service)]
      const by = (headers: Headers) => ({ ...headers, 'storefront-key': key, 'shopper-address': '203.0.113.80' })
      assert.equal(await sends(11, by(one.headers)), 1)
      assert.equal(await sends(10, by(two.headers)), 0)
    })

    it('unpaid units are counted for the shopper that the server names', async () => {
      const own = await makeMerchant(service)
      const { key } = await startServer({}, own)
      await setOrderLimits(service, own, { max_unpaid_units_per_address: 2 })
      const { id: product_id } = await makeProduct(service, own)
      const order = async (shopper: string) => {
        const { headers } = await makeShopper(service, own)
        const sent = { ...headers, 'storefront-key': key, 'shopper-address': shopper }
        const body = { items: [{ product_id, quantity: 2 }] }
        return service.request('POST', '/user/orders', { headers: sent, body, from: server })
      }
      assert.equal((await order('203.0.113.90')).status, 201)
      assert.deepEqual(refusal(await order('203.0.113.90')), [409, 'ORDER_LIMIT'])
      assert.equal((await order('203.0.113.91')).status, 201)
    })
  },
)
