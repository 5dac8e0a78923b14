import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('texts in other languages', ({ service, shop }) => {
  const admin = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, at = shop) =>
    service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const put = async (path: string, body: object, at = shop) => {
    const answer = await admin('PUT', `/translations/${path}`, body, at)
    assert.equal(answer.status, 200)
    return answer.body.data
  }
  const read = async (at: TestMerchant, path: string, headers = {}) => {
    const mark = path.includes('?') ? '&' : '?'
    return service.request('GET', `${path}${mark}merchant_id=${at.id}`, {
      headers: { ...shop.owner.headers, ...headers },
    })
  }
  /** A shop of English texts that sells to Germany in German and English, and elsewhere in English and French. */
  const german = async () => {
    const at = await makeMerchant(service)
    const market = { name: 'Germany', countries: ['DE'], locales: ['de', 'en'] }
    const { id } = (await admin('POST', '/markets', market, at)).body.data
    const own = (await admin('GET', '/markets', undefined, at)).body.data.items.find((one: { own: boolean }) => one.own)
    assert.equal((await admin('PATCH', `/markets/${own.id}`, { locales: ['en', 'fr'] }, at)).status, 200)
    return { at, market: id as string }
  }

  it('a product is answered in the language of its reader, which the answer names', async () => {
    const { at, market } = await german()
    const product = await makeProduct(service, at, { name: 'Lantern', description: 'Of glass.' })
    await put(`product/${product.id}/de`, { name: 'Windlicht', description: 'Aus Glas.', slug: 'windlicht' }, at)
    const cases: [query: string, headers: object, name: string, language: string][] = [
      [`market=${market}`, {}, 'Windlicht', 'de'],
      ['country=DE', {}, 'Windlicht', 'de'],
      ['country=DE', { 'accept-language': 'en-US,en;q=0.9' }, 'Lantern', 'en'],
      ['country=DE&locale=de-AT', { 'accept-language': 'en' }, 'Windlicht', 'de'],
      ['country=JP&locale=de', {}, 'Lantern', 'en'],
      ['', { 'accept-language': 'de' }, 'Lantern', 'en'],
      ['locale=fr', {}, 'Lantern', 'fr'],
    ]
    for (const [query, headers, name, language] of cases) {
      for (const path of [`/catalog/products/${product.id}`, `/catalog/products/${product.id}?expand=related`]) {
        const answer = await read(at, `${path}${path.includes('?') ? '&' : '?'}${query}`, headers)
        assert.equal(answer.body.data.name, name, query)
        assert.equal(answer.headers['content-language'], language, query)
        assert.equal(/accept-language/.test(String(answer.headers['vary'])), !query.includes('locale'), query)
      }
    }
    const { data } = (await read(at, `/catalog/products/windlicht?country=DE`)).body
    const { name, slug, description, description_html, seo } = data
    assert.deepEqual([name, slug, description], ['Windlicht', 'windlicht', 'Aus Glas.'])
    assert.deepEqual([description_html, seo], ['<p>Aus Glas.</p>', { title: null, description: null }])
    const found = (await read(at, '/catalog/slugs/windlicht')).body.data
    assert.deepEqual([found.id, found.slug], [product.id, 'lantern'])
  })

  it('lists, searches and lists of ids answer it, each time as it is now', async () => {
    const { at } = await german()
    const product = await makeProduct(service, at, { name: 'Lantern', category: 'Light' })
    const paths = ['/catalog/products', `/catalog/products?ids=${product.id}`, '/marketplace/search?q=lantern']
    const names = async (locale: string) =>
      Promise.all(
        paths.map(async (path) => {
          const { body } = await read(at, `${path}${path.includes('?') ? '&' : '?'}country=DE&locale=${locale}`)
          return body.data.items[0].name
        }),
      )
    assert.deepEqual(await names('de'), ['Lantern', 'Lantern', 'Lantern'])
    for (const name of ['Windlicht', 'Laterne']) {
      await put(`product/${product.id}/de`, { name }, at)
      assert.deepEqual(await names('de'), [name, name, name])
      assert.deepEqual(await names('en'), ['Lantern', 'Lantern', 'Lantern'])
    }
    const { headers } = await read(at, '/catalog/products?country=DE&locale=de')
    await put(`product/${product.id}/de`, {}, at)
    assert.deepEqual(await names('de'), ['Lantern', 'Lantern', 'Lantern'])
    assert.notEqual((await read(at, '/catalog/products?country=DE&locale=de')).headers['etag'], headers['etag'])
  })

  it('a group has words for its options; its variants and its card have its name', async () => {
    const { at } = await german()
    const group = await makeGroup(service, at, { name: 'Shirt' })
    const [[key = '', value = ''] = []] = Object.entries(group.variants[0]?.options ?? {})
    const texts = { name: 'Hemd', options: { [key]: { name: 'Größe', values: { [value]: 'Klein' } } } }
    const written = await put(`product_group/${group.id}/de`, texts, at)
    assert.deepEqual(written.options, texts.options)
    assert.ok(written.source.options[0].values.includes(value))
    const shown = (await read(at, `/catalog/product-groups/${group.id}?country=DE`)).body.data
    assert.equal(shown.name, 'Hemd')
    const first = shown.options[0]
    assert.deepEqual([first.name, first.title], [key, 'Größe'])
    assert.deepEqual(first.values.find((one: { value: string }) => one.value === value).title, 'Klein')
    const { data } = (await read(at, `/catalog/products/${group.variants[0]?.id}?country=DE&expand=group`)).body
    assert.deepEqual([data.name, data.group.name, data.group.options[0].title], ['Hemd', 'Hemd', 'Größe'])
    const [card] = (await read(at, '/catalog/products?country=DE')).body.data.items
    assert.deepEqual([card.name, card.group.name], ['Hemd', 'Hemd'])
    const plain = (await read(at, `/catalog/product-groups/${group.id}`)).body.data
    assert.deepEqual([plain.name, 'title' in plain.options[0]], ['Shirt', false])
  })

  it('a collection has a name and a slug in each language', async () => {
    const { at } = await german()
    const made = (await admin('POST', '/collections', { name: 'Lights', description: 'All lights.' }, at)).body.data
    await put(`collection/${made.id}/de`, { name: 'Lichter', slug: 'lichter', seo: { title: 'Licht' } }, at)
    const one = (await read(at, '/catalog/collections/lichter?country=DE')).body.data
    assert.deepEqual([one.id, one.name, one.slug, one.seo.title], [made.id, 'Lichter', 'lichter', 'Licht'])
    assert.equal((await read(at, '/catalog/collections?country=DE')).body.data.items[0].name, 'Lichter')
    assert.equal((await read(at, '/catalog/collections/lichter')).body.data.name, 'Lights')
    assert.equal((await read(at, '/catalog/products?collection=lichter')).status, 200)
    const other = (await admin('POST', '/collections', { name: 'Other' }, at)).body.data
    for (const slug of ['lichter', made.slug])
      assertRefused(await admin('PUT', `/translations/collection/${other.id}/de`, { slug }, at), 409, 'CONFLICT')
    await admin('DELETE', `/collections/${made.id}`, undefined, at)
    assert.equal((await admin('PUT', `/translations/collection/${other.id}/de`, { slug: 'lichter' }, at)).status, 200)
  })

  it('of each field the first text counts: of locale, its language, the market’s default, the shop', async () => {
    const at = await makeMerchant(service)
    await admin('POST', '/markets', { name: 'Alps', countries: ['CH'], locales: ['fr', 'de-CH'] }, at)
    const product = await makeProduct(service, at, { name: 'Lantern', description: 'Of glass.' })
    await put(`product/${product.id}/de`, { name: 'Laterne', description: 'Aus Glas.' }, at)
    await put(`product/${product.id}/de-CH`, { name: 'Latärne' }, at)
    await put(`product/${product.id}/fr`, { name: 'Lanterne', seo: { title: 'Lanternes' } }, at)
    const { data } = (await read(at, `/catalog/products/${product.id}?country=CH&locale=de-CH`)).body
    assert.deepEqual([data.name, data.description, data.seo.title], ['Latärne', 'Aus Glas.', 'Lanternes'])
  })

  it('what is missing is listed by kind, without what is archived; paged', async () => {
    const { at } = await german()
    const [first, second] = [await makeProduct(service, at), await makeProduct(service, at, { status: 'archived' })]
    const group = await makeGroup(service, at, { name: 'Shirt' })
    const missing = async (query = '') =>
      (await admin('GET', `/translations?missing=de${query}`, undefined, at)).body.data
    const { items, pagination } = await missing()
    assert.deepEqual(
      items.map(({ type, id }: { type: string; id: string }) => [type, id]),
      [
        ['product', first.id],
        ['product_group', group.id],
      ],
    )
    assert.equal(pagination.total, 2)
    const page = await missing('&limit=1')
    const rest = await missing(`&limit=1&cursor=${page.pagination.next_cursor}`)
    assert.equal(rest.items[0].id, group.id)
    await put(`product/${first.id}/de`, { name: 'Licht' }, at)
    assert.equal((await missing()).pagination.total, 1)
    assert.equal((await admin('GET', `/translations/product/${second.id}/de`, undefined, at)).status, 200)
    assertRefused(await admin('GET', '/translations?missing=not+one', undefined, at), 400, 'VALIDATION_ERROR')
    const all = (await admin('GET', '/translations', undefined, at)).body.data.items
    assert.deepEqual(
      all.map(({ id, locales }: { id: string; locales: string[] }) => [id, locales]),
      [
        [first.id, ['de']],
        [group.id, []],
      ],
    )
  })

  it('what is wrong is refused, and nothing is written', async () => {
    const { at } = await german()
    const product = await makeProduct(service, at, { name: 'Lantern' })
    const other = await makeProduct(service, at, { name: 'Lamp' })
    const group = await makeGroup(service, at, { name: 'Shirt' })
    const path = `/translations/product/${product.id}`
    const wrong: [path: string, body: object, field: string][] = [
      [`${path}/en`, { name: 'Lantern' }, 'locale'],
      [`${path}/not one`, { name: 'Lantern' }, 'locale'],
      [`${path}/de`, { options: { Size: { name: 'Größe' } } }, 'options.Size'],
      [`${path}/de`, { description_html: '<script>1</script>' }, 'description_html'],
      [
        `/translations/product_group/${group.id}/de`,
        { options: { Size: { values: { Nope: 'x' } } } },
        'options.Size.values.Nope',
      ],
    ]
    for (const [to, body, field] of wrong) {
      const answer = await admin('PUT', to, body, at)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assertRefused(await admin('PUT', `${path}/de`, { slug: 'lamp' }, at), 409, 'CONFLICT')
    assertRefused(
      await admin('PUT', `/translations/product/${group.variants[0]?.id}/de`, { name: 'x' }, at),
      404,
      'NOT_FOUND',
    )
    assertRefused(await admin('PUT', `/translations/product/${newId()}/de`, { name: 'x' }, at), 404, 'NOT_FOUND')
    assertRefused(await admin('PUT', `${path}/de`, { name: 'x' }), 404, 'NOT_FOUND')
    assertRefused(await admin('GET', `${path}/de`), 404, 'NOT_FOUND')
    assert.equal((await admin('GET', `${path}/de`, undefined, at)).body.data.updated_at, null)
    assert.equal((await read(at, '/catalog/products/lamp')).body.data.id, other.id)
  })

  it('a market that is not the shop’s answers 400, and so does one without a shop', async () => {
    const [{ at }, { market }] = [await german(), await german()]
    for (const answer of [
      await read(at, `/catalog/products?market=${market}`),
      await read(shop, `/catalog/products?market=${market}`),
      await read(at, '/catalog/products?locale=not+one'),
      await service.request('GET', `/catalog/products?country=DE`, { headers: shop.owner.headers }),
      await service.request('GET', `/catalog/products?market=${market}`, { headers: shop.owner.headers }),
    ])
      assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.equal((await read(shop, '/catalog/products?country=DE&locale=de')).headers['content-language'], undefined)
  })

  it('the key of a storefront reads its shop in a language, and shared caches keep each apart', async () => {
    const { at } = await german()
    const product = await makeProduct(service, at, { name: 'Lantern' })
    await put(`product/${product.id}/de`, { name: 'Windlicht' }, at)
    const { headers } = await makeStorefrontKey(service, at, 'publishable')
    const answer = await service.request('GET', '/catalog/products?country=DE', {
      headers: { ...headers, 'accept-language': 'de' },
    })
    assert.equal(answer.body.data.items[0].name, 'Windlicht')
    assert.match(String(answer.headers['vary']), /accept-language/)
  })
})
