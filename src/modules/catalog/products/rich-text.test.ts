import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { variantsOf } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const html =
  '<h2>Care</h2><p>Wash <strong>cold</strong>.</p><ul><li>No bleach</li><li>Dry flat</li></ul>' +
  '<table><tr><th scope="col">Size</th><td>M</td></tr></table>'
const text = 'Care\n\nWash cold.\n\n- No bleach\n- Dry flat\n\nSize M'

describeShop('descriptions as HTML', { DATA_DIR: temporaryFolder() }, ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, at = shop) =>
    service.request(method, path, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const product = (more: object) => ({ sku: unique('SKU'), name: unique('Mug'), price: 9, ...more })
  const group = (more: object) => {
    const variants = variantsOf().map((variant) => ({ ...variant, price: 9 }))
    return { name: unique('Shirt'), varies_by: ['Size', 'Colour'], variants, ...more }
  }
  const collection = (more: object) => ({ name: unique('Summer'), ...more })
  const owners = [
    ['/admin/products', product],
    ['/admin/product-groups', group],
    ['/admin/collections', collection],
  ] as const
  const texts = ({ description, description_html }: Record<string, unknown>) => [description, description_html]

  for (const [path, bodyOf] of owners) {
    const make = async (more: object) => {
      const answer = await send('POST', path, bodyOf(more))
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    }

    it(`POST ${path} with description_html answers 201 with it and its text; PATCH of one sets the other`, async () => {
      const made = await make({ description: 'Not this', description_html: html })
      assert.deepEqual(texts(made), [text, html])
      assert.equal('removed' in made, false)
      const read = async () => (await send('GET', `${path}/${made.id}`)).body.data
      assert.deepEqual(texts(await read()), [text, html])
      const change = async (body: object) => (await send('PATCH', `${path}/${made.id}`, body)).body.data
      assert.deepEqual(texts(await change({ description: text })), [text, html], 'its own text leaves it as it is')
      const rewritten = await change({ description: 'See https://a.example/b.\n\nNow' })
      const made2 = '<p>See <a href="https://a.example/b" rel="noopener">https://a.example/b</a>.</p><p>Now</p>'
      assert.deepEqual(texts(rewritten), ['See https://a.example/b.\n\nNow', made2])
      assert.deepEqual(texts(await change({ description_html: '<p>One</p>' })), ['One', '<p>One</p>'])
      assert.deepEqual(texts(await change({ description: 'Two', description_html: '' })), ['Two', '<p>Two</p>'])
      assert.deepEqual(texts(await change({ description_html: null })), [null, null])
      assert.deepEqual(texts(await read()), [null, null])
    })

    it(`POST ${path} with an element that is not allowed answers 400 with the field and the element`, async () => {
      const cases: [html: string, message: RegExp][] = [
        ['<p>a<script>globalThis.ran = 1</script></p>', /element script/],
        ['<svg onload="globalThis.ran = 1"></svg><iframe></iframe>', /elements svg, iframe/],
        ['<div>a</div>', /element div/],
        [`${'<em>'.repeat(51)}a`, /at most 50 elements in one another/],
        ['<em>'.repeat(25_000), /at most 50 elements in one another/],
        ['<br>'.repeat(20_000), /at most about 4,000 elements/],
        ['>'.repeat(30_000), /at most 100,000 bytes once cleaned/],
        ['ä'.repeat(60_000), /at most 100,000 bytes/],
      ]
      for (const [description_html, message] of cases) {
        const answer = await send('POST', path, bodyOf({ description_html }))
        assert.deepEqual(
          [answer.status, answer.body.error.code],
          [400, 'VALIDATION_ERROR'],
          description_html.slice(0, 40),
        )
        const [fault] = answer.body.error.details
        assert.equal(fault.field, 'description_html')
        assert.match(fault.message, message)
      }
      assert.equal((await send('POST', path, bodyOf({ description: '🧵'.repeat(10_000) }))).status, 201)
      const long = await send('POST', path, bodyOf({ description: 'a'.repeat(10_001) }))
      assert.deepEqual([long.status, long.body.error.details[0].field], [400, 'description'])
    })

    it(`POST ${path} with attributes and addresses that are not allowed answers 201 and names them`, async () => {
      const made = await make({
        description_html:
          '<p onclick="x()" style="color:red">a <a href="javascript:x()">b</a> ' +
          '<a href="/care" target="_blank">c</a></p>',
      })
      assert.equal(made.description_html, '<p>a <a>b</a> <a href="/care" rel="noopener">c</a></p>')
      assert.deepEqual(made.removed, [
        { element: 'p', attribute: 'onclick' },
        { element: 'p', attribute: 'style' },
        { element: 'a', attribute: 'href', value: 'javascript:x()' },
        { element: 'a', attribute: 'target' },
      ])
      assert.equal('removed' in (await send('GET', `${path}/${made.id}`)).body.data, false)
    })

    it(`POST ${path} with a picture of the shop keeps it and uses it; of another shop answers 400`, async () => {
      const upload = async (at = shop) => {
        const headers = { ...at.owner.headers, 'content-type': 'image/png' }
        return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data
      }
      const mine = await upload()
      const picture = `<img src="${mine.url}" alt="A mug" width="100" />`
      const made = await make({ description_html: `<p>${picture}<img src="https://elsewhere.example/a.png"></p>` })
      assert.equal(made.description_html, `<p>${picture}</p>`)
      assert.equal((await send('DELETE', `/admin/media/${mine.id}`)).status, 409)
      const other = await upload(await makeMerchant(service))
      const answer = await send('PATCH', `${path}/${made.id}`, { description_html: `<p><img src="${other.url}"></p>` })
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'description_html[0]'])
      await send('PATCH', `${path}/${made.id}`, { description_html: '<p>None</p>' })
      assert.equal((await send('DELETE', `/admin/media/${mine.id}`)).status, 200)
    })

    it(`a release that knows no HTML writes a text of ${path}: its HTML is made of that`, async () => {
      const made = await make({ description_html: html })
      const table = { product: 'products', 'product-group': 'product_groups', collection: 'collections' }
      const [, of = ''] = /admin\/(.*)s$/.exec(path) ?? []
      await sql`
        update ${sql.table(table[of as keyof typeof table])} set description = 'Rewritten', status = status
         where merchant_id = ${shop.id} and id = ${made.id}`.execute(service.deps.db)
      assert.deepEqual(texts((await send('GET', `${path}/${made.id}`)).body.data), ['Rewritten', '<p>Rewritten</p>'])
    })
  }

  it('lists leave description_html out; answers of one, the product page and events have it', async () => {
    const at = await makeMerchant(service)
    const made = (await send('POST', '/admin/products', product({ description_html: html }), at)).body.data
    const group1 = (await send('POST', '/admin/product-groups', group({ description_html: html }), at)).body.data
    const summer = (await send('POST', '/admin/collections', collection({ description_html: html }), at)).body.data
    const of = `merchant_id=${at.id}`
    const lists = ['/admin/products', `/catalog/products?${of}`, '/admin/product-groups', '/admin/collections']
    for (const path of [...lists, `/catalog/collections?${of}`]) {
      const { items } = (await send('GET', path, undefined, at)).body.data
      assert.ok(items.length > 0 && items.every((item: object) => !('description_html' in item)), path)
    }
    const variant = group1.variants[0]
    assert.equal('description_html' in variant, false)
    const read = async (path: string) => (await send('GET', path, undefined, at)).body.data
    const single = [`/admin/products/${variant.id}`, `/catalog/products/${made.id}`, `/catalog/products/${variant.id}`]
    const shoppers = [`/catalog/product-groups/${group1.id}`, `/catalog/products/${group1.slug}?${of}`]
    for (const path of [...single, ...shoppers, `/catalog/collections/${summer.id}`])
      assert.deepEqual(texts(await read(path)), [text, html], path)
    assert.deepEqual(texts(await read(`/catalog/collections/${summer.slug}?${of}`)), [text, html])
    const page = await read(`/catalog/products/${variant.id}?expand=group`)
    assert.deepEqual(
      [texts(page), texts(page.group)],
      [
        [text, html],
        [text, html],
      ],
    )
    const events = await eventsOf(service, at.id, 'product.created')
    const [first, ofVariant] = events.map(({ data }) => data.product)
    assert.deepEqual(texts(first), [text, html])
    assert.deepEqual([ofVariant.description, 'description_html' in ofVariant], [text, false])
  })

  it('GET /catalog/collections/{id} of a draft, of another shop, and by a slug alone answers 404', async () => {
    const at = await makeMerchant(service)
    const draft = (await send('POST', '/admin/collections', collection({ status: 'draft' }))).body.data
    const mine = (await send('POST', '/admin/collections', collection({}))).body.data
    const paths = [`${draft.id}`, `${mine.id}?merchant_id=${at.id}`, mine.slug, `none?merchant_id=${shop.id}`]
    for (const path of paths) {
      const answer = await send('GET', `/catalog/collections/${path}`)
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], path)
    }
    assert.equal((await send('GET', '/catalog/collections/a?merchant_id=none')).status, 400)
  })

  it('GET /catalog/collections/{id} that has not changed answers 304', async () => {
    const made = (await send('POST', '/admin/collections', collection({ description_html: html }))).body.data
    const first = await send('GET', `/catalog/collections/${made.id}`)
    const headers = { ...shop.owner.headers, 'if-none-match': String(first.headers['etag']) }
    assert.equal((await service.request('GET', `/catalog/collections/${made.id}`, { headers })).status, 304)
  })

  it('the text of HTML may be long: searches and lists take its beginning, to the end of a word', async () => {
    const at = await makeMerchant(service)
    const [early, late] = [unique('early').replaceAll('-', ''), unique('late').replaceAll('-', '')]
    const description_html = `<p>${early} ${'wool '.repeat(3_000)}${late}</p>`
    const made = (await send('POST', '/admin/products', product({ description_html }), at)).body.data
    assert.equal(made.description.length, early.length + 1 + 15_000 + late.length)
    const long = (await send('POST', '/admin/product-groups', group({ description_html }), at)).body.data
    const own = { ...made, name: 'Other' }
    const again = await send(
      'PATCH',
      `/admin/products/${made.id}`,
      { description: own.description, description_html },
      at,
    )
    assert.equal(again.status, 200)
    const { items } = (await send('GET', '/admin/products', undefined, at)).body.data
    assert.equal(items.length, 5)
    for (const { description } of items) {
      assert.ok(description.length <= 10_000 && description.endsWith(' wool'), description.slice(-20))
    }
    const found = async (word: string) =>
      (await send('GET', `/marketplace/search?q=${word}`, undefined, at)).body.data.items.length
    assert.deepEqual([await found(early), await found(late)], [2, 0])
    assert.equal(long.description, made.description)
  })

  it('a variant that leaves its group takes the HTML with it; one that joins has that of the group', async () => {
    const made = (await send('POST', '/admin/product-groups', group({ description_html: html }))).body.data
    const [first] = made.variants
    const left = await send('PATCH', `/admin/products/${first.id}`, { group_id: null })
    assert.deepEqual(texts(left.body.data), [text, html])
    const joined = await send('PATCH', `/admin/products/${first.id}`, { group_id: made.id, options: first.options })
    assert.deepEqual(texts(joined.body.data), [text, html])
    const refused = await send('PATCH', `/admin/products/${first.id}`, { description_html: '<p>a</p>' })
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'description_html'])
    await send('PATCH', `/admin/product-groups/${made.id}`, { description_html: '<p>New</p>' })
    assert.deepEqual(texts((await send('GET', `/admin/products/${first.id}`)).body.data), ['New', '<p>New</p>'])
    const { rows } = await sql<{ copies: number }>`
      select count(description_html)::int as copies from products where group_id = ${made.id}`.execute(service.deps.db)
    assert.equal(rows[0]?.copies, 0)
  })

  it('the audit log and the version tell of a change of HTML', async () => {
    const made = (await send('POST', '/admin/products', product({ description_html: '<p>One</p>' }))).body.data
    const changed = await send('PATCH', `/admin/products/${made.id}`, { description_html: '<p><em>One</em></p>' })
    assert.deepEqual([changed.body.data.version, changed.body.data.description], [2, 'One'])
    const log = await send('GET', '/admin/audit-log?action=product.updated&limit=1')
    assert.deepEqual(log.body.data.items[0].changes, { description_html: ['<p>One</p>', '<p><em>One</em></p>'] })
  })
})
