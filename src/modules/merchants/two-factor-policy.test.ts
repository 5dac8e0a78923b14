import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type SignedInUser } from '#test/support/factories.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { enrol } from '#test/support/two-factor.ts'
import { until } from '#test/support/until.ts'

describeService('a merchant that requires two factors of its staff', startAppThatTellsStatements, ({ service }) => {
  /** Another process of the same service. */
  const second = besideService(service)

  const requireTwoFactor = (merchantId: string, value: boolean) =>
    sql`insert into merchant_settings (merchant_id, require_two_factor) values (${merchantId}, ${value})
        on conflict (merchant_id) do update set require_two_factor = ${value}`.execute(service.deps.db)
  const staffOf = ({ headers }: SignedInUser, at: TestApp = service) => at.request('GET', '/admin/staff', { headers })
  const untilAnswers = (user: SignedInUser, at: TestApp, status: number) =>
    until(async () => (await staffOf(user, at)).status === status, `${status} of a process`)

  it('answers 403 TWO_FACTOR_SETUP_REQUIRED to staff without one until it is set up, in every process', async () => {
    const shop = await makeMerchant(service)
    const manager = await makeStaff(service, shop.id, 'manager')
    const { recoveryCodes } = await enrol(service, shop.owner)
    const key = await makeApiKey(service, shop)
    await requireTwoFactor(shop.id, true)
    for (const process of [service, second]) await untilAnswers(manager, process, 403)
    assert.equal((await service.request('GET', '/admin/staff', { headers: key.headers })).status, 200)
    const refused = await staffOf(manager)
    assert.equal(refused.body.error.code, 'TWO_FACTOR_SETUP_REQUIRED')
    assert.match(refused.body.error.message, /POST \/user\/two-factor/)
    const { headers } = manager
    const write = { headers, body: { sku: 'A', name: 'Mug', price: 1 } }
    assert.equal((await service.request('POST', '/admin/products', write)).status, 403)
    assert.equal((await service.request('GET', '/user/profile', { headers })).status, 200)
    for (const process of [service, second]) assert.equal((await staffOf(shop.owner, process)).status, 200)

    await enrol(service, manager)
    for (const process of [service, second]) assert.equal((await staffOf(manager, process)).status, 200)

    const body = { current_password: shop.owner.password, code: recoveryCodes[0] }
    await service.request('DELETE', '/user/two-factor', { headers: shop.owner.headers, body })
    for (const process of [service, second]) assert.equal((await staffOf(shop.owner, process)).status, 403)
    // A key is its maker's.
    const byKey = await service.request('GET', '/admin/staff', { headers: key.headers })
    assert.equal(byKey.body.error.code, 'TWO_FACTOR_SETUP_REQUIRED')
    await requireTwoFactor(shop.id, false)
    for (const process of [service, second]) await untilAnswers(shop.owner, process, 200)
  })

  it('does not keep a member who leaves', async () => {
    const shop = await makeMerchant(service)
    const viewer = await makeStaff(service, shop.id, 'viewer')
    await requireTwoFactor(shop.id, true)
    await untilAnswers(viewer, service, 403)
    const { headers } = viewer
    assert.equal((await service.request('DELETE', `/admin/staff/${viewer.id}`, { headers })).status, 200)
  })

  it('is known to a process that starts later; staff can still sign in and set up a factor', async () => {
    const shop = await makeMerchant(service)
    await requireTwoFactor(shop.id, true)
    const later = await startTestApp({}, service.databaseUrl)
    const signedIn = await makeStaff(later, shop.id, 'viewer')
    const before = await staffOf(signedIn, later)
    await enrol(later, signedIn)
    const after = await staffOf(signedIn, later)
    await later.close()
    assert.deepEqual([before.status, after.status], [403, 200])
  })

  it('costs one statement a request, and others none', async () => {
    const [strict, plain] = [await makeMerchant(service), await makeMerchant(service)]
    await requireTwoFactor(strict.id, true)
    await enrol(service, strict.owner)
    await untilAnswers(await makeStaff(service, strict.id, 'viewer'), service, 403)
    const asked = async (user: SignedInUser) =>
      (await statementsOf(() => staffOf(user))).filter((text) => text.includes('two_factors')).length
    assert.deepEqual([await asked(strict.owner), await asked(plain.owner)], [1, 0])
  })
})
