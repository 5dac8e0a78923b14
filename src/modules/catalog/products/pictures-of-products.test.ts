import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makePicture } from '#test/support/pictures.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { statementsOf } from '#test/support/statements.ts'
import { announcePicture } from './announce-picture.ts'

describeShop(
  'pictures of products',
  { DATA_DIR: temporaryFolder(), MEDIA_BASE_URL: 'https://cdn.example.com/pictures/' },
  ({ service, shop }) => {
    let shopper: SignedInUser

    before(async () => {
      shopper = await makeUser(service)
    })

    async function picture(merchant = shop): Promise<{ id: string; url: string }> {
      const headers = { ...merchant.owner.headers, 'content-type': 'image/png' }
      return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data
    }
    const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, headers = shop.owner.headers) =>
      service.request(method, url, { headers, ...(body !== undefined && { body }) })
    const create = async (fields: object) =>
      (await ask('POST', '/admin/products', { sku: unique('sku'), name: 'Shirt', price: 9, on_hand: 3, ...fields }))
        .body.data
    const idsOf = (product: { media: { id: string }[] }) => product.media.map(({ id }) => id)

    it('answers of a product show its pictures in their order, the first as image_url', async () => {
      const [one, other] = [await picture(), await picture()]
      const made = await create({ media: [other.id, one.id.toUpperCase()] })
      assert.deepEqual(idsOf(made), [other.id, one.id])
      assert.equal(made.image_url, other.url)
      assert.match(made.image_url, /^https:\/\/cdn\.example\.com\/pictures\/[\w-]+\.jpg$/)
      const names = ['alt', 'focus', 'height', 'id', 'of_group', 'sizes', 'url', 'width']
      assert.deepEqual(Object.keys(made.media[0]).sort(), names)
      const { headers } = shopper
      const shown = [
        (await ask('GET', `/admin/products/${made.id}`)).body.data,
        (await ask('GET', `/admin/products?sku=${made.sku}`)).body.data.items[0],
        (await ask('GET', `/catalog/products/${made.id}`, undefined, headers)).body.data,
        (await ask('GET', `/catalog/products?merchant_id=${shop.id}`, undefined, headers)).body.data.items[0],
      ]
      const { description_html, ...inLists } = made
      const [own, ownListed, ofShopper, ofShopperListed] = shown
      assert.deepEqual([own, ofShopper], [made, made])
      assert.deepEqual([ownListed, ofShopperListed], [inLists, inLists])
      const stock = await ask('PATCH', `/admin/inventory/${made.id}`, { on_hand: 4 })
      assert.equal(stock.body.data.image_url, other.url)
      const list = await ask('GET', '/admin/inventory')
      const listed = list.body.data.items.find((item: { product_id: string }) => item.product_id === made.id)
      assert.equal(listed.image_url, other.url)
    })

    it('PATCH /admin/products/{id} with other pictures answers 200 with a new version and an event', async () => {
      const [one, other] = [await picture(), await picture()]
      const made = await create({ media: [one.id] })
      const changed = (await ask('PATCH', `/admin/products/${made.id}`, { media: [other.id, one.id] })).body.data
      assert.deepEqual([idsOf(changed), changed.version], [[other.id, one.id], made.version + 1])
      const again = (await ask('PATCH', `/admin/products/${made.id}`, { media: [other.id, one.id] })).body.data
      assert.equal(again.version, changed.version)
      const event = (await eventsOf(service, shop.id)).at(-1)
      assert.deepEqual([event?.event, event?.data.product.image_url], ['product.updated', other.url])
      const log = await ask('GET', `/admin/audit-log?target=${made.id}&action=product.updated`)
      assert.deepEqual(log.body.data.items[0].changes, { media: [[one.id], [other.id, one.id]] })
    })

    it('a product without pictures shows the address that was set, one with pictures refuses it', async () => {
      const foreign = 'https://elsewhere.example/1.jpg'
      const one = await picture()
      const plain = await create({ image_url: foreign })
      assert.deepEqual([plain.image_url, plain.media], [foreign, []])
      const both = { sku: unique('sku'), name: 'Shirt', price: 1, image_url: foreign, media: [one.id] }
      const refused = [
        await ask('POST', '/admin/products', both),
        await ask('PATCH', `/admin/products/${plain.id}`, { image_url: `${foreign}?2`, media: [one.id] }),
      ]
      const shown = (await ask('PATCH', `/admin/products/${plain.id}`, { media: [one.id] })).body.data
      assert.equal(shown.image_url, one.url)
      refused.push(await ask('PATCH', `/admin/products/${plain.id}`, { image_url: `${foreign}?3` }))
      for (const { status, body } of refused)
        assert.deepEqual([status, body.error.details[0].field], [400, 'image_url'], JSON.stringify(body))
      // What was read may be sent back.
      const same = await ask('PATCH', `/admin/products/${plain.id}`, { image_url: one.url })
      assert.deepEqual([same.status, same.body.data.version], [200, shown.version])
      const without = (await ask('PATCH', `/admin/products/${plain.id}`, { media: null })).body.data
      assert.deepEqual([without.image_url, without.media], [foreign, []])
    })

    it('a product with ids that are no pictures of the shop, twice the same or more than 50 answers 400', async () => {
      const one = await picture()
      const other = await picture(await makeMerchant(service))
      const wrong: [unknown, string][] = [
        [[one.id, other.id], 'media[1]'],
        [[newId()], 'media[0]'],
        [[one.id, one.id.toUpperCase()], 'media[1]'],
        [['none'], 'media[0]'],
        [[null], 'media[0]'],
        [one.id, 'media'],
        [Array.from({ length: 51 }, newId), 'media'],
      ]
      const made = await create({})
      for (const [media, field] of wrong) {
        const answers = [
          await ask('POST', '/admin/products', { sku: unique('sku'), name: 'Shirt', price: 1, media }),
          await ask('PATCH', `/admin/products/${made.id}`, { media }),
        ]
        for (const { status, body } of answers) {
          assert.deepEqual([status, body.error.details[0].field], [400, field], JSON.stringify(media))
        }
      }
    })

    it('variants of a group show their own pictures, others are refused by their place in the body', async () => {
      const one = await picture()
      const foreign = await picture(await makeMerchant(service))
      const variant = (Size: string, fields: object = {}) => ({
        sku: unique('sku'),
        options: { Size },
        price: 5,
        ...fields,
      })
      const body = (variants: object[]) => ({ name: unique('Shirt'), varies_by: ['Size'], variants })
      const made = await ask('POST', '/admin/product-groups', body([variant('S', { media: [one.id] }), variant('M')]))
      assert.deepEqual(
        made.body.data.variants.map((each: { image_url: string | null }) => each.image_url),
        [one.url, null],
      )
      const wrong: [object, string][] = [
        [{ media: [one.id, foreign.id] }, 'variants[1].media[1]'],
        [{ media: [one.id, one.id] }, 'variants[1].media[1]'],
        [{ media: [one.id], image_url: 'https://elsewhere.example/1.jpg' }, 'variants[1].image_url'],
      ]
      for (const [fields, field] of wrong) {
        const answer = await ask('POST', '/admin/product-groups', body([variant('S'), variant('M', fields)]))
        assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, field])
      }
      await ask('PATCH', `/admin/product-groups/${made.body.data.id}`, { media: [one.id] })
      const group = await ask('GET', `/admin/product-groups/${made.body.data.id}`)
      assert.equal(group.body.data.variants[1].image_url, one.url)
      const before = group.body.data.variants.map((each: { version: number }) => each.version)
      await announcePicture(service.deps.db, { merchantId: shop.id, id: one.id })
      const told = await ask('GET', `/admin/product-groups/${made.body.data.id}`)
      assert.deepEqual(
        told.body.data.variants.map((each: { version: number }) => each.version),
        before.map((version: number) => version + 1),
      )
    })

    it('a picture whose description changes makes a new version of each product that shows it', async () => {
      const one = await picture()
      const products = [await create({ media: [one.id] }), await create({ media: [one.id] })]
      await ask('PATCH', `/admin/media/${one.id}`, { alt: 'A hat' })
      await announcePicture(service.deps.shop(shop.id), { merchantId: shop.id, id: one.id })
      for (const { id, version } of products) {
        const { body } = await ask('GET', `/catalog/products/${id}`, undefined, shopper.headers)
        assert.deepEqual([body.data.media[0].alt, body.data.version], ['A hat', version + 1])
      }
      const events = await eventsOf(service, shop.id, 'product.updated')
      assert.deepEqual(
        events.slice(-2).map(({ data }) => [data.product.id, data.product.media[0].alt]),
        products.map(({ id }) => [id, 'A hat']),
      )
    })

    it('a picture being fetched is not shown yet; deleted products give their pictures free', async () => {
      const { id } = (await ask('POST', '/admin/media', { url: 'https://example.com/1.jpg' })).body.data
      const made = await create({ media: [id] })
      assert.deepEqual([made.media, made.image_url], [[], null])
      assert.equal((await service.request('DELETE', `/admin/media/${id}`, { headers: shop.owner.headers })).status, 409)
      await service.request('DELETE', `/admin/products/${made.id}`, { headers: shop.owner.headers })
      assert.equal((await service.request('DELETE', `/admin/media/${id}`, { headers: shop.owner.headers })).status, 200)
    })

    it('the number of statements is the same with and without pictures', async () => {
      const [plain, pictured] = [await create({}), await create({ media: [(await picture()).id] })]
      const counts = []
      for (const { id } of [plain, pictured]) {
        const work = await statementsOf(() => ask('GET', `/catalog/products/${id}`, undefined, shopper.headers))
        counts.push(work.length)
      }
      assert.equal(counts[0], counts[1])
    })

    it('a picture that is deleted while a product takes it is either in use or refused', async () => {
      for (let n = 0; n < 10; n++) {
        const one = await picture()
        const body = { sku: unique('sku'), name: 'Shirt', price: 1, media: [one.id] }
        const [made, removed] = await Promise.all([
          ask('POST', '/admin/products', body),
          service.request('DELETE', `/admin/media/${one.id}`, { headers: shop.owner.headers }),
        ])
        assert.ok([201, 400].includes(made.status), JSON.stringify(made.body))
        assert.equal(removed.status, made.status === 201 ? 409 : 200)
      }
      const { rows } = await sql`
      select from products, unnest(products.media) picture
       where not exists (select from media where id = picture and state <> 'removed')`.execute(service.deps.db)
      assert.equal(rows.length, 0)
    })
  },
)
