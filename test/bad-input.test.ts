import assert from 'node:assert/strict'
import { before, it, mock } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { toJson, wrongBodies, wrongDocuments, wrongIds, wrongQueryTexts, wrongValues } from '#test/support/bad-input.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { snapshot } from '#test/support/snapshot.ts'

/**
 * Every header, parameter and body field of every operation of the contract, wrong in every way: each answer is a
 * documented 4xx, and the database is as it was. The harness checks each answer against the contract.
 */
describeShop('bad input', ({ service, shop }) => {
  let operations: Operation[]
  let rival: TestMerchant
  let user: SignedInUser
  before(async () => {
    operations = operationsOf(service.app)
    rival = await makeMerchant(service)
    user = await makeUser(service, { merchantId: shop.id })
  })

  function credentials({ scope }: Operation): Record<string, string> {
    if (scope === 'staff') return shop.owner.headers
    if (scope === 'shopper') return { ...user.headers, 'merchant-id': shop.id }
    if (scope === 'user') return user.headers
    return scope === 'device' ? { 'device-id': unique('device') } : {}
  }

  interface Sent {
    headers?: Record<string, string>
    query?: string
    id?: string
    payload?: string | Buffer
    contentType?: string | undefined
    contentEncoding?: string
  }

  const idOfNothing = (name: string) => (name === 'event_id' ? `evt_${newId().replaceAll('-', '')}` : newId())

  /** Sends the operation with a body as its example is, if it has one, and ids of nothing, but for what is given. */
  function send(operation: Operation, sent: Sent): Promise<TestAnswer> {
    const { method, path, body } = operation
    const url =
      path.replaceAll(/\{(\w+)\}/g, (_, name) => sent.id ?? idOfNothing(name)) + (sent.query ? `?${sent.query}` : '')
    const payload = sent.payload ?? (body && JSON.stringify(body.example))
    const contentType = 'contentType' in sent ? sent.contentType : 'application/json'
    const headers = { ...(sent.headers ?? credentials(operation)) }
    if (payload !== undefined && contentType !== undefined) headers['content-type'] = contentType
    if (sent.contentEncoding !== undefined) headers['content-encoding'] = sent.contentEncoding
    return service.request(method, url, { headers, ...(payload !== undefined && { payload }) })
  }

  /** Runs the requests of one operation; names every answer that is not as expected, and whatever was written. */
  async function assertRefused(
    operation: Operation,
    requests: readonly (Sent & { what: string; expected: number; code?: string })[],
  ) {
    const faults: string[] = []
    const before = await snapshot(service)
    for (const { what, expected, code, ...sent } of requests) {
      const answer = await send(operation, sent).catch((error: Error) => error)
      if (answer instanceof Error) faults.push(`${what}: ${answer.message.slice(0, 300)}`)
      else if (answer.status !== expected || (code && answer.body.error.code !== code)) {
        faults.push(
          `${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}, not ${expected} ${code ?? ''}`,
        )
      }
    }
    const after = await snapshot(service)
    const written = Object.keys(after).filter((table) => after[table] !== before[table])
    if (written.length > 0) faults.push(`written: ${written.join(', ')}`)
    assert.deepEqual(faults, [])
  }

  const takesJson = ({ contentTypes }: Operation) =>
    contentTypes.length === 0 || (contentTypes.length === 1 && contentTypes[0] === 'application/json')

  it('in a field of a body answers 400 VALIDATION_ERROR', async (t) => {
    for (const operation of operations) {
      const { body } = operation
      if (body === undefined) continue
      await t.test(operation.name, async () => {
        const wrong = wrongValues(body.schema, body.example)
        await assertRefused(
          operation,
          wrong.map(({ what, value }) => ({ what, payload: toJson(value), expected: 400, code: 'VALIDATION_ERROR' })),
        )
      })
    }
  })

  it('in a body as a whole answers 400, 413 or 415', async (t) => {
    for (const operation of operations) {
      if (operation.method === 'GET' || operation.scope === 'open' || !takesJson(operation)) continue
      await t.test(operation.name, async () => {
        await assertRefused(operation, [
          ...wrongBodies.map(({ status, ...body }) => ({ ...body, expected: status })),
          ...wrongDocuments.map((payload) => ({ what: payload.slice(0, 20), payload, expected: 400 })),
          ...(operation.body?.required ? [{ what: 'nothing', payload: '', expected: 400 }] : []),
        ])
      })
    }
  })

  it('in a query parameter answers 400', async (t) => {
    for (const operation of operations) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
      if (parameters.length === 0) continue
      await t.test(operation.name, async () => {
        const requests = parameters.flatMap((parameter) => {
          const { name } = parameter
          const texts = wrongQueryTexts(parameter).map((text) => `${name}=${text}`)
          const cursors =
            name === 'cursor' ? ['abc', 'AAAA', 'x'.repeat(100), '%ED%A0%80'].map((text) => `cursor=${text}`) : []
          return [...texts, ...cursors, `${name}=1&${name}=1`].map((query) => ({ what: query, query, expected: 400 }))
        })
        const [{ name } = { name: '' }] = parameters
        for (const query of ['%FF', '%', '%E0%A4%A', '%C3%28', '%ED%A0%80'].map((text) => `${name}=${text}`)) {
          const { body } = await send(operation, { query })
          assert.deepEqual(body.error.details, [{ field: name, message: 'is not percent-encoded UTF-8' }], query)
        }
        await assertRefused(operation, requests)
      })
    }
  })

  it('in a cursor taken from another list, or altered, answers 400 INVALID_CURSOR', async () => {
    await makeUser(service, { merchantId: shop.id })
    const { body } = await service.request('GET', '/admin/users?limit=1', { headers: shop.owner.headers })
    const cursor: string = body.data.pagination.next_cursor
    assert.notEqual(cursor, '')
    const altered = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
    for (const operation of lists) {
      const own = operation.path === '/admin/users'
      const queries = [altered, `${cursor}A`, ...(own ? [] : [cursor])]
      await assertRefused(
        operation,
        queries.map((text) => ({
          what: `${operation.name}?cursor=${text}`,
          query: `cursor=${text}`,
          expected: 400,
          code: 'INVALID_CURSOR',
        })),
      )
    }
  })

  it('in an id of a path answers 404 NOT_FOUND', async (t) => {
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      await t.test(operation.name, () =>
        assertRefused(
          operation,
          wrongIds.map((id) => ({ what: id.slice(0, 50), id, expected: 404, code: 'NOT_FOUND' })),
        ),
      )
    }
  })

  it('in an Idempotency-Key answers 400 VALIDATION_ERROR', async (t) => {
    for (const operation of operations.filter(({ statuses }) => statuses.includes(422))) {
      await t.test(operation.name, () =>
        assertRefused(
          operation,
          ['', 'x'.repeat(256), 'a\u0007b', 'a\u0000b', 'snow ☃'].map((key) => ({
            what: JSON.stringify(key).slice(0, 40),
            headers: { ...credentials(operation), 'idempotency-key': key },
            expected: 400,
            code: 'VALIDATION_ERROR',
          })),
        ),
      )
    }
  })

  it('in a credential answers the specified 401 or 403', async (t) => {
    const noMerchant = (headers: Record<string, string>) => {
      const { 'merchant-id': _, ...rest } = headers
      return rest
    }
    for (const operation of operations.filter(({ scope }) => scope !== 'open')) {
      await t.test(operation.name, async () => {
        const good = credentials(operation)
        const { 'access-token': token = '', 'device-id': device = '' } = good
        const { 'device-id': _, ...withoutDevice } = good
        const refuse = (what: string, headers: Record<string, string>, expected: number, code: string) => ({
          what,
          headers,
          expected,
          code,
        })
        const requests = ['', 'x'.repeat(201), 'a\u0007b', 'a\u0000b'].map((id) =>
          refuse(`device-id ${JSON.stringify(id).slice(0, 20)}`, { ...good, 'device-id': id }, 401, 'INVALID_DEVICE'),
        )
        requests.push(refuse('no device-id', withoutDevice, 401, 'INVALID_DEVICE'))
        if (operation.scope !== 'device') {
          requests.push(refuse('no token', { ...noMerchant(good), 'access-token': '' }, 401, 'MISSING_TOKEN'))
          requests.push(refuse('another device', { ...good, 'device-id': `${device}x` }, 401, 'INVALID_DEVICE'))
          for (const [what, forged] of Object.entries(forgeries(token))) {
            requests.push(refuse(what, { ...good, 'access-token': forged }, 401, 'UNAUTHORIZED'))
          }
        }
        if (operation.scope === 'shopper' || operation.scope === 'staff') {
          const merchants = ['', 'abc', newId(), 'a\u0000b', 'x'.repeat(10_000)]
          if (operation.scope === 'staff') merchants.push(rival.id)
          requests.push(refuse('no merchant-id', noMerchant(good), 403, 'MERCHANT_ACCESS_DENIED'))
          for (const id of merchants) {
            requests.push(
              refuse(`merchant-id ${id.slice(0, 20)}`, { ...good, 'merchant-id': id }, 403, 'MERCHANT_ACCESS_DENIED'),
            )
          }
        }
        if (operation.scope === 'staff') {
          const plain = { ...user.headers, 'merchant-id': shop.id }
          requests.push(refuse('a plain user', plain, 403, 'INSUFFICIENT_PERMISSIONS'))
        }
        await assertRefused(operation, requests)
      })
    }
  })

  function forgeries(token: string): Record<string, string> {
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

  it('in a query parameter that is unknown answers 400 and names it', async (t) => {
    const queries = { no_such: 'no_such=1', ['__proto__']: '__proto__=1', 'a[b]': 'a[b]=2&no_such=1', '%': '%' }
    for (const operation of operations.filter(({ scope }) => scope !== 'open')) {
      await t.test(operation.name, async () => {
        const requests = Object.values(queries).map((query) => ({
          what: query,
          query,
          expected: 400,
          code: 'VALIDATION_ERROR',
        }))
        await assertRefused(operation, requests)
        for (const [name, query] of Object.entries(queries)) {
          const { field, message } = (await send(operation, { query })).body.error.details.find(
            // Beside it, a required parameter is missing.
            (fault: { field: string }) => fault.field === name,
          )
          const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
          assert.equal(field, name)
          assert.ok(known.every((name) => message.includes(name)) && /is not a known parameter/.test(message), message)
        }
      })
    }
  })

  it('in several parts of a request names the faults of each', async () => {
    const headers = { ...user.headers, 'merchant-id': shop.id, 'idempotency-key': 'k'.repeat(300) }
    const answer = await service.request('POST', '/user/orders?no_such=1', { headers, body: { items: [] } })
    assert.equal(answer.status, 400)
    const fields = (answer.body.error.details as { field: string }[]).map(({ field }) => field)
    assert.deepEqual(fields, ['items', 'no_such', 'idempotency-key'])
    assert.deepEqual(
      (await service.request('GET', '/user/profile?no_such=1', { headers })).body.error.details.length,
      1,
    )
  })

  it('in a query of odd encodings never answers 5xx', async () => {
    const faults: string[] = []
    for (const operation of operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      for (const query of ['&&&==', '%zz=%zz', '%ED%A0%80=1', 'constructor.prototype=1', '%00=1']) {
        const { status } = await send(operation, { query })
        if (status >= 500) faults.push(`${operation.name}?${query}: ${status}`)
      }
    }
    assert.deepEqual(faults, [])
  })
})
