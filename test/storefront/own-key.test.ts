import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startQuietConsole } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { startStorefront } from '#test/support/storefront.ts'

describeShop('npm run storefront without a key', startQuietConsole, ({ service, shop }) => {
  it('makes one as the owner of the shop, and keeps it for the next start', async () => {
    const { email, password } = shop.owner
    for (const _ of ['first', 'second']) {
      const storefront = await startStorefront({
        COMMERCE_URL: service.address,
        ADMIN_EMAIL: email,
        ADMIN_PASSWORD: password,
      })
      const page = await fetch(storefront.address)
      await storefront.close()
      assert.equal(page.status, 200)
    }
    const { items } = (await service.request('GET', '/admin/api-keys', { headers: shop.owner.headers })).body.data
    assert.deepEqual(
      items.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
      [['storefront', 'npm run storefront']],
    )
  })
})
