import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeGiftCard, readGiftCard } from '#test/support/stored-value.ts'

describeShop('Idempotency-Key of stored value', ({ service, shop }) => {
  it('POST again answers the same and adds nothing; another body 422, during another 409', async () => {
    const { id } = await makeGiftCard(service, shop, 5)
    const shopper = await makeShopper(service, shop)
    const paths = ['/admin/gift-cards', `/admin/gift-cards/${id}/adjust`, `/admin/users/${shopper.id}/store-credit`]
    for (const path of paths) {
      const reason = path.endsWith('gift-cards') ? {} : { reason: 'Goodwill' }
      const send = (key: string, amount = 2) =>
        service.request('POST', path, {
          headers: { ...shop.owner.headers, 'idempotency-key': key },
          body: { amount, ...reason },
        })
      const key = unique('key')
      const first = await send(key)
      assert.ok(first.status < 300, path)
      assert.deepEqual((await send(key)).body, first.body)
      assertRefused(await send(key, 3), 422, 'IDEMPOTENCY_KEY_REUSED')
      const other = unique('key')
      assertRefused(
        await duringAnother(service, shop.owner.id, other, () => send(other)),
        409,
        'IDEMPOTENCY_IN_PROGRESS',
      )
    }
    assert.equal((await readGiftCard(service, shop, id)).balance, 7)
  })
})
