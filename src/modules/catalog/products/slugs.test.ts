import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'

describeShop('slugs of products', ({ service, shop }) => {
  let user: SignedInUser
  before(async () => {
    user = await makeUser(service)
  })

  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, at = shop) =>
    service.request(method, `/admin/products${path}`, {
      headers: at.owner.headers,
      ...(body !== undefined && { body }),
    })
  const make = async (fields: Record<string, unknown> = {}, at = shop) => {
    const answer = await send('POST', '', { sku: unique('SKU'), price: 5, name: 'Mug', ...fields }, at)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const read = (path: string, at = shop) =>
    service.request('GET', `/catalog/${path}?merchant_id=${at.id}`, { headers: user.headers })
  const leadsTo = async (slug: string, at = shop) => {
    const { status, body } = await read(`slugs/${encodeURIComponent(slug)}`, at)
    return status === 200 ? body.data : status
  }

  it('POST /admin/products makes the slug of the name, another where it is taken, in each shop by itself', async () => {
    const name = `Tall Café ${unique('x')}`
    const slug = name.toLowerCase().replaceAll(' ', '-').replace('é', 'e')
    const made = await Promise.all(Array.from({ length: 6 }, () => make({ name })))
    const slugs = new Set<string>(made.map((product) => product.slug))
    assert.equal(slugs.size, 6)
    for (const each of [slug, `${slug}-2`, `${slug}-3`]) assert.ok(slugs.delete(each), each)
    for (const each of slugs) assert.match(each.slice(slug.length), /^-[0-9a-f]{6}$/)
    assert.equal((await make({ name }, await makeMerchant(service))).slug, slug)
    assert.equal((await make({ name: '☕' })).slug, 'product')
  })

  it('a new name leaves the slug; PATCH with slug changes it, and null makes it of the name', async () => {
    const [word, other] = [unique('word').toLowerCase(), unique('other').toLowerCase()]
    const { id, slug } = await make({ name: word })
    const patch = async (body: unknown) => (await send('PATCH', `/${id}`, body)).body.data
    assert.deepEqual([slug, (await patch({ name: other })).slug], [word, word])
    assert.equal((await patch({ slug: `${word}-new` })).slug, `${word}-new`)
    assert.equal((await patch({ slug: word })).slug, word)
    assert.equal((await patch({ slug: null })).slug, other)
    const both = await patch({ slug: null, name: `${other} two` })
    assert.equal(both.slug, `${other}-two`)
  })

  it('a slug that leads to another product, also an old one, is 409 CONFLICT', async () => {
    const slug = unique('slug').toLowerCase()
    const first = await make({ slug })
    assertRefused(await send('POST', '', { sku: unique('SKU'), name: 'Mug', price: 5, slug }), 409, 'CONFLICT')
    await send('PATCH', `/${first.id}`, { slug: `${slug}-new` })
    const second = await make()
    for (const reserved of [slug, `${slug}-new`]) {
      const refused = await send('PATCH', `/${second.id}`, { slug: reserved })
      assertRefused(refused, 409, 'CONFLICT')
      assert.deepEqual(refused.body.error.details, { field: 'slug', slug: reserved })
    }
    assert.equal((await make({ slug }, await makeMerchant(service))).slug, slug)
    assert.deepEqual(await leadsTo(slug), { type: 'product', id: first.id, slug: `${slug}-new` })
    assert.equal((await send('DELETE', `/${first.id}`)).body.data.outcome, 'deleted')
    assert.deepEqual([await leadsTo(slug), (await make({ slug })).slug], [404, slug])
  })

  it('GET /catalog/slugs/{slug} answers what it leads to, with the current slug, or 404 if not active', async () => {
    const name = `Чай ${unique('x')}`
    const { id, slug } = await make({ name })
    const found = { type: 'product', id, slug }
    assert.deepEqual(await leadsTo(slug), found)
    assert.deepEqual(await leadsTo(slug.toUpperCase()), found)
    assert.equal(await leadsTo(slug, await makeMerchant(service)), 404)
    assert.equal(await leadsTo('x'.repeat(300)), 404)
    const changed = `${slug}-2026`
    await send('PATCH', `/${id}`, { slug: changed })
    for (const each of [slug, changed]) assert.deepEqual(await leadsTo(each), { ...found, slug: changed })
    for (const status of ['draft', 'archived']) {
      await send('PATCH', `/${id}`, { status })
      for (const path of [`slugs/${slug}`, `products/${slug}`])
        assertRefused(await read(encodeURI(path)), 404, 'NOT_FOUND')
    }
    const without = await service.request('GET', `/catalog/slugs/${encodeURI(slug)}`, { headers: user.headers })
    assertRefused(without, 404, 'NOT_FOUND')
  })

  it('GET /catalog/products/{slug} answers the product of the merchant, by an old slug too', async () => {
    const word = unique('word').toLowerCase()
    const product = await make({ name: word, slug: `${word}-new` })
    await send('PATCH', `/${product.id}`, { slug: word })
    for (const path of [word, `${word}-new`, product.id, product.id.toUpperCase()]) {
      const answer = await read(`products/${path}`)
      assert.deepEqual([answer.status, answer.body.data?.slug], [200, word])
    }
    const other = await makeMerchant(service)
    for (const path of [word, product.id]) assertRefused(await read(`products/${path}`, other), 404, 'NOT_FOUND')
    const unnamed = await service.request('GET', `/catalog/products/${word}`, { headers: user.headers })
    assertRefused(unnamed, 404, 'NOT_FOUND')
  })

  it('GET /catalog/products/{slug} of a group answers its card, by an old slug too', async () => {
    const word = unique('word').toLowerCase()
    const variants = variantsOf(['S', 'M'], ['Red'])
    const group = await makeGroup(service, shop, { name: word, variants })
    const [dear, cheap] = group.variants
    assert.ok(dear && cheap)
    assert.equal((await send('PATCH', `/${dear.id}`, { price: 50 })).status, 200)
    const { headers } = shop.owner
    const change = (body: unknown) => service.request('PATCH', `/admin/product-groups/${group.id}`, { headers, body })
    assert.equal((await change({ slug: `${word}-new` })).status, 200)
    const plain = await make({ name: unique('plain'), price: 45 })
    const joined = await send('PATCH', `/${plain.id}`, { group_id: group.id, options: { Size: 'L', Colour: 'Red' } })
    assert.equal(joined.status, 200)
    for (const slug of [word, `${word}-new`, plain.slug]) {
      const { status, body } = await read(`products/${slug}`)
      assert.deepEqual([status, body.data?.id, body.data?.group?.variant_count], [200, cheap.id, 3])
      const price_range = { min: 39, max: 50, currency: 'GBP' }
      const shown = { id: group.id, name: word, slug: `${word}-new`, variant_count: 3, price_range, available: true }
      assert.deepEqual(body.data.group, shown)
    }
    assertRefused(await read(`products/${group.id}`), 404, 'NOT_FOUND')
    assertRefused(await read(`products/${word}`, await makeMerchant(service)), 404, 'NOT_FOUND')
    assert.equal((await change({ status: 'draft' })).status, 200)
    assertRefused(await read(`products/${word}`), 404, 'NOT_FOUND')
  })

  it('products without a slug, as the release before makes them, have their id for it until a sweep', async () => {
    const at = await makeMerchant(service)
    const others = await makeMerchant(service)
    const columns = { slug: null }
    const [first, second] = await makeProducts(service, at, [
      { name: 'Old Lamp', columns },
      { name: 'Old Lamp', columns },
    ])
    const third = await makeProduct(service, others, { name: 'Old Lamp', columns })
    assert.ok(first && second)
    await service.deps.db.deleteFrom('slugs').where('merchant_id', 'in', [at.id, others.id]).execute()
    const shown = async ({ id }: { id: string }) =>
      (await service.request('GET', `/catalog/products/${id}`, { headers: user.headers })).body.data
    const list = async () =>
      (await service.request('GET', `/catalog/products?merchant_id=${at.id}`, { headers: user.headers })).body.data
        .items
    assert.deepEqual([(await shown(first)).slug, (await list()).length], [first.id, 2])
    await runSweep(service, 'catalog.make-slugs')
    const slugs = [(await shown(first)).slug, (await shown(second)).slug].sort()
    assert.deepEqual([slugs, (await shown(third)).slug], [['old-lamp', 'old-lamp-2'], 'old-lamp'])
    assert.deepEqual((await list()).map(({ slug }: { slug: string }) => slug).sort(), slugs)
    assert.equal((await leadsTo('old-lamp-2', at)).slug, 'old-lamp-2')
    await runSweep(service, 'catalog.make-slugs')
    assert.equal((await shown(first)).version, 2)
  })
})
