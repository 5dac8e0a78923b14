import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeShippingMethod, setTaxRates } from '#test/support/selling.ts'
import { insertOrder } from '#test/support/shop-rows.ts'

const all = [
  ...['name', 'country', 'currency', 'days', 'seller_address', 'tax', 'payment', 'shipping', 'products'],
  ...['policies', 'storefront', 'test_order'],
]

describeService('first steps', ({ service }) => {
  const get = async ({ owner: { headers } }: TestMerchant) =>
    (await service.request('GET', '/admin/first-steps', { headers })).body.data
  const patch = ({ owner: { headers } }: TestMerchant, body: unknown) =>
    service.request('PATCH', '/admin/first-steps', { headers, body })
  const stateOf = async (shop: TestMerchant, id: string) =>
    (await get(shop)).steps.find((step: { id: string }) => step.id === id).state

  it('GET /admin/first-steps of a new shop answers 200 with all of them open, each with its page', async () => {
    const shop = await makeMerchant(service)
    const { steps, open, dismissed } = await get(shop)
    assert.deepEqual([steps.map(({ id }: { id: string }) => id), open, dismissed], [all, all.length, false])
    for (const { state, page } of steps) {
      assert.equal(state, 'open')
      assert.match(page, /^\/console\//)
    }
  })

  it('GET /admin/first-steps has a step done once the shop has what it asks for', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { status: 'draft' })
    assert.equal(await stateOf(shop, 'products'), 'open')
    await service.deps.db.updateTable('products').set({ status: 'active' }).where('id', '=', product.id).execute()
    await makeShippingMethod(service, shop)
    await setTaxRates(service, shop, [{ rate: 20 }])
    await makeStorefrontKey(service, shop, 'publishable')
    for (const id of ['products', 'shipping', 'tax', 'country', 'storefront'])
      assert.equal(await stateOf(shop, id), 'done', id)
    assert.equal(await stateOf(shop, 'test_order'), 'open')
    await insertOrder(service, shop, shop.owner.id, [{ productId: product.id, quantity: 1, priceMinor: 100 }])
    for (const id of ['test_order', 'name', 'currency', 'days']) assert.equal(await stateOf(shop, id), 'done', id)
    assert.equal((await get(shop)).open, 3)
  })

  it('GET /admin/first-steps asks for the pages that the shop’s country wants, until they are published', async () => {
    const shop = await makeMerchant(service)
    const missing = async () => (await get(shop)).steps.find(({ id }: { id: string }) => id === 'policies').missing
    assert.deepEqual(await missing(), ['privacy', 'terms', 'shipping'])
    const { headers } = shop.owner
    const seat = (vat_number: string) => service.request('PATCH', '/admin/merchant', { headers, body: { vat_number } })
    await seat('FR40303265045')
    assert.deepEqual(await missing(), ['contact', 'withdrawal', 'privacy', 'terms', 'shipping'])
    await seat('DE136695976')
    const kinds = ['imprint', 'withdrawal', 'privacy', 'terms', 'shipping']
    assert.deepEqual(await missing(), kinds)
    for (const kind of kinds) {
      const body = { title: kind, kind, status: kind === 'shipping' ? 'draft' : 'published' }
      await service.request('POST', '/admin/pages', { headers, body })
    }
    assert.deepEqual([await missing(), await stateOf(shop, 'policies')], [['shipping'], 'open'])
    await service.deps.db.updateTable('pages').set({ status: 'published' }).where('merchant_id', '=', shop.id).execute()
    assert.deepEqual([await missing(), await stateOf(shop, 'policies')], [[], 'done'])
  })

  it('PATCH /admin/first-steps marks steps and the list, keeps the others, and stands in the audit log', async () => {
    const shop = await makeMerchant(service)
    const marked = await patch(shop, { steps: { name: 'done', storefront: 'dismissed' } })
    assert.deepEqual([marked.status, marked.body.data.open], [200, all.length - 2])
    assert.equal((await patch(shop, { steps: { days: 'done' } })).body.data.open, all.length - 3)
    assert.equal((await patch(shop, { steps: { name: 'open' } })).body.data.open, all.length - 2)
    assert.equal((await patch(shop, { dismissed: true })).body.data.dismissed, true)
    assert.deepEqual(await patch(shop, {}).then(({ body }) => body.data), await get(shop))
    assert.equal((await get(shop)).dismissed, true)
    const { rows } = await sql<{ changes: unknown }>`
      select changes from audit_entries where merchant_id = ${shop.id} and action = 'settings.updated'
       order by id`.execute(service.deps.db)
    assert.deepEqual(rows[0]?.changes, { name: ['open', 'done'], storefront: ['open', 'dismissed'] })
    assert.equal(rows.length, 4)
  })

  it('PATCH /admin/first-steps of an unknown step or state answers 400; as a viewer 403', async () => {
    const shop = await makeMerchant(service)
    for (const [body, field] of [
      [{ steps: { colour: 'done' } }, 'steps.colour'],
      [{ steps: { name: 'later' } }, 'steps.name'],
      [{ dismissed: 'yes' }, 'dismissed'],
    ] as const) {
      const { status, body: answer } = await patch(shop, body)
      assert.deepEqual([status, answer.error.details[0].field], [400, field])
    }
    const { headers } = await makeStaff(service, shop.id, 'viewer')
    const refused = await service.request('PATCH', '/admin/first-steps', { headers, body: { dismissed: true } })
    assert.equal(refused.body.error.code, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await service.request('GET', '/admin/first-steps', { headers })).status, 200)
  })
})
