import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStorefrontKey } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

type Headers = Record<string, string>

describeShop('guests of storefronts', { RATE_LIMIT_PER_MINUTE: '100000' }, ({ service, shop }) => {
  let product: string
  let publishable: string
  let secret: string
  before(async () => {
    product = (await makeProduct(service, shop)).id
    publishable = (await makeStorefrontKey(service, shop, 'publishable')).key
    secret = (await makeStorefrontKey(service, shop, 'storefront')).key
  })

  const get = (url: string, headers: Headers) => service.request('GET', url, { headers })
  const withKey = (url: string, key: string) => `${url}?key=${key}`
  const refusal = ({ status, body }: TestAnswer) => [status, body.error?.code]

  it('POST /user/guest with a key opens a guest, who shops at once', async () => {
    const sent: [string, Headers][] = [
      ['/user/guest', { 'access-token': publishable }],
      ['/user/guest', { 'access-token': secret }],
      [withKey('/user/guest', publishable), {}],
      ['/user/guest', { 'storefront-key': secret, 'shopper-address': '192.0.2.9' }],
    ]
    for (const [url, headers] of sent) {
      const device = { 'device-id': unique('device') }
      const answer = await service.request('POST', url, { headers: { ...headers, ...device } })
      assert.equal(answer.status, 201)
      assert.deepEqual([answer.headers['cache-control'], answer.body.data.user.is_guest], ['no-store', true])
      const guest = { ...device, 'access-token': answer.body.access_token, 'merchant-id': shop.id }
      const body = { product_id: product, quantity: 1 }
      const added = await service.request('POST', '/user/cart/items', { headers: guest, body })
      assert.equal(added.status, 201)
    }
  })

  it('POST /user/guest with a key and no device-id answers one, which the session is bound to', async () => {
    const open = (url: string, headers: Headers) => service.request('POST', url, { headers })
    const answers = [
      await open('/user/guest', { 'access-token': publishable }),
      await open('/user/guest', { 'access-token': secret, 'shopper-address': '192.0.2.10' }),
      await open(withKey('/user/guest', publishable), {}),
    ]
    const devices = answers.map(({ body }) => body.data.device_id)
    assert.deepEqual([answers.map(({ status }) => status), new Set(devices).size], [[201, 201, 201], 3])
    for (const { body } of answers) {
      assert.match(body.data.device_id, /^[\w-]{32}$/)
      const profile = (device: string) =>
        get('/user/profile', { 'access-token': body.access_token, 'device-id': device })
      assert.equal((await profile(body.data.device_id)).status, 200)
      assert.deepEqual(refusal(await profile('another')), [401, 'INVALID_DEVICE'])
    }
    const named = await open('/user/guest', { 'access-token': publishable, 'device-id': unique('device') })
    assert.equal('device_id' in named.body.data, false)
  })

  it('POST /user/guest without a device-id answers 401 INVALID_DEVICE where nothing stands for it', async () => {
    const sent: Headers[] = [
      {},
      { 'access-token': publishable, 'device-id': '' },
      { 'access-token': publishable, 'idempotency-key': unique('a-long-random-key') },
      { 'storefront-key': secret },
    ]
    for (const headers of sent) {
      const answer = await service.request('POST', '/user/guest', { headers })
      assert.deepEqual(refusal(answer), [401, 'INVALID_DEVICE'], JSON.stringify(headers))
    }
  })
})
