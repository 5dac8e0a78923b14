import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeStorefrontKey, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { foldCountedVisits } from '../jobs.ts'
import { maxSources } from './rules.ts'

type Headers = Record<string, string>

describeShop('visits that a storefront counts', { RATE_LIMIT_PER_MINUTE: '100000' }, ({ service, shop }) => {
  let publishable: Headers
  let secret: Headers
  before(async () => {
    publishable = (await makeStorefrontKey(service, shop, 'publishable')).headers
    secret = (await makeStorefrontKey(service, shop, 'storefront')).headers
  })

  const count = (headers: Headers, body: object, url = '/catalog/visits') =>
    service.request('POST', url, { headers, body })
  const fold = () => foldCountedVisits.run(service.deps)
  async function report(merchant: TestMerchant, query = '') {
    const answer = await service.request('GET', `/admin/reports/visits${query}`, { headers: merchant.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }
  /** A shop of its own, and how it counts. */
  async function counting() {
    const merchant = await makeMerchant(service)
    const { headers } = await makeStorefrontKey(service, merchant, 'publishable')
    return { merchant, send: (body: object) => count(headers, body) }
  }

  it('POST /catalog/visits with either key answers 202, and the report has it, folded or not', async () => {
    for (const headers of [publishable, { ...secret, 'shopper-address': '192.0.2.4' }]) {
      const answer = await count(headers, { kind: 'visit', source: 'www.Example.com' })
      assert.deepEqual([answer.status, answer.body.data], [202, { counted: true }])
      assert.equal(answer.headers['set-cookie'], undefined)
    }
    for (const kind of ['product', 'cart', 'checkout']) await count(publishable, { kind, source: 'newsletter' })
    await count(publishable, { kind: 'visit' })
    const rows = [
      { source: 'example.com', visits: 2, product_views: 0, carts: 0, checkouts: 0 },
      { source: 'direct', visits: 1, product_views: 0, carts: 0, checkouts: 0 },
      { source: 'newsletter', visits: 0, product_views: 1, carts: 1, checkouts: 1 },
    ]
    const totals = { visits: 3, product_views: 1, carts: 1, checkouts: 1 }
    for (const step of ['before', 'after the fold']) {
      const bySource = await report(shop, '?by=source')
      assert.deepEqual([bySource.rows, bySource.totals], [rows, totals], step)
      const byDay = await report(shop)
      assert.deepEqual([byDay.by, byDay.totals, 'date' in byDay.rows[0]], ['day', totals, true], step)
      await fold()
    }
    const { rows: waiting } = await sql`select from visit_changes`.execute(service.deps.db)
    assert.equal(waiting.length, 0)
    await count(publishable, { kind: 'visit' })
    await fold()
    assert.equal((await report(shop)).totals.visits, 4)
  })

  it('days are those of the shop’s zone when they are counted', async () => {
    const { merchant, send } = await counting()
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const body = { timezone }
      const headers = merchant.owner.headers
      assert.equal((await service.request('PATCH', '/admin/merchant', { headers, body })).status, 200)
      await send({ kind: 'visit' })
    }
    await fold()
    const { rows } = await sql<{ day: string }>`
      select day::text from visit_days where merchant_id = ${merchant.id} order by day`.execute(service.deps.db)
    const [first = '', second = ''] = rows.map(({ day }) => day)
    // 25 hours lie between the two clocks.
    assert.ok(second > first)
    const days = (await report(merchant, `?from=${first}&to=${second}&by=day`)).rows
    assert.deepEqual(
      days.map(({ date, visits }: { date: string; visits: number }) => [date, visits]),
      [
        [first, 1],
        [second, 1],
      ],
    )
    assert.equal((await report(merchant, `?from=${first}&to=${first}`)).totals.visits, 1)
    const month = (await report(merchant, `?from=${first}&to=${second}&by=month`)).rows
    assert.equal(
      month.reduce((sum: number, row: { visits: number }) => sum + row.visits, 0),
      2,
    )
  })

  it('a source is kept as a plain word, and beyond 50 of a day others count as other', async () => {
    const { merchant, send } = await counting()
    await send({ kind: 'visit', source: '<script>alert("x")</script>' })
    await send({ kind: 'visit', source: `${'long'.repeat(100)}` })
    await send({ kind: 'visit', source: '\u202e…' })
    const sourcesOf = async () =>
      (await report(merchant, '?by=source')).rows.map(({ source }: { source: string }) => source).sort()
    assert.deepEqual(await sourcesOf(), ['direct', 'long'.repeat(13).slice(0, 50), 'script-alert-x-script'])
    await fold()
    for (let n = 0; n < 60; n++) await send({ kind: 'visit', source: `z${n}.example` })
    await fold()
    for (let n = 0; n < 60; n++) await send({ kind: 'visit', source: `z${n}.example` })
    await fold()
    const sources: string[] = await sourcesOf()
    assert.ok(sources.includes('other') && sources.includes('script-alert-x-script'))
    const { rows: full } = await sql`
      select day from visit_days where merchant_id = ${merchant.id}
       group by day having count(*) > ${maxSources + 2}`.execute(service.deps.db)
    assert.deepEqual(full, [])
    assert.equal((await report(merchant)).totals.visits, 123)
  })

  it('days older than two years are deleted once the shop counts again', async () => {
    const { merchant, send } = await counting()
    await sql`
      insert into visit_days (merchant_id, day, source, visits)
      select ${merchant.id}, (now() at time zone 'UTC')::date - days, 'direct', 1
        from unnest(array[800, 700]) days`.execute(service.deps.db)
    await send({ kind: 'visit' })
    await fold()
    const { rows } = await sql`select from visit_days where merchant_id = ${merchant.id}`.execute(service.deps.db)
    assert.equal(rows.length, 2)
  })

  it('POST /catalog/visits with a session counts at the shop of merchant_id, else answers 400 or 404', async () => {
    const user = await makeUser(service)
    const merchant = await makeMerchant(service)
    const body = { kind: 'visit' }
    assert.equal((await count(user.headers, body, `/catalog/visits?merchant_id=${merchant.id}`)).status, 202)
    assert.equal((await report(merchant)).totals.visits, 1)
    const unnamed = await count(user.headers, body)
    assert.deepEqual([unnamed.status, unnamed.body.error.details[0].field], [400, 'merchant_id'])
    const unknown = await count(user.headers, body, `/catalog/visits?merchant_id=${user.id}`)
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
  })

  it('POST /catalog/visits with a key of another shop, an unknown key or none answers 403 or 401', async () => {
    const rival = await makeMerchant(service)
    const body = { kind: 'visit' }
    const other = await count(publishable, body, `/catalog/visits?merchant_id=${rival.id}`)
    assert.deepEqual([other.status, other.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
    const named = await count({ ...publishable, 'merchant-id': rival.id }, body)
    assert.deepEqual([named.status, named.body.error.code], [403, 'MERCHANT_ACCESS_DENIED'])
    const unknown = await count({ 'access-token': `pk_${'x'.repeat(43)}` }, body)
    assert.deepEqual([unknown.status, unknown.body.error.code], [401, 'UNAUTHORIZED'])
    assert.equal((await count({}, body)).status, 401)
    assert.deepEqual((await report(rival, '?by=source')).rows, [])
  })

  it('POST /catalog/visits with a wrong body answers 400 with the field, 413 or 415', async () => {
    const faults = [
      [{}, 'kind'],
      [{ kind: 'order' }, 'kind'],
      [{ kind: 'visit', source: 5 }, 'source'],
      [{ kind: 'visit', source: 'x'.repeat(501) }, 'source'],
      [{ kind: 'visit', ip: '192.0.2.1' }, 'ip'],
    ] as const
    for (const [body, field] of faults) {
      const answer = await count(publishable, body)
      assert.deepEqual([answer.status, answer.body.error?.details?.[0]?.field], [400, field], JSON.stringify(body))
    }
    const large = await count(publishable, { kind: 'visit', source: 'x'.repeat(20_000) })
    assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
    const headers = { ...publishable, 'content-type': 'text/plain' }
    const plain = await service.request('POST', '/catalog/visits', { headers, body: 'visit' })
    assert.deepEqual([plain.status, plain.body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('GET /admin/reports/visits without dashboard.read answers 403', async () => {
    const { headers } = await makeStaff(service, shop.id, 'warehouse')
    const answer = await service.request('GET', '/admin/reports/visits', { headers })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })
})

describeShop('visits past the limit of an address', { RATE_LIMIT_PER_MINUTE: '3' }, ({ service, shop }) => {
  it('answer 429, and others are still counted', async () => {
    const { key } = await makeStorefrontKey(service, shop, 'storefront')
    const send = (address: string) =>
      service.request('POST', '/catalog/visits', {
        headers: { 'access-token': key, 'shopper-address': address },
        body: { kind: 'visit' },
      })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await send('192.0.2.7')).status)
    assert.deepEqual(statuses, [202, 202, 202, 429, 429])
    assert.equal((await send('192.0.2.8')).status, 202)
  })
})
