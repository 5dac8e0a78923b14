import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeStorefrontKey } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('menus, home page and announcement', ({ service }) => {
  async function shopWithKey() {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const key = await makeStorefrontKey(service, shop, 'publishable')
    const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      service.request(method, `/admin/${path}`, { headers, ...(body && { body }) })
    const created = async (path: string, body: object) => (await send('POST', path, body)).body.data
    return {
      shop,
      send,
      get: (path: string) => service.request('GET', path, { headers: key.headers }),
      page: (title: string, more = {}) => created('pages', { title, status: 'published', ...more }),
      collection: (name: string, more = {}) => created('collections', { name, ...more }),
      picture: async () => {
        const typed = { ...headers, 'content-type': 'image/png' }
        return (await service.request('POST', '/admin/media', { headers: typed, payload: await makePicture('png') }))
          .body.data
      },
    }
  }

  it('PUT writes a tree of what a menu can name; shoppers get it with slugs', async () => {
    const { shop, send, get, page, collection } = await shopWithKey()
    const { id } = await page('About us')
    const shirts = await collection('Shirts')
    const product = await makeProduct(service, shop, { name: 'Mug', category: 'Kitchen' })
    const group = await makeGroup(service, shop)
    for (const path of ['/catalog/menus/main', '/catalog/menus/footer'])
      assert.deepEqual((await get(path)).body.data.items, [])
    const items = [
      {
        title: 'Shop',
        type: 'url',
        url: '/',
        items: [
          {
            title: 'Shirts',
            type: 'collection',
            id: shirts.id.toUpperCase(),
            items: [{ title: 'Kitchen', type: 'category', id: 'Kitchen' }],
          },
          { title: 'Mug', type: 'product', id: product.id },
          { title: 'Shirt', type: 'product', id: group.id },
        ],
      },
      { title: 'About', type: 'page', id },
    ]
    const put = await send('PUT', 'menus/main', { items })
    assert.equal(put.status, 200, JSON.stringify(put.body))
    const shown = [
      {
        title: 'Shop',
        type: 'url',
        url: '/',
        items: [
          {
            title: 'Shirts',
            type: 'collection',
            id: shirts.id,
            slug: 'shirts',
            items: [{ title: 'Kitchen', type: 'category', id: 'Kitchen', items: [] }],
          },
          { title: 'Mug', type: 'product', id: product.id, slug: 'mug', items: [] },
          { title: 'Shirt', type: 'product', id: group.id, slug: group.slug, items: [] },
        ],
      },
      { title: 'About', type: 'page', id, slug: 'about-us', items: [] },
    ]
    assert.deepEqual(put.body.data, { handle: 'main', items: shown, version: 1 })
    assert.deepEqual((await get('/catalog/menus/main')).body.data, { handle: 'main', items: shown })
    assert.equal((await send('PUT', 'menus/main', { items: shown })).status, 200, 'as it was answered')
  })

  it('what is gone is marked for staff, and left out for shoppers with what is below it', async () => {
    const { send, get, page, collection } = await shopWithKey()
    const [one, other] = [await page('One'), await page('Other')]
    const { id } = await collection('Shirts')
    const items = [
      { title: 'Shirts', type: 'collection', id, items: [{ title: 'One', type: 'page', id: one.id, items: [] }] },
      { title: 'Other', type: 'page', id: other.id, items: [] },
    ]
    await send('PUT', 'menus/side', { items })
    await send('DELETE', `collections/${id}`)
    await send('PATCH', `pages/${one.id}`, { status: 'draft' })
    const menu = (await send('GET', 'menus/side')).body.data
    assert.deepEqual(menu.items, [
      { ...items[0], gone: true, items: [{ ...items[0]?.items?.[0], slug: 'one', gone: true }] },
      { ...items[1], slug: 'other' },
    ])
    assert.deepEqual((await get('/catalog/menus/side')).body.data.items, [{ ...items[1], slug: 'other' }])
    assert.equal((await send('PUT', 'menus/side', { items: menu.items })).status, 200, 'it stood there before')
  })

  it('GET /admin/menus lists those of every shop first; one of its own is gone without items', async () => {
    const { send, get } = await shopWithKey()
    const list = async () =>
      (await send('GET', 'menus')).body.data.menus.map(({ handle, item_count: count }: Record<string, unknown>) => [
        handle,
        count,
      ])
    const inner = { title: 'B', type: 'url', url: '/b' }
    await send('PUT', 'menus/a-side', {
      items: [{ title: 'A', type: 'url', url: 'https://a.example', items: [inner] }],
    })
    assert.deepEqual(await list(), [['main', 0], ['footer', 0], ['a-side', 2]]) // biome-ignore format: a table
    assert.deepEqual((await send('PUT', 'menus/a-side', { items: [] })).body.data.items, [])
    for (const answer of [await send('GET', 'menus/a-side'), await get('/catalog/menus/a-side')])
      assertRefused(answer, 404, 'NOT_FOUND')
    assert.equal((await list()).length, 2)
    for (let number = 1; number <= 50; number++)
      await send('PUT', `menus/m${number}`, { items: [{ title: 'A', type: 'url', url: '/' }] })
    assertRefused(
      await send('PUT', 'menus/one-more', { items: [{ title: 'A', type: 'url', url: '/' }] }),
      409,
      'CONFLICT',
    )
    assert.equal((await send('PUT', 'menus/m1', { items: [] })).status, 200)
  })

  it('PUT of a menu refuses what is not there, a fourth level and bad addresses, with the field', async () => {
    const { send } = await shopWithKey()
    const theirs = await (await shopWithKey()).page('Theirs')
    const url = (more: object = {}) => ({ title: 'A', type: 'url', url: '/', ...more })
    for (const [items, field] of [
      [[{ title: 'A', type: 'page', id: newId() }], 'items[0].id'],
      [[{ title: 'A', type: 'page', id: theirs.id }], 'items[0].id'],
      [[url({ items: [{ title: 'A', type: 'product', id: newId() }] })], 'items[0].items[0].id'],
      [[{ title: 'A', type: 'collection', id: 'shirts' }], 'items[0].id'],
      [[{ title: 'A', type: 'category', id: 'None' }], 'items[0].id'],
      [[{ title: 'A', type: 'page' }], 'items[0].id'],
      [[{ title: 'A', type: 'url' }], 'items[0].url'],
      [[url({ url: 'javascript:a()' })], 'items[0].url'],
      [[url({ title: ' ' })], 'items[0].title'],
      [[url({ id: newId() })], 'items[0].id'],
      [[{ title: 'A', type: 'page', id: theirs.id, url: '/' }], 'items[0].url'],
      [[url({ items: [url({ items: [url({ items: [url()] })] })] })], 'items[0].items[0].items[0].items'],
      [Array.from({ length: 150 }, () => url({ items: [url()] })), 'items'],
      [[{ title: 'A', type: 'blog', id: 'a' }], 'items[0].type'],
    ] as const) {
      const refused = await send('PUT', 'menus/main', { items })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    assertRefused(await send('PUT', 'menus/Not-a-handle', { items: [] }), 404, 'NOT_FOUND')
  })

  it('PUT of a menu or the home page by its expected_version overwrites nothing that others have written', async () => {
    const { send, get } = await shopWithKey()
    const menu = (...titles: string[]) => ({ items: titles.map((title) => ({ title, type: 'url', url: '/' })) })
    const home = (...titles: string[]) => ({ sections: titles.map((title) => ({ type: 'hero', title })) })
    for (const [path, body] of [
      ['menus/main', menu],
      ['menus/side', menu],
      ['home', home],
    ] as const) {
      const put = (titles: string[], version: number) =>
        send('PUT', path, { ...body(...titles), expected_version: version })
      const versions = [await put(['A'], 0), await put(['A', 'B'], 1)].map(({ body: answer }) => answer.data.version)
      assert.deepEqual([path, versions], [path, [1, 2]])
      for (const stale of [0, 1, 3]) {
        const refused = await put(['C'], stale)
        assertRefused(refused, 409, 'CONFLICT')
        assert.deepEqual(refused.body.error.details, { version: 2 })
      }
      const again = await put(['A', 'B'], 1)
      assert.deepEqual([again.status, again.body.data.version], [200, 2], 'what was sent twice')
      assert.equal((await send('PUT', path, body('C'))).body.data.version, 3, 'without a version')
      assert.equal((await send('GET', path)).body.data.version, 3)
      for (const wrong of [-1, 1.5, '1', null]) {
        const refused = await send('PUT', path, { ...body('D'), expected_version: wrong })
        assertRefused(refused, 400, 'VALIDATION_ERROR')
        assert.equal(refused.body.error.details[0].field, 'expected_version')
      }
      assert.equal('version' in (await get(`/catalog/${path}`)).body.data, false)
    }
    assert.equal((await send('PUT', 'menus/side', { items: [], expected_version: 3 })).body.data.version, 0)
    assert.equal((await send('GET', 'menus/side')).status, 404)
    const handles = async () =>
      (await send('GET', 'menus')).body.data.menus.map(({ handle }: { handle: string }) => handle)
    assert.deepEqual(await handles(), ['main', 'footer'])
    // Who still has the one that was deleted overwrites nothing of the one that was made since.
    const anew = await send('PUT', 'menus/side', { ...menu('E'), expected_version: 0 })
    assert.equal(anew.body.data.version, 5)
    assert.deepEqual(await handles(), ['main', 'footer', 'side'])
    for (const stale of [1, 2, 3, 4])
      assert.equal((await send('PUT', 'menus/side', { ...menu('F'), expected_version: stale })).status, 409)
  })

  it('PUT of the home page is drawn by its sections, without what is gone', async () => {
    const { send, get, page, collection, picture } = await shopWithKey()
    assert.deepEqual((await send('GET', 'home')).body.data, { sections: [], version: 0, updated_at: null })
    assert.deepEqual((await get('/catalog/home')).body.data, { sections: [] })
    const [shirts, about, draft] = [await collection('Shirts'), await page('About'), await page('Draft')]
    const shown = await picture()
    const sections = [
      { type: 'hero', title: 'Hello', text: 'Made to last', picture: shown.id, link: { title: 'Shop', url: '/' } },
      { type: 'collection_row', collection_id: shirts.id, limit: 4 },
      { type: 'text', title: 'We', body_html: '<p class="x">Us</p>' },
      { type: 'picture_with_text', body_html: '<p>It</p>', picture: shown.id, side: 'right' },
      { type: 'pages', title: 'Read', ids: [about.id, draft.id] },
    ]
    const put = await send('PUT', 'home', { sections })
    assert.equal(put.status, 200, JSON.stringify(put.body))
    assert.deepEqual(put.body.data.removed, [{ element: 'p', attribute: 'class' }])
    await send('PATCH', `pages/${draft.id}`, { status: 'draft' })
    const home = (await get('/catalog/home')).body.data.sections
    const { status: _, failure: __, created_at: ___, ...file } = shown
    assert.deepEqual(home, [
      { ...sections[0], picture: file },
      { type: 'collection_row', title: null, limit: 4, collection: { id: shirts.id, name: 'Shirts', slug: 'shirts' } },
      { type: 'text', title: 'We', body_html: '<p>Us</p>' },
      { type: 'picture_with_text', title: null, body_html: '<p>It</p>', picture: file, side: 'right', link: null },
      { type: 'pages', title: 'Read', pages: [{ id: about.id, title: 'About', slug: 'about' }] },
    ])
    await send('DELETE', `collections/${shirts.id}`)
    await send('DELETE', `pages/${about.id}`)
    const own = (await send('GET', 'home')).body.data.sections
    assert.equal(own[1].collection.gone, true)
    assert.ok(own[4].pages.every(({ gone }: { gone?: true }) => gone))
    const types = (await get('/catalog/home')).body.data.sections.map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['hero', 'text', 'picture_with_text'])
    assert.equal((await send('PUT', 'home', { sections })).status, 200, 'it stood there before')
    assertRefused(await send('DELETE', `media/${shown.id}`), 409, 'CONFLICT')
    await send('PUT', 'home', { sections: [] })
    assert.equal((await send('DELETE', `media/${shown.id}`)).status, 200)
  })

  it('PUT of the home page refuses what a section has not, and what is not there, with the field', async () => {
    const { send } = await shopWithKey()
    for (const [section, field] of [
      [{ type: 'hero' }, 'title'],
      [{ type: 'hero', title: ' ' }, 'title'],
      [{ type: 'hero', title: 'A', ids: [newId()] }, 'ids'],
      [{ type: 'hero', title: 'A', picture: newId() }, 'picture[0]'],
      [{ type: 'hero', title: 'A', link: { title: 'B', url: 'javascript:b' } }, 'link.url'],
      [{ type: 'collection_row' }, 'collection_id'],
      [{ type: 'collection_row', collection_id: newId() }, 'collection_id'],
      [{ type: 'text', body_html: '<script></script>' }, 'body_html'],
      [{ type: 'picture_with_text', body_html: '<p>a</p>' }, 'picture'],
      [{ type: 'pages', ids: [newId()] }, 'ids[0]'],
      [{ type: 'video' }, 'type'],
    ] as const) {
      const refused = await send('PUT', 'home', { sections: [section] })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, `sections[0].${field}`)
    }
  })

  it('GET /shop shows an announcement while it holds', async () => {
    const { send, get } = await shopWithKey()
    const announce = (announcement: object | null) => send('PATCH', 'merchant', { announcement })
    const shown = async () => (await get('/shop')).body.data.announcement
    assert.equal(await shown(), null)
    const { status, body } = await announce({ text: ' Closed in May ' })
    const all = { text: 'Closed in May', from: null, to: null }
    assert.deepEqual([status, body.data.announcement, await shown()], [200, all, all])
    const past = { text: 'Past', from: '2020-01-01T00:00:00+01:00', to: '2020-02-01T00:00:00Z' }
    assert.equal((await announce(past)).body.data.announcement.from, '2019-12-31T23:00:00.000Z')
    assert.equal(await shown(), null)
    await announce({ text: 'To come', from: '2999-01-01T00:00:00Z' })
    assert.equal(await shown(), null)
    await announce({ text: 'Now', from: '2020-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' })
    assert.equal((await shown()).text, 'Now')
    for (const [wrong, field] of [
      [{ text: ' ' }, 'announcement.text'],
      [{ text: 'A', from: '2020-01-01T00:00:00Z', to: '2020-01-01T00:00:00Z' }, 'announcement.to'],
      [{ text: 'A', from: 'soon' }, 'announcement.from'],
    ] as const) {
      const refused = await announce(wrong)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    assert.equal((await announce(null)).body.data.announcement, null)
  })

  it('viewers read menus and the home page, and do not write; a read without a shop is refused', async () => {
    const { shop } = await shopWithKey()
    const { headers } = await makeStaff(service, shop.id, 'viewer')
    for (const [path, body] of [
      ['/admin/menus/main', { items: [] }],
      ['/admin/home', { sections: [] }],
    ] as const) {
      assert.equal((await service.request('GET', path, { headers })).status, 200)
      assertRefused(await service.request('PUT', path, { headers, body }), 403, 'INSUFFICIENT_PERMISSIONS')
    }
    const support = await makeStaff(service, shop.id, 'support')
    for (const path of ['/admin/menus', '/admin/menus/main', '/admin/home'])
      assertRefused(await service.request('GET', path, support), 403, 'INSUFFICIENT_PERMISSIONS')
    for (const path of ['/catalog/menus/main', '/catalog/home'])
      assertRefused(await service.request('GET', path, { headers }), 400, 'VALIDATION_ERROR')
  })
})
