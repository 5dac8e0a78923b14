import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeUser } from '#test/support/factories.ts'
import { type Callers, type Generator, type Sent, walkOver } from './walk.ts'
import { toJson, wrongBodies, wrongDocuments, wrongIds, wrongQueryTexts, wrongValues } from './wrong-values.ts'

/**
 * Every header, parameter and body field of every operation of the contract, wrong in every way: each answer is a
 * documented 4xx that names the field, and the database is as it was. So the tests of modules have only what a schema
 * cannot say.
 */
describeService('every operation, with what is wrong', ({ service }) => {
  const walk = walkOver(service)
  const invalid = { expected: 400, code: 'VALIDATION_ERROR' }

  it('in a field of a body answers 400 VALIDATION_ERROR and names it', (t) =>
    walk.refused(t, ({ body }) =>
      (body ? wrongValues(body.schema, body.example) : []).map(({ what, value, field }) => ({
        what,
        payload: toJson(value),
        ...invalid,
        // Codes of gift cards are hashed: any text may be one.
        ...(field && field !== 'gift_cards' && { field }),
      })),
    ))

  it('in a body as a whole answers 400, 413 or 415', (t) =>
    walk.refused(t, ({ method, scope, contentTypes, body }) => {
      const takesJson = contentTypes.every((type) => type === 'application/json')
      if (method === 'GET' || scope === 'open' || !takesJson) return []
      return [
        ...wrongBodies.map(({ status, ...body }) => ({ ...body, expected: status })),
        ...wrongDocuments.map((payload) => ({ what: payload.slice(0, 20), payload, expected: 400 })),
        ...(body?.required ? [{ what: 'nothing', payload: '', expected: 400 }] : []),
      ]
    }))

  it('in a query parameter answers 400 and names it', (t) =>
    walk.refused(t, ({ parameters }) =>
      parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) => {
          const { name } = parameter
          const texts = [...wrongQueryTexts(parameter), `1&${name}=1`]
          const sent = (text: string) => ({ what: text, query: `${name}=${text}`, expected: 400 })
          if (name !== 'cursor') return texts.map((text) => ({ ...sent(text), field: name }))
          return [...texts, 'abc', 'AAAA', 'x'.repeat(100)].map(sent)
        }),
    ))

  it('in the encoding of a query parameter answers 400 and names it', (t) =>
    walk.refused(t, ({ parameters }) => {
      const [field] = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      if (field === undefined) return []
      const texts = ['%FF', '%', '%E0%A4%A', '%C3%28', '%ED%A0%80']
      return texts.map((text) => ({ what: text, query: `${field}=${text}`, ...invalid, field }))
    }))

  it('in the encoding of a query never answers 5xx', (t) =>
    walk.over(t, ({ method, path }) =>
      (method === 'GET' && !path.includes('{') ? ['&&&==', '%zz=%zz', '%ED%A0%80=1', '%00=1'] : []).map((query) => ({
        what: query,
        query,
      })),
    ))

  it('in a query parameter that is unknown answers 400 and names it', (t) =>
    walk.refused(t, ({ scope }) => {
      const queries = { no_such: 'no_such=1', ['__proto__']: '__proto__=1', a: 'a[b]=2&no_such=1', '%': '%' }
      if (scope === 'open') return []
      return Object.entries(queries).map(([field, query]) => ({ what: query, query, ...invalid, field }))
    }))

  it('in a cursor taken from another list, or altered, answers 400 INVALID_CURSOR', async (t) => {
    const { shop } = walk.callers
    await makeUser(service, { merchantId: shop.id })
    const { body } = await service.request('GET', '/admin/users?limit=1', { headers: shop.owner.headers })
    const cursor: string = body.data.pagination.next_cursor
    assert.notEqual(cursor, '')
    const altered = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)
    await walk.refused(t, ({ path, parameters }) => {
      if (!parameters.some(({ name }) => name === 'cursor')) return []
      const cursors = [altered, `${cursor}A`, ...(path === '/admin/users' ? [] : [cursor])]
      return cursors.map((text) => ({ what: text, query: `cursor=${text}`, expected: 400, code: 'INVALID_CURSOR' }))
    })
  })

  it('in an id of a path answers 404 NOT_FOUND', (t) =>
    walk.refused(t, ({ path }) =>
      // A menu has the handle that its shop gives it, and a language no id: one that is none is a 400.
      wrongIds
        .filter(
          (id) =>
            path.includes('{') &&
            !path.endsWith('/texts/{locale}') &&
            !(path.includes('{handle}') && /^[a-z0-9-]{1,50}$/.test(id)),
        )
        .map((id) => ({
          what: id.slice(0, 50),
          id,
          expected: 404,
          code: 'NOT_FOUND',
        })),
    ))

  it('in an Idempotency-Key answers 400 VALIDATION_ERROR', (t) =>
    walk.refused(t, (operation, { headersOf }) => {
      const keys = operation.statuses.includes(422) ? ['', 'x'.repeat(256), 'a\u0007b', 'a\u0000b', 'snow ☃'] : []
      return keys.map((key) => ({
        what: JSON.stringify(key).slice(0, 40),
        ...invalid,
        headers: { ...headersOf(operation), 'idempotency-key': key },
      }))
    }))

  it('in a credential answers the specified 401 or 403', (t) => walk.refused(t, wrongCredentials))

  const wrongCredentials: Generator = (operation, { shop, rival, user, headersOf }) => {
    const { scope } = operation
    if (scope === 'open') return []
    const good = headersOf(operation)
    const { 'access-token': token = '', 'device-id': device = '' } = good
    const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
    const refuse = (expected: number, code: string) => (what: string, headers: Record<string, string>) =>
      requests.push({ what, headers, expected, code })
    const requests: Sent[] = []
    const badDevice = refuse(401, 'INVALID_DEVICE')
    for (const id of ['', 'x'.repeat(201), 'a\u0007b', 'a\u0000b'])
      badDevice(`device-id ${JSON.stringify(id).slice(0, 20)}`, { ...good, 'device-id': id })
    badDevice('no device-id', without('device-id'))
    if (scope !== 'device') {
      refuse(401, 'MISSING_TOKEN')('no token', { ...without('merchant-id'), 'access-token': '' })
      badDevice('another device', { ...good, 'device-id': `${device}x` })
      for (const [what, forged] of Object.entries(forgeries(token, rival)))
        refuse(401, 'UNAUTHORIZED')(what, { ...good, 'access-token': forged })
    }
    const badShop = refuse(403, 'MERCHANT_ACCESS_DENIED')
    if (scope === 'shopper' || scope === 'staff') {
      badShop('no merchant-id', without('merchant-id'))
      const merchants = ['', 'abc', newId(), 'a\u0000b', 'x'.repeat(10_000), ...(scope === 'staff' ? [rival.id] : [])]
      for (const id of merchants) badShop(`merchant-id ${id.slice(0, 20)}`, { ...good, 'merchant-id': id })
    }
    if (scope === 'staff')
      refuse(403, 'INSUFFICIENT_PERMISSIONS')('a plain user', { ...user.headers, 'merchant-id': shop.id })
    return requests
  }

  function forgeries(token: string, rival: Callers['rival']): Record<string, string> {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return {
      nonsense: 'nonsense',
      'alg none': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'alg none, signed': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      'another payload': `${header}.${part({ ...claims, sub: rival.owner.id })}.${signature}`,
      'another signature': `${header}.${payload}.${signature.split('').reverse().join('')}`,
      'an unknown key': `${part({ alg: 'HS256', typ: 'JWT', kid: 'no-such-key' })}.${payload}.${signature}`,
      expired: expired(token),
    }
  }

  /** The same token, signed so long ago that its life is over. */
  function expired(token: string): string {
    const claims = service.deps.tokens.verify(token)
    assert.ok(claims)
    mock.timers.enable({ apis: ['Date'], now: Date.now() - (service.deps.tokens.ttlSeconds + 60) * 1_000 })
    try {
      return service.deps.tokens.sign(claims)
    } finally {
      mock.timers.reset()
    }
  }

  it('in several parts of a request names the faults of each', async () => {
    const { user, shop } = walk.callers
    const headers = { ...user.headers, 'merchant-id': shop.id, 'idempotency-key': 'k'.repeat(300) }
    const fieldsOf = async (method: 'GET' | 'POST', url: string, body?: object) => {
      const answer = await service.request(method, url, { headers, ...(body && { body }) })
      return [answer.status, ...answer.body.error.details.map(({ field }: { field: string }) => field)]
    }
    const all = [400, 'items', 'no_such', 'idempotency-key']
    assert.deepEqual(await fieldsOf('POST', '/user/orders?no_such=1', { items: [] }), all)
    assert.deepEqual(await fieldsOf('GET', '/user/profile?no_such=1'), [400, 'no_such'])
  })
})
