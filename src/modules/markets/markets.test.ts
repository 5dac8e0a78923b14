import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { maxMarkets } from './rules.ts'

describeShop('markets', ({ service, shop }) => {
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, path = '', body?: unknown, { owner } = shop, headers = {}) =>
    service.request(method, `/admin/markets${path}`, {
      headers: { ...owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const austria = { name: 'Austria', countries: ['AT'], locales: ['de-AT'] }
  const make = async (merchant: TestMerchant, body = {}) => {
    const answer = await send('POST', '', { ...austria, ...body }, merchant)
    assert.equal(answer.status, 201)
    return answer.body.data
  }
  const list = async (merchant: TestMerchant) => (await send('GET', '', undefined, merchant)).body.data.items
  const faultsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field)

  it('the first one makes the shop’s own beside it, which goes with the last of the others', async () => {
    const fresh = await makeMerchant(service)
    assert.deepEqual(await list(fresh), [])
    const made = await make(fresh, { position: 1, countries: ['AT', 'LI', 'AT'] })
    const { id } = made
    const money = { currency: 'GBP', prices_include_tax: null, price_rounding: null }
    const body = { ...austria, id, own: false, countries: ['AT', 'LI'], ...money, active: true, position: 1 }
    assert.deepEqual(made, body)
    const [own, ...others] = await list(fresh)
    assert.deepEqual(others, [body])
    assert.deepEqual(
      { ...own, id: '' },
      { ...body, id: '', own: true, name: 'Other countries', countries: [], locales: ['en'], position: 0 },
    )
    assert.deepEqual((await send('GET', `/${id}`, undefined, fresh)).body.data, body)
    assertRefused(await send('DELETE', `/${own.id}`, undefined, fresh), 409, 'CONFLICT')
    const second = await make(fresh, { name: 'France', countries: ['FR'], locales: ['fr'] })
    for (const one of [id, second.id]) assert.equal((await send('DELETE', `/${one}`, undefined, fresh)).status, 200)
    assert.deepEqual(await list(fresh), [])
    const log = await service.request('GET', '/admin/audit-log?limit=100', { headers: fresh.owner.headers })
    const actions = log.body.data.items.map(({ action }: { action: string }) => action)
    const count = (action: string) => actions.filter((one: string) => one === action).length
    assert.deepEqual([count('market.created'), count('market.deleted')], [3, 3])
  })

  it('PATCH changes what is given, in canonical form; the shop’s own has no countries and stays on', async () => {
    const fresh = await makeMerchant(service)
    const { id, ...made } = await make(fresh)
    const changed = await send('PATCH', `/${id}`, { name: ' Alps ', locales: ['DE-at', 'en', 'de-AT'] }, fresh)
    assert.deepEqual(changed.body.data, { id, ...made, name: 'Alps', locales: ['de-AT', 'en'] })
    assert.deepEqual((await send('PATCH', `/${id}`, { active: false, countries: ['CH'] }, fresh)).body.data, {
      id,
      ...made,
      name: 'Alps',
      locales: ['de-AT', 'en'],
      active: false,
      countries: ['CH'],
    })
    const own = (await list(fresh)).find((market: { own: boolean }) => market.own)
    const refused = await send('PATCH', `/${own.id}`, { countries: ['DE'], active: false }, fresh)
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.deepEqual(faultsOf(refused), ['countries', 'active'])
    assert.equal((await send('PATCH', `/${own.id}`, { locales: ['en', 'fr'], countries: [] }, fresh)).status, 200)
  })

  it('what is wrong answers 400 with its field; a country is in one market', async () => {
    const fresh = await makeMerchant(service)
    await make(fresh)
    const wrong: [body: object, fields: string[]][] = [
      [{ name: ' ' }, ['name']],
      [{ countries: ['DE', 'AT', 'UK'] }, ['countries[1]', 'countries[2]']],
      [{ countries: [] }, ['countries']],
      [{ countries: ['DE'], currency: 'EEE' }, ['currency']],
      [{ countries: ['DE'], price_rounding: 0.005 }, ['price_rounding']],
      [{ countries: ['DE'], locales: ['de', 'not a language'] }, ['locales[1]']],
    ]
    for (const [body, fields] of wrong) {
      const answer = await send('POST', '', { ...austria, ...body }, fresh)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(faultsOf(answer), fields)
    }
    assertRefused(await send('POST', '', { ...austria, locales: [] }, fresh), 400, 'VALIDATION_ERROR')
    const named = await send('POST', '', { ...austria, name: 'Again' }, fresh)
    assert.equal(named.body.error.details[0].message, 'is in the market Austria already')
  })

  it('two at once that name one country: one is made', async () => {
    const fresh = await makeMerchant(service)
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '', austria, fresh)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400])
    assert.equal((await list(fresh)).length, 2)
  })

  it(`a shop has at most ${maxMarkets}`, async () => {
    const fresh = await makeMerchant(service)
    await make(fresh)
    await service.deps.db
      .insertInto('markets')
      .values(
        Array.from({ length: maxMarkets - 2 }, (_, at) => ({
          merchant_id: fresh.id,
          id: newId(),
          name: `${at}`,
          own: false,
          countries: [],
          currency: 'GBP',
          locales: ['en'],
          active: true,
          position: 9,
          created_at: new Date(0),
          updated_at: new Date(0),
        })),
      )
      .execute()
    assertRefused(await send('POST', '', { ...austria, countries: ['FR'] }, fresh), 409, 'CONFLICT')
  })

  it('with an Idempotency-Key, one is made; another body answers 422', async () => {
    const fresh = await makeMerchant(service)
    const key = { 'idempotency-key': unique('key') }
    const [first, second] = [await send('POST', '', austria, fresh, key), await send('POST', '', austria, fresh, key)]
    assert.deepEqual(second.body, first.body)
    assertRefused(await send('POST', '', { ...austria, name: 'A' }, fresh, key), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('another shop and a role without settings.write change none', async () => {
    const [mine, other] = [await makeMerchant(service), await makeMerchant(service)]
    const { id } = await make(mine)
    for (const answer of [
      await send('GET', `/${id}`, undefined, other),
      await send('PATCH', `/${id}`, { name: 'Mine' }, other),
      await send('DELETE', `/${id}`, undefined, other),
    ])
      assertRefused(answer, 404, 'NOT_FOUND')
    const viewer = await makeStaff(service, mine.id, 'viewer')
    const refused = await service.request('POST', '/admin/markets', { headers: viewer.headers, body: austria })
    assertRefused(refused, 403, 'INSUFFICIENT_PERMISSIONS')
  })
})
