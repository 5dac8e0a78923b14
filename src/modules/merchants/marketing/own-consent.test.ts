import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { assertRefused, makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('/user/marketing', ({ service }) => {
  const path = '/user/marketing'
  const none = { accepts_marketing: false, at: null, source: null, withdrawn_at: null }
  const set = (headers: Record<string, string>, body: object) => service.request('PUT', path, { headers, body })
  const read = async (headers: Record<string, string>) => (await service.request('GET', path, { headers })).body.data
  const seen = async ({ owner: { headers } }: TestMerchant, id: string) =>
    (await service.request('GET', `/admin/users/${id}`, { headers })).body.data

  it('gives a consent with time and source, once, and withdraws it, for this shop alone', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const { id, headers } = await makeShopper(service, shop)
    assert.deepEqual(await read(headers), none)
    const { version } = await seen(shop, id)
    const given = await set(headers, { accepts_marketing: true, source: 'checkout' })
    assert.equal(given.status, 200)
    const { at } = given.body.data
    assert.deepEqual(given.body.data, { ...none, accepts_marketing: true, at, source: 'checkout' })
    assert.deepEqual((await set(headers, { accepts_marketing: true })).body.data, given.body.data)
    const known = await seen(shop, id)
    assert.deepEqual(known.accepts_marketing, { at, source: 'checkout', withdrawn_at: null })
    assert.equal(known.version, version + 1)
    assert.deepEqual(await read({ ...headers, 'merchant-id': other.id }), none)

    const withdrawn = (await set(headers, { accepts_marketing: false })).body.data
    assert.deepEqual([withdrawn.accepts_marketing, withdrawn.at], [false, at])
    assert.ok(withdrawn.withdrawn_at >= at)
    assert.deepEqual((await set(headers, { accepts_marketing: false })).body.data, withdrawn)
    const again = (await set(headers, { accepts_marketing: true })).body.data
    assert.deepEqual([again.accepts_marketing, again.source, again.withdrawn_at], [true, 'profile', null])
    assert.ok(again.at > at)
  })

  it('makes an account of another shop a customer of this one; to withdraw nothing makes none', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const shopper = await makeShopper(service, other)
    const headers = { ...shopper.headers, 'merchant-id': shop.id }
    assert.deepEqual((await set(headers, { accepts_marketing: false })).body.data, none)
    assert.equal((await service.request('GET', `/admin/users/${shopper.id}`, shop.owner)).status, 404)
    assert.equal((await set(headers, { accepts_marketing: true })).status, 200)
    assert.equal((await seen(shop, shopper.id)).email, shopper.email)
  })

  it('a guest agrees after an order with their e-mail address; before it is 409 CONFLICT', async () => {
    const shop = await makeMerchant(service)
    const headers = { ...(await makeGuest(service)).headers, 'merchant-id': shop.id }
    assertRefused(await set(headers, { accepts_marketing: true }), 409, 'CONFLICT')
    const { id: product_id } = await makeProduct(service, shop, { onHand: 2 })
    const order = await shopping(service, headers).order([{ product_id, quantity: 1 }], {
      email: 'ada@example.com',
    })
    assert.equal(order.status, 201)
    assert.equal((await set(headers, { accepts_marketing: true, source: 'checkout' })).status, 200)
    assert.equal((await seen(shop, order.body.data.user_id)).accepts_marketing.source, 'checkout')
  })

  it('names the field that is wrong', async () => {
    const { headers } = await makeShopper(service, await makeMerchant(service))
    for (const [body, field] of [
      [{}, 'accepts_marketing'],
      [{ accepts_marketing: true, source: 'guess' }, 'source'],
    ] as const) {
      const answer = await set(headers, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
  })
})
