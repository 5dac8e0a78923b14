import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'

const london = {
  name: 'Ada Lovelace',
  line1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
}

describeService('address book', ({ service }) => {
  const add = ({ headers }: SignedInUser, more: object = {}, extra: Record<string, string> = {}) =>
    service.request('POST', '/user/addresses', { headers: { ...headers, ...extra }, body: { ...london, ...more } })
  const change = ({ headers }: SignedInUser, id: string, body: object) =>
    service.request('PATCH', `/user/addresses/${id}`, { headers, body })
  const list = async ({ headers }: SignedInUser, query = '') =>
    (await service.request('GET', `/user/addresses${query}`, { headers })).body.data
  const defaultsOf = async (user: SignedInUser) => {
    const { items } = await list(user, '?limit=100')
    return items.filter((item: { is_default: boolean }) => item.is_default).map(({ id }: { id: string }) => id)
  }

  it('POST /user/addresses answers 201 with the address as it is kept', async () => {
    const user = await makeUser(service)
    const { status, body } = await add(user, { postal_code: 'sw1y  4jh', phone: '+44 (20) 7946-0000', name: ' Ada ' })
    assert.equal(status, 201)
    const { id, created_at, updated_at, ...address } = body.data
    assert.equal(created_at, updated_at)
    assert.deepEqual(address, {
      ...london,
      name: 'Ada',
      is_default: false,
      company: null,
      line2: null,
      region: null,
      phone: '+442079460000',
    })
    const { items, pagination } = await list(user)
    assert.deepEqual([items[0].id, pagination.total], [id, 1])
  })

  it('POST /user/addresses with a default leaves the default of another user', async () => {
    const [one, other] = [await makeUser(service), await makeUser(service)]
    const { id } = (await add(one, { is_default: true })).body.data
    await add(other, { is_default: true })
    assert.deepEqual(await defaultsOf(one), [id])
  })

  it('POST and PATCH /user/addresses with codes and phones as people write them keep the usual form', async () => {
    const user = await makeUser(service)
    const cases = [
      ['JP', '1000001', '03-1234-5678', '100-0001', '+81312345678'],
      ['US', '902101234', '(212) 555-0100', '90210-1234', '+12125550100'],
      ['GB', 'ＳＷ１Ｙ４ＪＨ', '+44 (0)20 7946 0958', 'SW1Y 4JH', '+442079460958'],
      ['IT', 'I-00184', '06 698 12345', '00184', '+390669812345'],
      ['XK', '10000', '00383 44 123 456', '10000', '+38344123456'],
      ['HK', null, null, null, null],
    ] as const
    const { id } = (await add(user)).body.data
    for (const [country, postal_code, phone, code, number] of cases) {
      const input = { country, postal_code, phone }
      for (const answer of [await add(user, input), await change(user, id, input)]) {
        const { data } = answer.body
        assert.deepEqual([data?.country, data?.postal_code, data?.phone], [country, code, number], country)
      }
    }
    const [fault] = (await add(user, { country: 'DE', postal_code: null, phone: '12' })).body.error.details
    assert.match(fault.message, /^must be a number of DE, or a full number with \+ and the country code/)
  })

  it('PATCH /user/addresses keeps what was stored before codes and phones were written so', async () => {
    const user = await makeUser(service)
    const { id } = (await add(user)).body.data
    const old = { postal_code: 'SW1Y4JH', phone: '+4402079460958' }
    await service.deps.db.updateTable('addresses').set(old).where('id', '=', id).execute()
    const { items } = await list(user)
    assert.deepEqual([items[0].postal_code, items[0].phone], [old.postal_code, old.phone])
    const { data } = (await change(user, id, { name: 'Ada' })).body
    assert.deepEqual([data.name, data.postal_code, data.phone], ['Ada', 'SW1Y 4JH', '+442079460958'])
  })

  it('POST and PATCH /user/addresses with a wrong field answer 400 VALIDATION_ERROR naming it', async () => {
    const user = await makeUser(service)
    const { id } = (await add(user)).body.data
    const wrong: [object, string[]][] = [
      [{ country: 'XX' }, ['country']],
      [{ country: 'EU' }, ['country']],
      [{ country: 'gb' }, ['country']],
      [{ postal_code: '12345' }, ['postal_code']],
      [{ country: 'US' }, ['postal_code']],
      [{ name: ' ', city: '\u2003' }, ['name', 'city']],
    ]
    for (const [input, fields] of wrong) {
      for (const answer of [await add(user, input), await change(user, id, input)]) {
        assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(input))
        const named = answer.body.error.details.map(({ field }: { field: string }) => field)
        assert.deepEqual([...new Set(named)], fields, JSON.stringify(input))
      }
    }
    const { items } = await list(user)
    assert.deepEqual([items.length, items[0].line1, items[0].country], [1, london.line1, 'GB'])
  })

  it('PATCH /user/addresses/{id} leaves what is absent, clears what is null, and checks the whole', async () => {
    const user = await makeUser(service)
    const { id, created_at } = (await add(user, { company: 'Engines Ltd', line2: 'Flat 2' })).body.data
    const moved = await change(user, id, { country: 'US', postal_code: '94103', city: 'San Francisco', line2: null })
    assert.equal(moved.status, 200)
    const { company, line2, country, postal_code, updated_at } = moved.body.data
    assert.deepEqual([company, line2, country, postal_code], ['Engines Ltd', null, 'US', '94103'])
    assert.ok(updated_at >= created_at)
    assert.equal((await change(user, id, {})).body.data.city, 'San Francisco')
  })

  it('GET /user/addresses pages through them, newest first', async () => {
    const user = await makeUser(service)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await add(user)).body.data.id)
    const first = await list(user, '?limit=2')
    const second = await list(user, `?limit=2&cursor=${first.pagination.next_cursor}`)
    const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
    assert.deepEqual([...idsOf(first.items), ...idsOf(second.items)], ids)
    assert.deepEqual([second.pagination.total, second.pagination.offset, second.pagination.has_more], [3, 2, false])
  })

  it('one address at most is the default, also if several become so at once', async () => {
    const user = await makeUser(service)
    const [first, second] = await Promise.all([add(user, { is_default: true }), add(user, { is_default: true })])
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal((await defaultsOf(user)).length, 1)
    const { items } = await list(user)
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(items.map(({ id }: { id: string }) => change(user, id, { is_default: true })))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      assert.equal((await defaultsOf(user)).length, 1)
    }
    const [id = ''] = await defaultsOf(user)
    await change(user, id, { is_default: false })
    assert.deepEqual(await defaultsOf(user), [])
  })

  it('POST /user/addresses beyond a hundred answers 409 CONFLICT, also for several at once', async () => {
    const user = await makeUser(service)
    const { db } = service.deps
    const row = { ...london, user_id: user.id, created_at: new Date(), updated_at: new Date() }
    await db
      .insertInto('addresses')
      .values(Array.from({ length: 98 }, () => ({ ...row, id: newId() })))
      .execute()
    const answers = await Promise.all([add(user), add(user), add(user), add(user)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.body.error.code, 'CONFLICT')
    assert.equal((await list(user)).pagination.total, 100)
  })

  it('POST /user/addresses with a key used before answers the first answer, or 422 for another address', async () => {
    const user = await makeUser(service)
    const key = { 'idempotency-key': 'address' }
    const first = await add(user, {}, key)
    const again = await add(user, {}, key)
    assert.deepEqual([again.status, again.body.data.id], [201, first.body.data.id])
    const other = await add(user, { city: 'Leeds' }, key)
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.equal((await list(user)).pagination.total, 1)
  })

  it('PATCH and DELETE /user/addresses/{id} of another user or of nobody answer 404 NOT_FOUND', async () => {
    const [user, stranger] = [await makeUser(service), await makeUser(service)]
    const { id } = (await add(user)).body.data
    const remove = ({ headers }: SignedInUser, one: string) =>
      service.request('DELETE', `/user/addresses/${one}`, { headers })
    for (const answer of [
      await change(stranger, id, { city: 'Leeds' }),
      await remove(stranger, id),
      await change(user, newId(), { city: 'Leeds' }),
      await remove(user, 'no-id'),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'])
    }
    assert.equal((await remove(user, id)).status, 200)
    assert.equal((await remove(user, id)).status, 404)
    assert.deepEqual((await list(user)).items, [])
  })

  it('DELETE /user/profile erases the book, and GET /user/export has it', async () => {
    const user = await makeUser(service)
    const { id } = (await add(user, { is_default: true })).body.data
    const document = await service.request('GET', '/user/export', { headers: user.headers })
    assert.deepEqual(
      document.body.data.addresses.map((address: { id: string; is_default: boolean }) => [
        address.id,
        address.is_default,
      ]),
      [[id, true]],
    )
    const body = { current_password: user.password }
    assert.equal((await service.request('DELETE', '/user/profile', { headers: user.headers, body })).status, 200)
    const rows = await service.deps.db.selectFrom('addresses').select('id').where('user_id', '=', user.id).execute()
    assert.deepEqual(rows, [])
  })
})
