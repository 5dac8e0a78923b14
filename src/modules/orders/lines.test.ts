import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

type Item = Record<string, unknown>

const shown = ['image_url', 'slug', 'group_id', 'options', 'available_quantity'] as const
const shownOf = (item: Item | undefined) => Object.fromEntries(shown.map((name) => [name, item?.[name]]))

describeShop(
  'what lines of carts, quotes and orders show of their products',
  () => startAppThatTellsStatements({ DATA_DIR: temporaryFolder() }),
  ({ service, shop }) => {
    const staff = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      service.request(method, path, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
    async function picture(): Promise<{ id: string; url: string }> {
      const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
      return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data
    }

    /** A shirt of which the cart of a new shopper has one. */
    async function shirtInCart() {
      const front = await picture()
      const shirt = await makeGroup(service, shop, { slug: unique('shirt').toLowerCase(), media: [front.id] })
      const [variant] = shirt.variants
      const shopper = await makeShopper(service, shop)
      const { headers } = shopper
      const body = { product_id: variant?.id, quantity: 1 }
      const added = await service.request('POST', '/user/cart/items', { headers, body })
      assert.equal(added.status, 201)
      const send = (path: string) => service.request('POST', path, { headers, body: {} })
      const line = { image_url: front.url, slug: shirt.slug, group_id: shirt.id, options: variant?.options }
      return { shirt, variant, shopper, added, send, line }
    }

    it('are the first picture, the address, the group, the options, and the units left of a variant', async () => {
      const { variant, shopper, added, send, line } = await shirtInCart()
      assert.deepEqual(shownOf(added.body.data.items[0]), { ...line, available_quantity: 5 })
      assert.equal(added.body.data.items[0].available, true)
      const cart = (await shopper.get('/user/cart')).body.data
      assert.deepEqual(shownOf(cart.items[0]), { ...line, available_quantity: 5 })
      const quote = await send('/user/cart/quote')
      assert.deepEqual(shownOf(quote.body.data.items[0]), { ...line, available_quantity: 5 })
      const order = (await send('/user/cart/checkout')).body.data
      assert.deepEqual(shownOf(order.items[0]), { ...line, available_quantity: 4 }, 'it has taken one itself')
      const read = (await shopper.get(`/user/orders/${order.id}`)).body.data
      assert.deepEqual(read.items, order.items)
      const listed = (await shopper.get('/user/orders')).body.data.items[0]
      assert.deepEqual(listed.items, order.items)
      const events = await eventsOf(service, shop.id)
      const told = (name: string) => events.findLast(({ event }) => event === name)?.data
      assert.deepEqual(told('order.created').order.items, order.items)
      assert.deepEqual(told('cart.item_added').item, added.body.data.items[0])
      await staff('PATCH', `/admin/inventory/${variant?.id}`, { on_hand: 9 })
      const later = (await shopper.get(`/user/orders/${order.id}`)).body.data
      assert.equal(later.items[0].available_quantity, 8)
    })

    it('that an edit adds keep their options, and those that come back with it their own', async () => {
      const { shirt, shopper, send } = await shirtInCart()
      const order = (await send('/user/cart/checkout')).body.data
      assert.equal((await shopper.pay(order.id)).status, 201)
      const add = [{ product_id: shirt.variants[2]?.id, quantity: 2 }]
      const { edit, move } = staffOn(service, shop, order.id)
      assert.equal((await edit({ add, remove: [1] })).status, 201)
      const renamed = { varies_by: ['Cut', 'Colour'], rename: { Size: 'Cut' } }
      assert.equal((await staff('PATCH', `/admin/product-groups/${shirt.id}`, renamed)).status, 200)
      const options = async () =>
        (await shopper.get(`/user/orders/${order.id}`)).body.data.items.map(
          (item: { options: unknown }) => item.options,
        )
      assert.deepEqual(await options(), [{ Size: 'M', Colour: 'Red' }])
      await move('cancelled')
      assert.deepEqual(await options(), [{ Size: 'S', Colour: 'Red' }])
    })

    it('of an order keep the options that were ordered, and lead to what the product is today', async () => {
      const { shirt, variant, shopper, send, line } = await shirtInCart()
      const order = (await send('/user/cart/checkout')).body.data
      const other = await picture()
      const slug = unique('linen').toLowerCase()
      const changed = await staff('PATCH', `/admin/product-groups/${shirt.id}`, {
        slug,
        media: [other.id],
        varies_by: ['Cut', 'Colour'],
        rename: { Size: 'Cut' },
      })
      assert.equal(changed.status, 200)
      const items = async () => (await shopper.get(`/user/orders/${order.id}`)).body.data.items
      const today = { ...line, slug, image_url: other.url }
      assert.deepEqual(shownOf((await items())[0]), { ...today, available_quantity: 4 })
      assert.deepEqual(line.options, { Size: 'S', Colour: 'Red' })
      // Written by the release before: as the product has them.
      await sql`update order_items set options = null where order_id = ${order.id}`.execute(service.deps.db)
      assert.deepEqual((await items())[0].options, { Cut: 'S', Colour: 'Red' })
      await staff('PATCH', `/admin/product-groups/${shirt.id}`, { status: 'archived' })
      const gone = { ...today, slug: null, options: { Cut: 'S', Colour: 'Red' }, available_quantity: 0 }
      assert.deepEqual(shownOf((await items())[0]), gone)
      assert.equal((await items())[0].name, variant?.name)
    })

    it('of a cart have no address and nothing left when the product is not sold any more', async () => {
      const { shirt, shopper } = await shirtInCart()
      await staff('PATCH', `/admin/product-groups/${shirt.id}`, { status: 'draft' })
      const [item] = (await shopper.get('/user/cart')).body.data.items
      assert.deepEqual([item.slug, item.available_quantity, item.available], [null, 0, false])
      assert.equal(item.group_id, shirt.id)
    })

    it('of an order by staff are empty where staff has named the line', async () => {
      const body = {
        customer: { email: 'ada@example.com' },
        custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }],
      }
      const order = await staff('POST', '/admin/orders', body)
      assert.equal(order.status, 201, JSON.stringify(order.body))
      const nothing = { image_url: null, slug: null, group_id: null, options: {}, available_quantity: 0 }
      assert.deepEqual(shownOf(order.body.data.items[0]), nothing)
      const read = await service.request('GET', `/admin/orders/${order.body.data.id}`, { headers: shop.owner.headers })
      assert.deepEqual(shownOf(read.body.data.items[0]), nothing)
    })

    it('take no statement of their own, with 1 line or with 100', async () => {
      const many = await makeProducts(service, shop, Array(100).fill({ onHand: 10 }))
      const { variants } = await makeGroup(service, shop, { variants: variantsOf(['S'], ['Red']) })
      for (const products of [[...variants], many]) {
        const shopper = await makeShopper(service, shop)
        const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
        assert.equal((await statementsOf(() => shopper.quote(items))).length, 1)
        const id = (await shopper.order(items)).body.data.id
        assert.equal((await statementsOf(() => shopper.get(`/user/orders/${id}`))).length, 1)
        assert.equal((await statementsOf(() => shopper.get('/user/orders'))).length, 1)
        const { headers } = shopper
        for (const body of items.slice(0, 3)) await service.request('POST', '/user/cart/items', { headers, body })
        assert.equal((await statementsOf(() => shopper.get('/user/cart'))).length, 1)
      }
    })
  },
)
