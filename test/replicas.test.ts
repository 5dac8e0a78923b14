import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createReplica, type ReadCause } from '#src/platform/db/replicas/replica.ts'
import { startTestApp, type TestAnswer, type TestApp, unique } from '#test/support/app.ts'
import { makeApiKey, makeUser } from '#test/support/factories.ts'
import { makeProducts } from '#test/support/products.ts'
import { causesOf, metric } from '#test/support/read-counts.ts'
import {
  causesInTime,
  create,
  type ReplicatedService,
  search,
  skus,
  startReplicatedService,
} from '#test/support/replicated-service.ts'
import { until } from '#test/support/until.ts'

type Headers = Record<string, string>

describe('reads at a standby', () => {
  let replicated: ReplicatedService
  let servers: ReplicatedService['servers']
  let here: TestApp
  let there: TestApp
  let merchant: ReplicatedService['merchant']
  let key: ReplicatedService['key']
  let shopper: ReplicatedService['shopper']
  before(async () => {
    replicated = await startReplicatedService()
    ;({ servers, here, there, merchant, key, shopper } = replicated)
  })
  after(() => replicated?.stop())

  it('whoever wrote sees it at every process before the standby does, and others see the standby', async () => {
    await replicated.whilePaused(async () => {
      const { sku } = await create(here, merchant.owner.headers)
      for (const service of [there, here]) {
        let seen: string[] = []
        const causes = await causesInTime(service, async () => {
          seen = await skus(service, merchant.owner.headers)
        })
        assert.deepEqual([seen.includes(sku), causes], [true, ['written']])
      }
      const causes = await causesInTime(there, async () => {
        assert.equal((await skus(there, key.headers)).includes(sku), false)
      })
      assert.deepEqual(causes, ['current'])
      const byKey = await create(there, key.headers)
      assert.equal((await skus(here, key.headers)).includes(byKey.sku), true)
    })
  })

  it('a write outside of a transaction and a replayed answer count as writes', async () => {
    const { headers } = await makeUser(here)
    const idempotencyKey = randomUUID()
    const created = await create(here, merchant.owner.headers, { 'idempotency-key': idempotencyKey })
    await servers.primary.query('delete from recent_writes')
    await replicated.settle()
    await replicated.whilePaused(async () => {
      assert.deepEqual(await causesInTime(there, () => skus(there, merchant.owner.headers)), ['current'])
      const replayed = await here.request('POST', '/admin/products', {
        headers: { ...merchant.owner.headers, 'idempotency-key': idempotencyKey },
        body: created.body,
      })
      assert.equal(replayed.headers['idempotent-replayed'], 'true')
      assert.deepEqual(await causesInTime(there, () => skus(there, merchant.owner.headers)), ['written'])
      const profile = await here.request('PATCH', '/user/profile', { headers, body: { name: 'Another Name' } })
      assert.equal(profile.status, 200)
      assert.deepEqual(await causesInTime(there, () => search(there, headers)), ['written'])
    })
  })

  it('a standby that is further behind than allowed is not used until it has caught up', async (t) => {
    const strict = await replicated.startService({ READ_MAX_LAG_SECONDS: '1' })
    t.after(() => strict.close())
    const causes = () => causesOf(strict, () => search(strict, shopper.headers))
    await until(async () => (await causes())[0] === 'current', 'the standby to be used')
    await replicated.whilePaused(async () => {
      await until(async () => (await metric(strict, 'database_standby_lag_seconds')) > 1, 'the lag to grow')
      assert.deepEqual(await causesInTime(strict, () => search(strict, shopper.headers)), ['lag'])
    })
    await until(async () => (await causes())[0] === 'current', 'the standby to be used again')
    await create(strict, key.headers)
    const since = `select written_at < now() - interval '3 s' from recent_writes where writer = '${key.id}'`
    await until(async () => (await servers.primary.query(since))[0]?.[0] === true, 'the write to be older')
    await servers.standby.catchUp()
    assert.deepEqual(await causesInTime(strict, () => skus(strict, key.headers)), ['current'])
  })

  it('every read that may run at a standby answers there what the primary answers', async (t) => {
    const plain = await startTestApp({}, servers.primary.url)
    t.after(() => plain.close())
    const [category, reader] = [unique('Shelf'), await makeApiKey(here, merchant)]
    const products = await makeProducts(here, merchant, [
      { category, name: 'Blue kettle', price: 3 },
      { category, name: 'Green kettle', price: 4 },
    ])
    await replicated.settle()
    const lists = [
      ...['', '&sort=price&limit=1', '&min_price=3.5', '&max_price=3.5&sort=name'].map(
        (query) => `/catalog/products?category=${category}${query}`,
      ),
      ...[`/catalog/products/${products[0]?.id}`, `/catalog/products/${randomUUID()}`],
      `/catalog/categories?merchant_id=${merchant.id}`,
      ...['q=kettle', 'q=ketle&facets=category,merchant', 'facets=category', 'q=&min_price=3.5'].map(
        (query) => `/marketplace/search?${query}&category=${category}`,
      ),
    ]
    const own = ['', '?q=kettle', `?category=${category}`].map((query) => `/admin/products${query}`)
    const ofStaff = [...own, '/admin/dashboard', '/admin/dashboard?top_by=units', '/admin/products/export']
    for (const [paths, headers] of [
      [lists, shopper.headers],
      [ofStaff, reader.headers],
    ] as const)
      for (const path of paths) {
        let answer: TestAnswer | undefined
        const causes = await causesInTime(there, async () => {
          answer = await there.request('GET', path, { headers })
        })
        const expected = await plain.request('GET', path, { headers })
        assert.deepEqual(withoutIds(answer), withoutIds(expected), path)
        assert.deepEqual(new Set(causes), new Set(['current']), path)
      }
  })

  it('products that were read at the primary are not replaced by older ones of the standby', async () => {
    const [product] = await makeProducts(here, merchant, [{ name: 'Old name', category: unique('Shelf') }])
    assert.ok(product)
    await replicated.settle()
    const nameFor = async (headers: Headers) => {
      let name = ''
      await causesInTime(there, async () => {
        const answer = await there.request('GET', `/catalog/products?merchant_id=${merchant.id}&limit=100`, { headers })
        name = answer.body.data.items.find(({ id }: { id: string }) => id === product.id).name
      })
      return name
    }
    await replicated.whilePaused(async () => {
      const change = { headers: merchant.owner.headers, body: { name: 'New name' } }
      assert.equal((await here.request('PATCH', `/admin/products/${product.id}`, change)).status, 200)
      const readers = [merchant.owner.headers, shopper.headers, merchant.owner.headers]
      const names = []
      for (const headers of readers) names.push(await nameFor(headers))
      assert.deepEqual(names, ['New name', 'Old name', 'New name'])
    })
    assert.equal(await nameFor(shopper.headers), 'New name')
  })

  it('a read that the standby refuses or cancels runs again at the primary', async (t) => {
    const causes: ReadCause[] = []
    const replica = createReplica({
      url: servers.standby.url,
      primaryUrl: servers.primary.url,
      size: 2,
      maxLagMs: 300_000,
      pooling: 'none',
      logger: pino({ level: 'silent' }),
      onRead: (cause) => causes.push(cause),
    })
    t.after(() => replica.stop())
    const run = <T>(read: Parameters<typeof replica.run<T>>[2]) =>
      replica.run(randomUUID(), here.deps.db, read, { oneSnapshot: true })
    const answered = async () => {
      await run(async () => {})
      return causes.at(-1) === 'current'
    }
    await until(answered, 'the standby to be used')
    causes.length = 0
    const codes: (string | undefined)[] = []
    const failing = (statement: string) => async (db: typeof here.deps.db) => {
      if (db === here.deps.db) return 'primary'
      await sql
        .raw(statement)
        .execute(db)
        .catch((error) => {
          codes.push(error.code)
          throw error
        })
      return 'standby'
    }
    assert.equal(await run(failing('create temporary table t ()')), 'primary')
    assert.equal(await run(failing('select no_such_column')), 'primary')
    assert.deepEqual(codes, ['25006', '42703'])
    /** On a machine that stalls another limit of time may end it first: then once more. */
    const untilEndedBy = (isIt: (code: string | undefined) => boolean, read: () => Promise<string>) =>
      until(async () => {
        await until(answered, 'the standby to be used')
        codes.length = 0
        assert.equal(await read(), 'primary')
        return codes.length === 1 && isIt(codes[0])
      }, 'the read to end in this way')
    await untilEndedBy(
      (code) => code === '57014',
      () => run(failing('select pg_sleep(60)')),
    )
    // None of this says that the standby is lost.
    assert.equal(await answered(), true)
    // Cancelled, or its connection ended: not by the time it took.
    await untilEndedBy(
      (code) => code !== '57014',
      async () => {
        await servers.standby.pauseReplay()
        await servers.primary.query('vacuum full failing_receivers')
        return run(async (db) => {
          if (db === here.deps.db) return 'primary'
          await sql`select count(*) from failing_receivers`.execute(db)
          const [answer] = await Promise.all([failing('select pg_sleep(60)')(db), servers.standby.resumeReplay()])
          return answer
        })
      },
    )
  })

  it('texts in languages are read at the standby, too', async () => {
    const { headers } = merchant.owner
    const [product] = await makeProducts(here, merchant, [{ name: 'Kettle', price: 3 }])
    const path = `/admin/translations/product/${product?.id}/de`
    const market = { name: 'Germany', countries: ['DE'], locales: ['de'] }
    assert.equal((await here.request('POST', '/admin/markets', { headers, body: market })).status, 201)
    assert.equal((await here.request('PUT', path, { headers, body: { name: 'Kessel' } })).status, 200)
    await replicated.settle()
    await replicated.whilePaused(async () => {
      await here.request('PUT', path, { headers, body: { name: 'Wasserkessel' } })
      const nameFor = async (reader: Headers) => {
        const query = `merchant_id=${merchant.id}&country=DE&locale=de`
        return (await here.request('GET', `/catalog/products/${product?.id}?${query}`, { headers: reader })).body.data
          .name
      }
      assert.equal(await nameFor(headers), 'Wasserkessel')
      const causes = await causesInTime(here, async () => {
        assert.equal(await nameFor(shopper.headers), 'Kessel')
      })
      assert.deepEqual(causes, ['current', 'current'])
    })
  })
})

function withoutIds(answer: TestAnswer | undefined): unknown {
  const text = JSON.stringify(answer?.body)
  return [answer?.status, text.replaceAll(/"(request_id|next_cursor)":"[^"]*"/g, '')]
}
