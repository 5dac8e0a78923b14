import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'

describeService('pages', ({ service }) => {
  const on = ({ owner }: TestMerchant, more: Record<string, string> = {}) => {
    const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object) =>
      service.request(method, `/admin/pages${path}`, { headers: { ...owner.headers, ...more }, ...(body && { body }) })
    return {
      send,
      create: (title: string, rest: object = {}) => send('POST', '', { title, ...rest }),
      change: (id: string, body: object) => send('PATCH', `/${id}`, body),
    }
  }
  async function shopWithKey() {
    const shop = await makeMerchant(service)
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    const get = (path: string) => service.request('GET', path, { headers })
    return { shop, get, ...on(shop) }
  }

  it('POST makes a draft with a slug of its title; published, shoppers read it; DELETE takes it away', async () => {
    const { shop, get, create, change, send } = await shopWithKey()
    const made = await create('Über uns', { body_html: '<h2>We</h2><ul><li>Ada<li>Grace</ul>' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, created_at, updated_at: _, ...fields } = made.body.data
    assert.match(created_at, /Z$/)
    assert.deepEqual(fields, {
      merchant_id: shop.id,
      title: 'Über uns',
      slug: 'uber-uns',
      kind: null,
      status: 'draft',
      version: 1,
      body_html: '<h2>We</h2><ul><li>Ada</li><li>Grace</li></ul>',
      body_text: 'We\n\n- Ada\n- Grace',
      seo: { title: null, description: null },
      published_at: null,
    })
    assertRefused(await get('/catalog/pages/uber-uns'), 404, 'NOT_FOUND')
    assert.deepEqual((await get('/catalog/pages')).body.data.items, [])
    const published = (await change(id, { status: 'published', seo: { title: 'About' } })).body.data
    assert.deepEqual([published.version, published.seo.title], [2, 'About'])
    assert.match(published.published_at, /Z$/)
    const { status: __, version: ___, created_at: ____, ...shown } = published
    assert.deepEqual((await get('/catalog/pages/UBER-uns')).body.data, shown)
    const { body_html: _____, body_text: ______, ...listed } = shown
    assert.deepEqual((await get('/catalog/pages')).body.data.items, [listed])
    assert.deepEqual((await send('GET', `/${id}`)).body.data, published)
    assert.equal((await change(id, { status: 'published' })).body.data.version, 2, 'nothing has changed')
    assert.equal((await change(id, { status: 'draft' })).body.data.published_at, null)
    assert.equal((await send('DELETE', `/${id}`)).status, 200)
    for (const method of ['DELETE', 'GET'] as const) assertRefused(await send(method, `/${id}`), 404, 'NOT_FOUND')
    assertRefused(await change(id, { title: 'Gone' }), 404, 'NOT_FOUND')
    const log = (await service.request('GET', '/admin/audit-log?limit=4', { headers: shop.owner.headers })).body.data
    assert.deepEqual(
      log.items.map(({ action }: { action: string }) => action),
      ['page.deleted', 'page.updated', 'page.updated', 'page.created'],
    )
  })

  it('one page of a kind, and one of a slug: else 409 with the field', async () => {
    const { create, change, shop } = await shopWithKey()
    const terms = (await create('Terms', { kind: 'terms' })).body.data
    const other = (await create('Other')).body.data
    for (const [answer, field] of [
      [await create('AGB', { kind: 'terms' }), 'kind'],
      [await change(other.id, { kind: 'terms' }), 'kind'],
      [await create('Again', { slug: 'terms' }), 'slug'],
      [await change(other.id, { slug: 'terms' }), 'slug'],
    ] as const) {
      assertRefused(answer, 409, 'CONFLICT')
      assert.equal(answer.body.error.details.field, field)
    }
    assert.equal((await create('Terms')).body.data.slug, 'terms-2')
    await change(terms.id, { kind: null })
    assert.equal((await change(other.id, { kind: 'terms' })).body.data.kind, 'terms')
    const stale = await change(other.id, { title: 'Late', expected_version: 1 })
    assertRefused(stale, 409, 'CONFLICT')
    assert.deepEqual(stale.body.error.details, { version: 2 })
    assert.equal((await on(await makeMerchant(service)).create('Terms', { kind: 'terms' })).status, 201)
    await service.deps.pool.query(
      `insert into pages (merchant_id, id, title, slug, status, created_at, updated_at)
       select $1, uuidv7(), 'x', 'x-' || n, 'draft', now(), now() from generate_series(1, 997) n`,
      [shop.id],
    )
    assertRefused(await create('One more'), 409, 'CONFLICT')
  })

  it('HTML is cleaned and answers what was removed; elements that are not allowed are refused by name', async () => {
    const { create, change } = await shopWithKey()
    const made = await create('Page', { body_html: '<p style="x">a</p><a href="javascript:b">c</a>' })
    assert.equal(made.body.data.body_html, '<p>a</p><a>c</a>')
    assert.deepEqual(made.body.data.removed, [
      { element: 'p', attribute: 'style' },
      { element: 'a', attribute: 'href', value: 'javascript:b' },
    ])
    const { id } = made.body.data
    const again = await change(id, { body_html: '<p class="y">a</p>' })
    assert.deepEqual(again.body.data.removed, [{ element: 'p', attribute: 'class' }])
    for (const [body, field, words] of [
      [{ body_html: '<script>a</script>' }, 'body_html', /the element script/],
      [{ body_html: `<p>${'a'.repeat(100_000)}</p>` }, 'body_html', /./],
      [{ slug: 'Not a slug' }, 'slug', /such as not-a-slug/],
      [{ title: ' ' }, 'title', /./],
      [{ kind: 'agb' }, 'kind', /./],
      [{ status: 'active' }, 'status', /./],
      [
        { body_html: '<img src="/media/019a9f3e6f5c7c3e9c592f6a3a1f0b11-640-5f1d7c2a90b3e4d8.webp">' },
        'body_html[0]',
        /./,
      ],
    ] as const) {
      const refused = await change(id, body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      const [fault] = refused.body.error.details
      assert.equal(fault.field, field)
      assert.match(fault.message, words)
    }
    assert.equal((await change(id, { body_html: null })).body.data.body_text, null)
  })

  it('a picture in a page is in use', async () => {
    const { create, send, shop } = await shopWithKey()
    const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
    const upload = service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })
    const picture = (await upload).body.data
    const made = await create('Page', { body_html: `<img src="${picture.url}">` })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const remove = () => service.request('DELETE', `/admin/media/${picture.id}`, { headers: shop.owner.headers })
    assertRefused(await remove(), 409, 'CONFLICT')
    await send('DELETE', `/${made.body.data.id}`)
    assert.equal((await remove()).status, 200)
  })

  it('a page whose slug changes is found by its old address', async () => {
    const { create, change, get } = await shopWithKey()
    const { id } = (await create('Size guide', { status: 'published' })).body.data
    await change(id, { slug: 'sizes' })
    assert.deepEqual((await get('/catalog/redirects?path=/pages/size-guide')).body.data, {
      to: '/pages/sizes',
      permanent: true,
    })
    await change(id, { slug: 'size-guide' })
    assertRefused(await get('/catalog/redirects?path=/pages/size-guide'), 404, 'NOT_FOUND')
  })

  it('GET /shop names the published pages that have a kind', async () => {
    const { create, change, get } = await shopWithKey()
    const policies = async () => (await get('/shop')).body.data.policies
    const { id } = (await create('Impressum', { kind: 'imprint' })).body.data
    await create('About us', { status: 'published' })
    assert.deepEqual(await policies(), {})
    await change(id, { status: 'published' })
    await create('AGB', { kind: 'terms', status: 'published' })
    assert.deepEqual(await policies(), {
      imprint: { slug: 'impressum', title: 'Impressum' },
      terms: { slug: 'agb', title: 'AGB' },
    })
  })

  it('lists have pages; shoppers get them by title', async () => {
    const { create, get, send } = await shopWithKey()
    for (const title of ['b', 'C', 'a']) await create(title, { status: 'published' })
    const titles = (items: { title: string }[]) => items.map(({ title }) => title)
    const first = (await get('/catalog/pages?limit=2')).body.data
    assert.deepEqual([titles(first.items), first.pagination.total], [['a', 'b'], 3])
    const second = (await get(`/catalog/pages?limit=2&cursor=${first.pagination.next_cursor}`)).body.data
    assert.deepEqual(titles(second.items), ['C'])
    const own = (await send('GET', '?limit=2')).body.data
    assert.deepEqual(titles(own.items), ['a', 'C'])
    const rest = (await send('GET', `?limit=2&cursor=${own.pagination.next_cursor}`)).body.data
    assert.deepEqual(titles(rest.items), ['b'])
  })

  it('POST with the same Idempotency-Key answers the same; another body 422, meanwhile 409', async () => {
    const shop = await makeMerchant(service)
    const [key, other] = [newId(), newId()]
    const { create } = on(shop, { 'idempotency-key': key })
    const first = await create('Imprint', { kind: 'imprint' })
    assert.deepEqual((await create('Imprint', { kind: 'imprint' })).body, first.body)
    assertRefused(await create('Terms'), 422, 'IDEMPOTENCY_KEY_REUSED')
    const { create: again } = on(shop, { 'idempotency-key': other })
    const busy = await duringAnother(service, shop.owner.id, other, () => again('Terms'))
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('viewers read, and do not write; support reads nothing; nobody reads those of another shop', async () => {
    const shop = await makeMerchant(service)
    const { id } = (await on(shop).create('Imprint')).body.data
    const as = async (role: string) => on({ ...shop, owner: await makeStaff(service, shop.id, role) } as TestMerchant)
    const viewer = await as('viewer')
    assert.equal((await viewer.send('GET', `/${id}`)).status, 200)
    for (const refused of [
      await viewer.create('Terms'),
      await viewer.change(id, { title: 'x' }),
      await viewer.send('DELETE', `/${id}`),
      await (await as('support')).send('GET'),
    ])
      assertRefused(refused, 403, 'INSUFFICIENT_PERMISSIONS')
    const stranger = on(await makeMerchant(service))
    for (const method of ['GET', 'DELETE'] as const)
      assertRefused(await stranger.send(method, `/${id}`), 404, 'NOT_FOUND')
  })
})
