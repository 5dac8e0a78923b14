import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { productionVariables, type TestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'

describeService(
  'the url of a subscription in production',
  {
    ...productionVariables,
    TRUST_PROXY: '127.0.0.1',
  },
  ({ service }) => {
    let secured: TestApp
    let shop: TestMerchant
    before(async () => {
      secured = {
        ...service,
        request: (method, url, options = {}) =>
          service.request(method, url, { ...options, headers: { ...options.headers, 'x-forwarded-proto': 'https' } }),
      }
      shop = await makeMerchant(secured)
    })

    const create = (url: string) =>
      secured.request('POST', '/admin/webhooks', { headers: shop.owner.headers, body: { url, events: ['*'] } })

    for (const url of [
      'http://example.com/hooks',
      'http://127.0.0.1/hooks',
      'https://127.0.0.1/hooks',
      'https://0x7f.1/hooks',
      'https://2130706433/hooks',
      'https://10.1.2.3/hooks',
      'https://192.168.0.1/hooks',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/hooks',
      'https://[::ffff:10.0.0.1]/hooks',
      'https://[fd00::1]/hooks',
      'https://224.0.0.1/hooks',
      'https://localhost/hooks',
      'https://metadata.google.internal/',
      'https://intranet/hooks',
      // Reserved by RFC 6761: resolves nowhere.
      'https://receiver.invalid/hooks',
    ]) {
      it(`POST /admin/webhooks with ${url} answers 400 for the field url`, async () => {
        const { status, body } = await create(url)
        assert.deepEqual([status, body.error.code, body.error.details[0].field], [400, 'VALIDATION_ERROR', 'url'])
      })
    }

    it('POST /admin/webhooks with a public address answers 201; PATCH to a private one 400, no change', async () => {
      const url = 'https://93.184.215.14/hooks'
      const { status, body } = await create(url)
      assert.equal(status, 201)
      const own = `/admin/webhooks/${body.data.id}`
      const { headers } = shop.owner
      const moved = await secured.request('PATCH', own, { headers, body: { url: 'https://10.0.0.1/', active: false } })
      assert.deepEqual([moved.status, moved.body.error.details[0].field], [400, 'url'])
      const { data } = (await secured.request('GET', own, { headers })).body
      assert.deepEqual([data.url, data.active], [url, true])
    })
  },
)
