import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

/** Putting a product in a cart locks its row for a moment, shared: three kinds of locks meet on one row. */
describeShop(
  'changes of a product that many put in their carts',
  { DATABASE_POOL_SIZE: '20', RATE_LIMIT_PER_MINUTE: '1000000' },
  ({ service, shop }) => {
    let shoppers: SignedInUser[]
    before(async () => {
      shoppers = await Promise.all(Array.from({ length: 8 }, () => makeUser(service, { merchantId: shop.id })))
    })

    /** Does it `times` times, eight at once, while every shopper fills and empties a cart; answers every status. */
    async function besideCarts(productId: string, times: number, change: (n: number) => Promise<{ status: number }>) {
      let begun = 0
      const statuses = new Set<number>()
      const note = ({ status }: { status: number }) => void statuses.add(status)
      const doChanges = async () => {
        while (begun < times) note(await change(begun++))
      }
      const changes = Promise.all(Array.from({ length: 8 }, doChanges))
      let ended = false
      const fillAndEmpty = async (shopper: SignedInUser) => {
        const headers = { ...shopper.headers, 'merchant-id': shop.id }
        const body = { product_id: productId, quantity: 1 }
        while (!ended) {
          note(await service.request('POST', '/user/cart/items', { headers, body }))
          note(await service.request('DELETE', '/user/cart', { headers }))
        }
      }
      const carts = Promise.all(shoppers.map(fillAndEmpty))
      await changes
      ended = true
      await carts
      return [...statuses].sort()
    }
    it('PATCH /admin/products/{id}, eight at once, answers 200 each time', async () => {
      const { id } = await makeProduct(service, shop)
      const statuses = await besideCarts(id, 80, (n) =>
        service.request('PATCH', `/admin/products/${id}`, { headers: shop.owner.headers, body: { price: n + 1 } }),
      )
      assert.deepEqual(statuses, [200, 201])
    })
  },
)
