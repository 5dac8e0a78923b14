import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { variantsOf } from '#test/support/groups.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'

describeShop('Idempotency-Key of the catalog', ({ service, shop }) => {
  const headersOf = (key: string) => ({ ...shop.owner.headers, 'idempotency-key': key })
  const post = (path: string, key: string, body: unknown): Promise<TestAnswer> =>
    service.request('POST', path, { headers: headersOf(key), body })
  const upload = (key: string, payload: Buffer) =>
    service.request('POST', '/admin/media', { headers: { ...headersOf(key), 'content-type': 'image/jpeg' }, payload })

  it('POST /admin/product-groups and /admin/feeds with another body answer 422 IDEMPOTENCY_KEY_REUSED', async () => {
    const group = { name: 'Shirt', varies_by: ['Size', 'Colour'], variants: variantsOf() }
    const bodies: [path: string, first: object, second: object][] = [
      ['/admin/product-groups', group, { ...group, name: 'Blouse' }],
      ['/admin/feeds', { storefront_url: 'https://a.example' }, { storefront_url: 'https://b.example' }],
    ]
    for (const [path, first, second] of bodies) {
      const key = unique('key')
      assert.equal((await post(path, key, first)).status, 201, path)
      assertRefused(await post(path, key, second), 422, 'IDEMPOTENCY_KEY_REUSED')
    }
  })

  it('POST during another with the same key answers 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const picture = await makePicture()
    const change = { ids: [newId()], change: { price: { percent: 10 } } }
    const variants = variantsOf()
    const senders: ((key: string) => Promise<TestAnswer>)[] = [
      (key) => upload(key, picture),
      (key) => post('/admin/products/bulk', key, change),
      (key) => post('/admin/product-groups', key, { name: 'Cap', varies_by: ['Size', 'Colour'], variants }),
    ]
    for (const send of senders) {
      const key = unique('key')
      const answer = await duringAnother(service, shop.owner.id, key, () => send(key))
      assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
      assert.notEqual((await send(key)).status, 409)
    }
  })
})
