import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { UnusableDatabase } from '#src/platform/db/pool/wait-for-database.ts'
import { createReplica, type ReadCause } from '#src/platform/db/replicas/replica.ts'
import { checkStandbyAddress } from '#src/platform/db/replicas/standby.ts'
import { startTestApp, type TestAnswer, testSecretVariables, unique } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeApiKey, makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { runToExit, startProcess, temporaryFolder } from '#test/support/process.ts'
import { makeProducts } from '#test/support/products.ts'
import { causesOf, metric } from '#test/support/read-counts.ts'
import { type ReplicatedServers, startReplicatedServers } from '#test/support/standby.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'

type Service = Awaited<ReturnType<typeof startTestApp>>
type Headers = Record<string, string>

describe('reads at a standby', () => {
  let servers: ReplicatedServers
  /** Two processes of one service, which share no memory. */
  let here: Service
  let there: Service
  let merchant: TestMerchant
  let key: { id: string; headers: Headers }
  let shopper: SignedInUser

  const startService = (settings: Headers = {}, databaseUrl = servers.primary.url) =>
    startTestApp(
      { DATABASE_URL: databaseUrl, DATABASE_READ_URL: servers.standby.url, READ_MAX_LAG_SECONDS: '300', ...settings },
      databaseUrl,
    )

  before(async () => {
    servers = await startReplicatedServers()
    ;[here, there] = [await startService(), await startService()]
    merchant = await makeMerchant(here)
    key = await makeApiKey(here, merchant)
    shopper = await makeUser(here)
    await settle()
  })
  after(async () => {
    await Promise.all([here?.close(), there?.close()])
    await servers?.stop()
  })

  /** Until the standby has everything, and is used by both. */
  async function settle() {
    await servers.standby.catchUp()
    for (const service of [here, there])
      await until(
        async () => (await causesOf(service, () => search(service, shopper.headers))).includes('current'),
        'the standby to be used',
      )
  }
  /** Of reads that the standby answers in time: on a machine that stalls they are made again. */
  const causesInTime = (service: Service, work: () => Promise<unknown>) =>
    until(async () => {
      const causes = await causesOf(service, work)
      return !causes.includes('failed') && !causes.includes('away') && causes
    }, 'the standby to answer in time')
  const search = (service: Service, headers: Headers, q = 'nothing') =>
    service.request('GET', `/marketplace/search?q=${q}`, { headers })
  const skus = async (service: Service, headers: Headers) => {
    const answer = await service.request('GET', '/admin/products', { headers })
    assert.equal(answer.status, 200)
    return answer.body.data.items.map(({ sku }: { sku: string }) => sku) as string[]
  }
  const create = async (service: Service, headers: Headers, more: Headers = {}) => {
    const sku = unique('SKU')
    const body = { sku, name: 'Kettle', price: 5, status: 'active' }
    const answer = await service.request('POST', '/admin/products', { headers: { ...headers, ...more }, body })
    assert.equal(answer.status, 201)
    return { sku, body, answer }
  }
  async function whilePaused(work: () => Promise<void>) {
    await servers.standby.pauseReplay()
    try {
      await work()
    } finally {
      await servers.standby.resumeReplay()
      await settle()
    }
  }

  it('whoever wrote sees it at every process before the standby does, and others see the standby', async () => {
    await whilePaused(async () => {
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
    await settle()
    await whilePaused(async () => {
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
    const strict = await startService({ READ_MAX_LAG_SECONDS: '1' })
    t.after(() => strict.close())
    const causes = () => causesOf(strict, () => search(strict, shopper.headers))
    await until(async () => (await causes())[0] === 'current', 'the standby to be used')
    await whilePaused(async () => {
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
    await settle()
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
    await settle()
    const nameFor = async (headers: Headers) => {
      let name = ''
      await causesInTime(there, async () => {
        const answer = await there.request('GET', `/catalog/products?merchant_id=${merchant.id}&limit=100`, { headers })
        name = answer.body.data.items.find(({ id }: { id: string }) => id === product.id).name
      })
      return name
    }
    await whilePaused(async () => {
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
      ...{ url: servers.standby.url, primaryUrl: servers.primary.url, size: 2, maxLagMs: 300_000, pooling: 'none' },
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

  it('a standby that is killed or stopped costs no answer, and is used again when it is back', async () => {
    const readAll = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => search(there, shopper.headers)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    }
    for (const [loss, recovery] of [
      [servers.standby.kill, servers.standby.start],
      // Nothing is closed: it takes what it is sent, and does not answer.
      [async () => servers.standby.signal('SIGSTOP'), async () => servers.standby.signal('SIGCONT')],
    ] as const) {
      await settle()
      const reading = readAll()
      await loss()
      await reading
      const causes = await causesOf(there, readAll)
      assert.ok(
        causes.every((cause) => cause === 'failed' || cause === 'away'),
        String(causes),
      )
      assert.deepEqual(await causesOf(there, () => search(there, shopper.headers)), ['away'])
      await recovery()
      await settle()
    }
  })

  it('while the primary is away reads are answered by the standby, and writes answer 503', async (t) => {
    const { proxy, url } = await startDatabaseProxy(servers.primary.url)
    t.after(() => proxy.close())
    const service = await startService({}, url)
    t.after(() => service.close())
    const read = async () => {
      let status: number | undefined
      const causes = await causesOf(service, async () => {
        status = (await search(service, shopper.headers)).status
      })
      return { status, because: causes[0] }
    }
    const until200 = (cause: string) =>
      until(async () => {
        const { status, because } = await read()
        return status === 200 && because === cause
      }, `an answer because of ${cause}`)
    await until200('current')
    await proxy.cut()
    await until200('primary_away')
    const listIsOld = () => service.deps.revocations.isRevoked(randomUUID()) === undefined
    await until(listIsOld, 'the list of revocations to be too old to rely on')
    const answered = async () => {
      const { status, because } = await read()
      return because !== 'failed' && because !== 'away' && { status, because }
    }
    for (let n = 0; n < 5; n++) {
      assert.deepEqual(await until(answered, 'an answer in time'), { status: 200, because: 'primary_away' })
    }
    const write = { headers: shopper.headers, body: { name: 'Nobody' } }
    assert.equal((await service.request('PATCH', '/user/profile', write)).status, 503)
    await proxy.restore()
    await until200('current')
  })

  it('a start checks that DATABASE_READ_URL is a standby of DATABASE_URL, and does not wait for one', async (t) => {
    const [other, dataDir] = [await createTestDatabase(), await temporaryFolder(t)]
    t.after(() => other.drop())
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: servers.primary.url,
      DEMO_DATA: 'false',
      ...testSecretVariables,
    }
    await assert.rejects(checkStandbyAddress(other.url, servers.primary.url), UnusableDatabase)
    const { code, output } = await runToExit({ ...environment, WEB_PROCESSES: '2', DATABASE_READ_URL: other.url })
    assert.match(output, /^DATABASE_READ_URL: it is another cluster.*; expected a standby of DATABASE_URL$/m)
    assert.equal(code, 1)
    const proxied = await startDatabaseProxy(servers.standby.url)
    t.after(() => proxied.proxy.close())
    await proxied.proxy.cut()
    const service = await startProcess(t, { ...environment, DATABASE_READ_URL: proxied.url })
    const read = async () => {
      const answer = await fetch(`${service.url}/marketplace/search`, { headers: shopper.headers })
      assert.equal(answer.status, 200)
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return /^database_reads_total\{server="standby",because="current"\} [1-9]/m.test(text)
    }
    assert.equal(await read(), false)
    await proxied.proxy.restore()
    await until(read, 'the standby to be used')
    await service.end('SIGTERM')
    assert.equal(service.output().split('the standby at DATABASE_READ_URL is not used').length - 1, 1)
  })

  it('a standby that was promoted is not read any more', async (t) => {
    const { proxy, url } = await startDatabaseProxy(servers.primary.url)
    t.after(() => proxy.close())
    const cutOff = await startService({}, url)
    t.after(() => cutOff.close())
    const isCurrent = async () => (await causesOf(cutOff, () => search(cutOff, shopper.headers)))[0] === 'current'
    await until(isCurrent, 'the standby to be used')
    await servers.standby.promote()
    await proxy.cut()
    const listIsOld = () => cutOff.deps.revocations.isRevoked(randomUUID()) === undefined
    await until(listIsOld, 'the list of revocations to be too old to rely on')
    // More than there are connections: new ones find out that it is a primary.
    const asked = Array.from({ length: 8 }, () => search(cutOff, shopper.headers))
    for (const { status } of await Promise.all(asked)) assert.ok(status === 200 || status === 503, `${status}`)
    await until(
      async () => (await causesOf(there, () => search(there, shopper.headers)))[0] === 'away',
      'the promotion to be noticed',
      60_000,
    )
    const { sku } = await create(here, key.headers)
    assert.equal((await skus(there, merchant.owner.headers)).includes(sku), true)
  })
})

function withoutIds(answer: TestAnswer | undefined): unknown {
  const text = JSON.stringify(answer?.body)
  return [answer?.status, text.replaceAll(/"(request_id|next_cursor)":"[^"]*"/g, '')]
}
