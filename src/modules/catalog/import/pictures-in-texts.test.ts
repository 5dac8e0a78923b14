import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { deleteRemovedFiles } from '#src/modules/media/clean-media.ts'
import { beginFetch } from '#src/modules/media/fetch-queries.ts'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { describeService, started, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'
import { countsOf, importsOf } from '#test/support/imported-files.ts'
import { startPictureServer } from '#test/support/picture-server.ts'
import { makePicture } from '#test/support/pictures.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'
import { announceMedia } from '../products/announce-picture.ts'

describeService('pictures in the texts of files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const server = started(startPictureServer)
  const { imported, get } = importsOf(service)
  let shopper: SignedInUser

  before(async () => {
    shopper = await makeUser(service)
    for (const name of ['a', 'b', 'c']) server.serve(`/${name}.png`, await makePicture('png'))
  })

  const at = (name: string) => `${server.origin}/${name}.png`
  const ask = (shop: TestMerchant, method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body && { body }) })
  const bySku = async (shop: TestMerchant, sku: string) => (await get(shop, `/products?sku=${sku}`)).items[0].id
  /** What staff reads, and what shoppers do. */
  const textsOf = async (shop: TestMerchant, sku: string): Promise<string[]> => {
    const id = await bySku(shop, sku)
    const seen = await service.request('GET', `/catalog/products/${id}`, { headers: shopper.headers })
    return [(await get(shop, `/products/${id}`)).description_html, seen.body.data.description_html]
  }
  const productOf = async (shop: TestMerchant, sku: string) => get(shop, `/products/${await bySku(shop, sku)}`)
  const mediaOf = async (shop: TestMerchant) => (await get(shop, '/media')).items
  const exported = async (shop: TestMerchant, format = 'own') =>
    (await ask(shop, 'GET', `/products/export?format=${format}`)).body as string
  const waiting = async (shop: TestMerchant) => {
    const { rows } = await sql`
      select id from media where merchant_id = ${shop.id} and state = 'processing'
      union all select id from jobs where name = 'media.announce'`.execute(service.deps.db)
    return rows.length
  }

  /** Runs the jobs, without the pauses between tries. */
  async function fetchAll(shop: TestMerchant): Promise<void> {
    const runner = runInBackground(service.deps, [{ jobs: [...mediaJobs, announceMedia] }], { pollMs: 20 })
    try {
      await until(async () => {
        await sql`update media set fetch_at = now() where state = 'processing' and fetches > 0
                   and fetch_at < now() + interval '5 minutes'`.execute(service.deps.db)
        await sql`update jobs set due_at = now() where name = 'media.fetch' and attempts = 0`.execute(service.deps.db)
        return (await waiting(shop)) === 0
      }, 'the pictures')
    } finally {
      await runner.stop()
    }
  }

  const shown = (url: string, alt = '', width = 400, height = 300) =>
    `<img src="${url}" width="${width}" height="${height}"${alt} />`
  const waitingFor = (id: string) => new RegExp(`/media/${id.replaceAll('-', '')}"`)

  const shopify = (body: string, sku = 'MUG') =>
    table(['Handle', 'Title', 'Body (HTML)', 'Variant SKU', 'Variant Price'], {
      Handle: sku.toLowerCase(),
      Title: sku,
      'Body (HTML)': body,
      'Variant SKU': sku,
      'Variant Price': 5,
    })

  it('POST /admin/products/import fetches each once, and puts the shop’s own in its place', async () => {
    const shop = await makeMerchant(service)
    const body = `<div>See <img class="x" src="${at('a')}" alt="A mug"> and <img src="${at('b')}"></div>`
    const preview = await imported(shop, shopify(body), '?format=shopify&dry_run=true')
    assert.deepEqual(
      [preview.pictures, preview.preview[0].pictures_in_text],
      [{ asked: 2, in_texts: 2, ready: 0, failed: 0 }, 2],
    )
    assert.deepEqual(await mediaOf(shop), [])
    server.requests.length = 0
    const report = await imported(shop, shopify(body), '?format=shopify')
    assert.deepEqual([report.pictures.in_texts, report.warnings], [2, []])
    const [own, seen] = await textsOf(shop, 'MUG')
    assert.match(own ?? '', /^<p>See <img src="[^"]+\/media\/[0-9a-f]{32}" alt="A mug" \/> and <img /)
    assert.equal(seen, '<p>See  and </p>')
    const other = table(['sku', 'name', 'price', 'description_html'], {
      sku: 'CUP',
      name: 'Cup',
      price: 3,
      description_html: `<p><img src="${at('a')}" width="100" /></p>`,
    })
    assert.deepEqual((await imported(shop, other)).pictures.asked, 0)
    await fetchAll(shop)
    assert.deepEqual(server.requests.sort(), ['/a.png', '/b.png'])
    const [second, first] = await mediaOf(shop)
    const text = `<p>See ${shown(first.url, ' alt="A mug"')} and ${shown(second.url)}</p>`
    assert.deepEqual([first.alt, await textsOf(shop, 'MUG')], ['A mug', [text, text]])
    const small = `<p>${shown(first.url, '', 100, 75)}</p>`
    assert.deepEqual(await textsOf(shop, 'CUP'), [small, small])
    const told = (await eventsOf(service, shop.id, 'product.updated')).map(({ data }) => data.product)
    assert.equal(told.findLast(({ sku }) => sku === 'MUG')?.description_html, text)
    const { version } = await productOf(shop, 'MUG')
    server.requests.length = 0
    for (const again of [shopify(body), other]) {
      const format = again === other ? '' : '?format=shopify'
      const repeated = await imported(shop, again, format)
      assert.deepEqual([countsOf(repeated), repeated.pictures.asked], [[0, 0, 1, 0], 0])
    }
    await fetchAll(shop)
    assert.deepEqual([(await productOf(shop, 'MUG')).version, server.requests], [version, []])
    assert.equal((await ask(shop, 'DELETE', `/media/${first.id}`)).status, 409)
  })

  it('one that cannot be fetched is left out and named, and comes with an import that can fetch it', async () => {
    const shop = await makeMerchant(service)
    const row = (sku: string, html: string) => ({ sku, name: sku, price: 1, description_html: html })
    const file = table(
      ['sku', 'name', 'price', 'description_html'],
      row('A', `<p>Here</p><p><img src="${at('missing')}" /></p>`),
      row('B', `<p><em>B</em></p><img src="ftp://a.example/b.png"><img src="http://[::1]:1/${'x'.repeat(2000)}">`),
    )
    const report = await imported(shop, file)
    assert.deepEqual(report.warnings, [])
    assert.deepEqual(
      report.columns.map(({ column, reason, count }: Record<string, unknown>) => [column, reason, count]),
      [['description_html', 'a picture in the text is not kept: its address is neither http nor https', 1]],
    )
    const [{ id }] = await mediaOf(shop)
    assert.match((await textsOf(shop, 'A'))[0] ?? '', waitingFor(id))
    await fetchAll(shop)
    assert.deepEqual(await textsOf(shop, 'A'), ['<p>Here</p>', '<p>Here</p>'])
    assert.deepEqual(await textsOf(shop, 'B'), ['<p><em>B</em></p>', '<p><em>B</em></p>'])
    const { warnings, pictures } = await get(shop, `/products/imports/${report.id}`)
    assert.deepEqual(pictures, { asked: 1, in_texts: 1, ready: 0, failed: 1 })
    const message = `picture ${at('missing')}: the server answered 404`
    assert.deepEqual(warnings, [{ row: 2, sku: 'A', field: 'description_html', message }])
    assert.match(await exported(shop), new RegExp(at('missing')), 'where it may be fetched from another time')
    const { version } = await productOf(shop, 'A')
    assert.deepEqual(countsOf(await imported(shop, file)), [0, 0, 2, 0])
    // Also while it is being fetched another time.
    assert.deepEqual(countsOf(await imported(shop, file)), [0, 0, 2, 0])
    await fetchAll(shop)
    assert.equal((await productOf(shop, 'A')).version, version)
    server.serve('/missing.png', await makePicture('png'))
    await imported(shop, file)
    await fetchAll(shop)
    const [media] = await mediaOf(shop)
    assert.deepEqual(await textsOf(shop, 'A'), Array(2).fill(`<p>Here</p><p>${shown(media.url)}</p>`))
    server.answers.delete('/missing.png')
  })

  it('a text has at most 100 of elsewhere, and none where it would be too long with them', async () => {
    const shop = await makeMerchant(service)
    const many = Array.from({ length: 102 }, (_, n) => `<img src="${at(`n${n}`)}">`).join('')
    const long = `<p>${'&'.repeat(19_987)}</p><img src="${at('a')}">`
    const row = { sku: 'L', name: 'L', price: 1, description_html: many }
    const headers = { ...shop.owner.headers, 'content-type': 'application/x-ndjson' }
    const payload = JSON.stringify(row)
    const { data } = (await service.request('POST', '/admin/products/import', { headers, payload })).body
    const message = 'is not fetched: a text has at most 100 pictures of elsewhere'
    assert.deepEqual(
      [data.pictures.in_texts, ...data.warnings.map((warning: { message: string }) => warning.message)],
      [100, `picture ${at('n100')}: ${message}`, `picture ${at('n101')}: ${message}`],
    )
    const report = await imported(shop, shopify(long), '?format=shopify')
    assert.match(report.warnings[0]?.message, /: is left out: with it the text would have more than 100,000 bytes$/)
    assert.equal((await textsOf(shop, 'MUG'))[0]?.includes('<img'), false)
    // No other test has to fetch them.
    await sql`delete from media where merchant_id = ${shop.id}`.execute(service.deps.db)
  })

  it('a page takes no picture that is being fetched, and a text none of another shop', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    await imported(shop, shopify(`<p>One <img src="${at('a')}"></p>`), '?format=shopify')
    const { description_html: html } = await productOf(shop, 'MUG')
    const { headers } = shop.owner
    const body = { title: 'About', body_html: html }
    const page = await service.request('POST', '/admin/pages', { headers, body })
    assert.deepEqual([page.status, page.body.data.body_html], [201, '<p>One </p>'])
    const made = await service.request('POST', '/admin/products', {
      headers: other.owner.headers,
      body: { sku: 'X', name: 'X', price: 1, description_html: html },
    })
    assert.deepEqual([made.status, made.body.error.details[0].field], [400, 'description_html[0]'])
  })

  it('PATCH of a text while its picture is fetched keeps what staff wrote', async () => {
    const shop = await makeMerchant(service)
    const report = await imported(shop, shopify(`<p>Old <img src="${at('a')}"></p>`), '?format=shopify')
    assert.equal(report.pictures.asked, 1)
    const { id, description_html: html } = await productOf(shop, 'MUG')
    const [{ id: mediaId }] = await mediaOf(shop)
    const changed = html.replace('Old', 'New, <strong>by hand</strong>')
    assert.equal(
      (await ask(shop, 'PATCH', `/products/${id}`, { description_html: changed })).body.data.removed,
      undefined,
    )
    await fetchAll(shop)
    const [{ url }] = await mediaOf(shop)
    const text = `<p>New, <strong>by hand</strong> ${shown(url)}</p>`
    assert.deepEqual(await textsOf(shop, 'MUG'), [text, text])
    // A page that was opened before the picture was there saves what it read then.
    await ask(shop, 'PATCH', `/products/${id}`, { description_html: changed })
    assert.match((await textsOf(shop, 'MUG'))[0] ?? '', waitingFor(mediaId))
    await fetchAll(shop)
    assert.deepEqual(await textsOf(shop, 'MUG'), [text, text])
    await ask(shop, 'PATCH', `/products/${id}`, { description_html: '<p><u>None</u></p>' })
    assert.equal((await ask(shop, 'DELETE', `/media/${mediaId}`)).status, 200)
  })

  it('the text of a group waits once for all its variants, and so does that of a collection', async () => {
    const shop = await makeMerchant(service)
    const html = `<p>Both <img src="${at('c')}" /></p>`
    const rows = ['S', 'M'].map((size) => ({ sku: `T-${size}`, name: 'Tee', price: 9, option_1_value: size }))
    const file = table(
      ['sku', 'name', 'price', 'group', 'option_1_name', 'option_1_value', 'description_html'],
      ...rows.map((row) => ({ ...row, group: 'tee', option_1_name: 'Size', description_html: html })),
    )
    const report = await imported(shop, file)
    assert.deepEqual([report.pictures.asked, report.warnings], [1, []])
    const { items } = await get(shop, '/product-groups')
    const group = await get(shop, `/product-groups/${items[0].id}`)
    const body = { name: 'Tees', description_html: group.description_html }
    const made = await service.request('POST', '/admin/collections', { headers: shop.owner.headers, body })
    assert.equal(made.body.data.description_html, group.description_html)
    await fetchAll(shop)
    const [{ url }] = await mediaOf(shop)
    const text = `<p>Both ${shown(url)}</p>`
    const after = await get(shop, `/product-groups/${group.id}`)
    assert.deepEqual([after.description_html, after.version], [text, group.version + 1])
    assert.deepEqual((await textsOf(shop, 'T-S'))[1], text)
    assert.equal((await get(shop, `/collections/${made.body.data.id}`)).description_html, text)
    assert.deepEqual(countsOf(await imported(shop, file)), [0, 0, 2, 0])
  })

  it('an export has whole addresses: the shop itself keeps the pictures, another fetches them', async () => {
    const shop = await makeMerchant(service)
    await imported(shop, shopify(`<p>One <img src="${at('a')}"></p>`), '?format=shopify')
    assert.match(await exported(shop), new RegExp(`src=""${at('a')}""`), 'while it is fetched')
    assert.deepEqual(countsOf(await imported(shop, await exported(shop))), [0, 0, 1, 0])
    await fetchAll(shop)
    const [{ url }] = await mediaOf(shop)
    for (const format of ['own', 'shopify']) {
      const file = await exported(shop, format)
      assert.match(file, new RegExp(`src=""${url}""`))
      const again = await imported(shop, file, `?format=${format}`)
      assert.deepEqual([countsOf(again), again.pictures.asked, again.warnings], [[0, 0, 1, 0], 0, []])
      const other = await makeMerchant(service)
      const taken = await imported(other, file, `?format=${format}`)
      assert.deepEqual([countsOf(taken), taken.pictures.in_texts, taken.warnings], [[1, 0, 0, 0], 1, []])
      const { rows } = await sql`select source_url from media where merchant_id = ${other.id}`.execute(service.deps.db)
      assert.deepEqual(rows, [{ source_url: url }])
    }
  })

  it('nothing waits for ever: a killed process, a fetch before its text, and one that nobody ends', async () => {
    const shop = await makeMerchant(service)
    await imported(shop, shopify(`<p>One <img src="${at('b')}"></p>`), '?format=shopify')
    // As a process that is killed while it fetches.
    await beginFetch(service.deps.db, shop.id, 60_000)
    await fetchAll(shop)
    const [{ url }] = await mediaOf(shop)
    assert.deepEqual((await textsOf(shop, 'MUG'))[1], `<p>One ${shown(url)}</p>`)
    await imported(shop, shopify(`<p>Two <img src="${at('c')}"></p>`, 'CUP'), '?format=shopify')
    await sql`update media set changed_at = now() - interval '3 days'
               where merchant_id = ${shop.id} and state = 'processing'`.execute(service.deps.db)
    await deleteRemovedFiles(service.deps.db, service.deps)
    await fetchAll(shop)
    assert.deepEqual(await textsOf(shop, 'CUP'), ['<p>Two </p>', '<p>Two </p>'])
  })
})
