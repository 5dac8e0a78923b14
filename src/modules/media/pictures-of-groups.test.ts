import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { variantsOf } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { statementsOf } from '#test/support/statements.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Shown {
  id: string
  version: number
  image_url: string | null
  media: { id: string; url: string }[]
}

describeShop('pictures of groups and collections', { DATA_DIR: temporaryFolder() }, ({ service, shop }) => {
  let shopper: SignedInUser

  before(async () => {
    shopper = await makeUser(service)
  })

  async function picture(merchant = shop): Promise<{ id: string; url: string }> {
    const headers = { ...merchant.owner.headers, 'content-type': 'image/png' }
    return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data
  }
  const ask = (method: Method, url: string, body?: unknown, headers = shop.owner.headers) =>
    service.request(method, url, { headers, ...(body !== undefined && { body }) })
  const groups = '/admin/product-groups'
  const collections = '/admin/collections'
  const bodyOf = (fields: object) => ({ name: unique('Shirt'), varies_by: ['Size', 'Colour'], ...fields })
  /** Two variants: with a picture of its own, and without. */
  function twoOf(own: string) {
    const [first, second] = variantsOf(['S'])
    return [{ ...first, media: [own] }, { ...second }]
  }
  const idsOf = ({ media }: Pick<Shown, 'media'>) => media.map(({ id }) => id)
  const picturesOf = ({ variants }: { variants: Shown[] }) => variants.map(idsOf)
  const updatesOf = async (id: string) =>
    (await eventsOf(service, shop.id, 'product.updated')).filter(({ data }) => data.product.id === id)

  it('answers of a group show its pictures in their order, its variants do so after their own', async () => {
    const [one, other, own] = [await picture(), await picture(), await picture()]
    const made = await ask('POST', groups, bodyOf({ media: [other.id.toUpperCase(), one.id], variants: twoOf(own.id) }))
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const group = made.body.data
    assert.deepEqual(idsOf(group), [other.id, one.id])
    assert.deepEqual(Object.keys(group.media[0]).sort(), [
      'alt',
      'focus',
      'height',
      'id',
      'option',
      'sizes',
      'url',
      'width',
    ])
    assert.deepEqual(picturesOf(group), [
      [own.id, other.id, one.id],
      [other.id, one.id],
    ])
    const told = (await eventsOf(service, shop.id, 'product.created')).slice(-2)
    assert.deepEqual(told.map(({ data }) => data.product.image_url).sort(), [other.url, own.url].sort())
    const listed = (await ask('GET', groups)).body.data.items.find(({ id }: Shown) => id === group.id)
    const shown = [
      listed,
      (await ask('GET', `${groups}/${group.id}`)).body.data,
      (await ask('GET', `/catalog/product-groups/${group.id}`, undefined, shopper.headers)).body.data,
    ]
    for (const { media } of shown) assert.deepEqual(media, group.media)
  })

  it('a group without pictures shows the first one of its variants in lists, and nowhere else', async () => {
    const own = await picture()
    const [first, second] = variantsOf(['S'])
    // The card is the cheapest one, which has no picture.
    const variants = [
      { ...first, price: 5 },
      { ...second, price: 9, media: [own.id] },
    ]
    const made = (await ask('POST', groups, bodyOf({ variants }))).body.data
    const slug = unique('picked').toLowerCase()
    const listing = { name: slug, slug, rules: null, sort: 'manual' }
    const collection = (await ask('POST', collections, listing)).body.data
    await ask('PUT', `${collections}/${collection.id}/products`, { ids: [made.id] })
    const lists = [
      `${collections}/${collection.id}/products`,
      `/admin/products?variants=one&group_id=${made.id}`,
      `/catalog/products?group_id=${made.id}&merchant_id=${shop.id}`,
    ]
    for (const list of lists) {
      const { items } = (await ask('GET', list)).body.data
      assert.deepEqual([list, items.length, items[0].image_url, idsOf(items[0])], [list, 1, own.url, [own.id]])
    }
    const shown = (await ask('GET', `${groups}/${made.id}`)).body.data
    assert.deepEqual([shown.media, ...picturesOf(shown)], [[], [], [own.id]])
  })

  it('PATCH and PUT of a group with other pictures tell of the variants that show them', async () => {
    const [one, other, own] = [await picture(), await picture(), await picture()]
    const variants = twoOf(own.id)
    const made = (await ask('POST', groups, bodyOf({ media: [one.id], variants }))).body.data
    const [withOwn, without] = made.variants as [Shown, Shown]
    const changed = (await ask('PATCH', `${groups}/${made.id}`, { media: [other.id, one.id] })).body.data
    assert.deepEqual([idsOf(changed), changed.version], [[other.id, one.id], made.version + 1])
    assert.deepEqual(picturesOf(changed), [
      [own.id, other.id, one.id],
      [other.id, one.id],
    ])
    assert.deepEqual(
      changed.variants.map(({ version }: Shown) => version),
      [withOwn.version + 1, without.version + 1],
    )
    const [event, ...more] = await updatesOf(without.id)
    const updatesOfOwn = await updatesOf(withOwn.id)
    assert.equal(updatesOfOwn.length, 1)
    assert.deepEqual(
      [event?.data.product, more, await updatesOf(withOwn.id)],
      [{ ...event?.data.product, image_url: other.url, version: without.version + 1 }, [], updatesOfOwn],
    )
    assert.deepEqual(idsOf(event?.data.product), [other.id, one.id])
    assert.deepEqual(idsOf(updatesOfOwn[0]?.data.product), [own.id, other.id, one.id])
    const log = await ask('GET', `/admin/audit-log?target=${made.id}&action=product_group.updated`)
    assert.deepEqual(log.body.data.items[0].changes, { media: [[one.id], [other.id, one.id]] })
    for (const body of [{ media: [other.id, one.id] }, { brand: 'Regency' }]) {
      const kept = (await ask('PATCH', `${groups}/${made.id}`, body)).body.data
      assert.deepEqual(kept.media, changed.media)
    }
    assert.equal((await updatesOf(withOwn.id)).length, 2)
    const put = (await ask('PUT', `${groups}/${made.id}`, { ...bodyOf({ variants }), brand: 'Regency' })).body.data
    assert.deepEqual([put.media, ...picturesOf(put)], [[], [own.id], []])
    assert.deepEqual((await updatesOf(without.id)).at(-1)?.data.product.media, [])
  })

  it('the address of a picture of its group, sent back with a variant, is no change of it', async () => {
    const one = await picture()
    const made = (await ask('POST', groups, bodyOf({ media: [one.id], variants: variantsOf(['S'], ['Red']) }))).body
    const [{ id, version, image_url, options }] = made.data.variants
    assert.equal(image_url, one.url)
    for (const more of [{}, { options }]) {
      const sent = await ask('PATCH', `/admin/products/${id}`, { image_url, ...more })
      assert.deepEqual([sent.status, sent.body.data.version], [200, version], JSON.stringify(sent.body))
    }
    await ask('PATCH', `${groups}/${made.data.id}`, { media: null })
    assert.equal((await ask('GET', `/admin/products/${id}`)).body.data.image_url, null)
  })

  it('a variant that leaves its group, or outlives it, keeps the pictures that it showed', async () => {
    const [one, own] = [await picture(), await picture()]
    const made = (await ask('POST', groups, bodyOf({ media: [one.id], variants: twoOf(own.id) }))).body.data
    for (const [index, { id }] of made.variants.entries()) {
      const left = (await ask('PATCH', `/admin/products/${id}`, { group_id: null })).body.data
      assert.deepEqual(idsOf(left), [[own.id, one.id], [one.id]][index])
    }
    await ask('DELETE', `${groups}/${made.id}`)
    assert.equal((await ask('DELETE', `/admin/media/${one.id}`)).status, 409)
  })

  it('groups and collections with ids that are no pictures of the shop, or twice the same, answer 400', async () => {
    const one = await picture()
    const foreign = await picture(await makeMerchant(service))
    const group = (await ask('POST', groups, bodyOf({}))).body.data
    const collection = (await ask('POST', collections, { name: unique('Summer') })).body.data
    const wrong: [unknown, string][] = [
      [[one.id, foreign.id], 'media[1]'],
      [[newId()], 'media[0]'],
      [[one.id, one.id.toUpperCase()], 'media[1]'],
      [['none'], 'media[0]'],
      [one.id, 'media'],
      [Array.from({ length: 51 }, newId), 'media'],
    ]
    for (const [media, field] of wrong) {
      const answers = [
        await ask('POST', groups, bodyOf({ media })),
        await ask('PUT', `${groups}/${group.id}`, bodyOf({ media, variants: [] })),
        await ask('PATCH', `${groups}/${group.id}`, { media }),
        await ask('POST', collections, { name: unique('Summer'), media }),
        await ask('PATCH', `${collections}/${collection.id}`, { media }),
      ]
      for (const { status, body } of answers)
        assert.deepEqual([status, body.error.details[0].field], [400, field], JSON.stringify(media))
    }
  })

  it('answers of a collection show its pictures in their order; others are a new version', async () => {
    const [one, other] = [await picture(), await picture()]
    const made = await ask('POST', collections, { name: unique('Summer'), media: [other.id.toUpperCase(), one.id] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const collection = made.body.data
    assert.deepEqual(idsOf(collection), [other.id, one.id])
    const lists = [
      await ask('GET', collections),
      await ask('GET', `/catalog/collections?merchant_id=${shop.id}`, undefined, shopper.headers),
    ]
    for (const { body } of lists) {
      const listed = body.data.items.find(({ id }: Shown) => id === collection.id)
      assert.deepEqual(listed.media, collection.media)
    }
    const path = `${collections}/${collection.id}`
    const changed = (await ask('PATCH', path, { media: [one.id] })).body.data
    assert.deepEqual([idsOf(changed), changed.version], [[one.id], collection.version + 1])
    const same = (await ask('PATCH', path, { media: [one.id] })).body.data
    assert.deepEqual(same, changed)
    const log = await ask('GET', `/admin/audit-log?target=${collection.id}&action=collection.updated`)
    assert.deepEqual(log.body.data.items[0].changes, { media: [[other.id, one.id], [one.id]] })
    assert.deepEqual(idsOf((await ask('PUT', `${path}/products`, { ids: [] })).body.data), [one.id])
    assert.deepEqual((await ask('PATCH', path, { media: null })).body.data.media, [])
  })

  it('what a collection holds is listed with its pictures, a variant’s card with those of its group', async () => {
    const [one, other] = [await picture(), await picture()]
    const group = (await ask('POST', groups, bodyOf({ media: [one.id] }))).body.data
    const fields = { sku: unique('JUG'), name: unique('Jug'), price: 4, media: [other.id, one.id] }
    const plain = (await ask('POST', '/admin/products', fields)).body.data
    const { id } = (await ask('POST', collections, { name: unique('Summer'), sort: 'manual' })).body.data
    await ask('PUT', `${collections}/${id}/products`, { ids: [group.id, plain.id] })
    const { items } = (await ask('GET', `${collections}/${id}/products`)).body.data
    assert.deepEqual(items.map(idsOf), [[one.id], [other.id, one.id]])
    assert.deepEqual(
      items.map(({ image_url }: { image_url: string }) => image_url),
      [one.url, other.url],
    )
    const conditions = [{ field: 'name', operator: 'is', value: plain.name }]
    const found = (await ask('POST', `${collections}/preview`, { rules: { match: 'all', conditions } })).body.data
    assert.deepEqual(found.sample.map(idsOf), [[other.id, one.id]])
  })

  it('a picture of a group or a collection is deleted once they are without it', async () => {
    for (const [path, fields] of [
      [groups, bodyOf({})],
      [collections, { name: unique('Summer') }],
    ] as const) {
      const one = await picture()
      const { id } = (await ask('POST', path, { ...fields, media: [one.id] })).body.data
      const refused = await ask('DELETE', `/admin/media/${one.id}`)
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
      await ask('PATCH', `${path}/${id}`, { media: [] })
      assert.equal((await ask('DELETE', `/admin/media/${one.id}`)).status, 200)
    }
  })

  it('the number of statements is the same with and without pictures', async () => {
    const one = await picture()
    const counts = []
    for (const media of [[], [one.id]]) {
      const { id } = (await ask('POST', groups, bodyOf({ media, variants: variantsOf() }))).body.data
      const reads = await statementsOf(() => ask('GET', `/catalog/product-groups/${id}`, undefined, shopper.headers))
      const writes = await statementsOf(() => ask('PATCH', `${groups}/${id}`, { brand: 'Regency' }))
      counts.push([reads.length, writes.length])
    }
    assert.deepEqual(counts[0], counts[1])
  })
})
