import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { UnusableDatabase } from '#src/platform/db/pool/wait-for-database.ts'
import { checkStandbyAddress } from '#src/platform/db/replicas/standby.ts'
import { type TestApp, testSecretVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeStorefrontKey } from '#test/support/factories.ts'
import { runToExit, startProcess, temporaryFolder } from '#test/support/process.ts'
import { causesOf } from '#test/support/read-counts.ts'
import {
  create,
  type ReplicatedService,
  search,
  skus,
  startReplicatedService,
} from '#test/support/replicated-service.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'

describe('a standby or primary that is lost', () => {
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
      await replicated.settle()
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
      await replicated.settle()
    }
  })

  it('while the primary is away reads are answered by the standby, and writes answer 503', async (t) => {
    const { proxy, url } = await startDatabaseProxy(servers.primary.url)
    t.after(() => proxy.close())
    const service = await replicated.startService({}, url)
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
    const keys = [
      await makeStorefrontKey(here, merchant, 'publishable'),
      await makeStorefrontKey(here, merchant, 'storefront'),
    ]
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
    // This process has not met them before.
    for (const { headers } of keys) {
      await until(async () => (await search(service, headers)).status === 200, 'an answer to a storefront’s key')
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
    const cutOff = await replicated.startService({}, url)
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
