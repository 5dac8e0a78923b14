import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('PATCH /admin/products/{id} with expected_version', ({ service, shop }) => {
  const send = (id: string, body: object) =>
    service.request('PATCH', `/admin/products/${id}`, { headers: shop.owner.headers, body })
  const shown = async (id: string) =>
    (await service.request('GET', `/admin/products/${id}`, { headers: shop.owner.headers })).body.data
  const updatesOf = async (id: string) =>
    (await eventsOf(service, shop.id, 'product.updated')).filter(({ data }) => data.product.id === id).length

  it('answers 200 if it is the version, which grows', async () => {
    const { id } = await makeProduct(service, shop)
    const { version } = await shown(id)
    const answer = await send(id, { price: 3, expected_version: version })
    assert.deepEqual([answer.status, answer.body.data.price, answer.body.data.version], [200, 3, version + 1])
  })

  it('answers 409 with the version if it is another, and changes and tells nothing', async () => {
    const { id } = await makeProduct(service, shop)
    const { version } = await shown(id)
    await send(id, { name: 'Theirs' })
    const before = await shown(id)
    const answer = await send(id, { price: 3, name: 'Ours', expected_version: version })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(answer.body.error.details, { version: version + 1 })
    assert.deepEqual(await shown(id), before)
    assert.equal(await updatesOf(id), 1)
  })

  it('answers as before to a change that was made already', async () => {
    const { id } = await makeProduct(service, shop)
    const change = { price: 3, expected_version: (await shown(id)).version }
    const first = await send(id, change)
    assert.deepEqual((await send(id, change)).body, first.body)
    assert.equal(await updatesOf(id), 1)
  })

  it('does not take sold units for a change', async () => {
    const { id } = await makeProduct(service, shop, { onHand: 5 })
    const { version } = await shown(id)
    const { headers } = shop.owner
    await service.request('PATCH', `/admin/inventory/${id}`, { headers, body: { adjust: -1 } })
    assert.equal((await send(id, { price: 3, expected_version: version })).status, 200)
  })

  it('of changes of one version at once answers 200 to one and 409 to the others', async () => {
    const { id } = await makeProduct(service, shop)
    const { version } = await shown(id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(id, { price: index + 1, expected_version: version })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)])
    const won = answers.find(({ status }) => status === 200)?.body.data
    assert.deepEqual(await shown(id), won)
  })
})
