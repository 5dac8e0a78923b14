import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('files with texts in other languages', ({ service }) => {
  /** A shop of English texts whose markets speak these languages. */
  async function shopOf(locales: readonly string[]): Promise<TestMerchant> {
    const shop = await makeMerchant(service)
    const body = { name: 'Elsewhere', countries: ['DE', 'FR'], locales }
    const { status } = await service.request('POST', '/admin/markets', { headers: shop.owner.headers, body })
    assert.equal(status, 201)
    return shop
  }
  const send = (shop: TestMerchant, payload: string, query = '', type = 'text/csv') =>
    service.request('POST', `/admin/products/import${query}`, {
      headers: { ...shop.owner.headers, 'content-type': type },
      payload,
    })
  const counts = ({ body: { data } }: Awaited<ReturnType<typeof send>>) => {
    return [data.created, data.updated, data.unchanged, data.failed]
  }
  const exported = async (shop: TestMerchant, format = 'csv'): Promise<string> =>
    (await service.request('GET', `/admin/products/export?format=${format}`, { headers: shop.owner.headers })).body
  const texts = async (shop: TestMerchant, type: string, id: string, locale: string) => {
    const path = `/admin/translations/${type}/${id}/${locale}`
    return (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  }
  const put = async (shop: TestMerchant, path: string, body: object) => {
    const { headers } = shop.owner
    const answer = await service.request('PUT', `/admin/translations/${path}`, { headers, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const bySku = async (shop: TestMerchant) => {
    const { body } = await service.request('GET', '/admin/products?limit=100', { headers: shop.owner.headers })
    return new Map<string, { id: string; group_id: string | null; slug: string }>(
      body.data.items.map((product: { sku: string }) => [product.sku, product]),
    )
  }

  it('POST /admin/products/import with columns such as name:fr writes texts of products and groups', async () => {
    const shop = await shopOf(['fr', 'pt-BR'])
    const header =
      'sku,name,price,group,option_1_name,option_1_value,Name:FR,description:fr,slug:fr,name:pt_br,' +
      'option_1_name:fr,option_1_value:fr,description_html:fr'
    const file = [
      header,
      'L-1,Lantern,9,,,,Lanterne,En verre.,lanterne,Lanterna,,,',
      'S-1,Shirt,5,shirt,Size,Small,Chemise,,chemise,,Taille,Petit,<p>En <strong>lin</strong></p>',
      'S-2,Shirt,5,shirt,Size,Large,Chemise,,chemise,,Taille,Grand,<p>En <strong>lin</strong></p>',
      '',
    ].join('\n')
    const rehearsed = await send(shop, file, '?dry_run=true')
    assert.deepEqual(rehearsed.body.data.translated, { fr: 2, 'pt-BR': 1 })
    assert.deepEqual(
      rehearsed.body.data.preview.map(({ languages }: { languages: string[] }) => languages),
      [['fr', 'pt-BR'], ['fr'], ['fr']],
    )
    const first = await send(shop, file)
    assert.deepEqual(counts(first), [3, 0, 0, 0])
    assert.deepEqual([first.body.data.errors, first.body.data.warnings], [[], []])
    assert.deepEqual(first.body.data.translated, { fr: 2, 'pt-BR': 1 })
    const products = await bySku(shop)
    const lantern = await texts(shop, 'product', products.get('L-1')?.id ?? '', 'fr')
    assert.deepEqual([lantern.name, lantern.description, lantern.slug], ['Lanterne', 'En verre.', 'lanterne'])
    const shirt = await texts(shop, 'product_group', products.get('S-1')?.group_id ?? '', 'fr')
    assert.deepEqual(shirt.options, { Size: { name: 'Taille', values: { Small: 'Petit', Large: 'Grand' } } })
    assert.deepEqual([shirt.description, shirt.description_html], ['En lin', '<p>En <strong>lin</strong></p>'])
    const found = await service.request('GET', `/catalog/slugs/chemise?merchant_id=${shop.id}`, {
      headers: shop.owner.headers,
    })
    assert.equal(found.body.data.id, products.get('S-1')?.group_id)
    // The same again changes nothing, and is not counted.
    const again = await send(shop, file)
    assert.deepEqual([counts(again), again.body.data.translated], [[0, 0, 3, 0], {}])
    const search = await service.request(
      'GET',
      `/catalog/products/${products.get('L-1')?.id}?merchant_id=${shop.id}&country=FR&locale=fr`,
      { headers: shop.owner.headers },
    )
    assert.equal(search.body.data.name, 'Lanterne')
  })

  it('POST /admin/products/import with empty cells takes texts away, and leaves slugs', async () => {
    const shop = await shopOf(['fr'])
    const product = await makeProduct(service, shop, { sku: 'L-1', name: 'Lantern' })
    const body = { name: 'Lanterne', description: 'En verre.', slug: 'lanterne', seo: { title: 'Lanternes' } }
    await put(shop, `product/${product.id}/fr`, body)
    const changed = await send(shop, 'sku,name:fr,description:fr,slug:fr\nL-1,Falot,,\n')
    assert.deepEqual(counts(changed), [0, 1, 0, 0])
    const now = await texts(shop, 'product', product.id, 'fr')
    assert.deepEqual([now.name, now.description, now.slug, now.seo.title], ['Falot', null, 'lanterne', 'Lanternes'])
    assert.equal(now.version, 2)
    const row = { sku: 'L-1', 'seo_title:fr': null, 'name:fr': null, 'slug:fr': 'falot' }
    assert.deepEqual(counts(await send(shop, JSON.stringify(row), '', 'application/x-ndjson')), [0, 1, 0, 0])
    const { name, seo, slug } = await texts(shop, 'product', product.id, 'fr')
    assert.deepEqual([name, seo.title, slug], [null, null, 'falot'])
    const entries = await service.request('GET', '/admin/audit-log?limit=3', { headers: shop.owner.headers })
    const [last] = entries.body.data.items
    assert.deepEqual([last.action, last.changes.locale], ['translation.updated', ['fr', 'fr']])
  })

  it('POST /admin/products/import with a slug of another, or twice, leaves it out and tells of its row', async () => {
    const shop = await shopOf(['fr', 'it'])
    await makeProduct(service, shop, { sku: 'O-1', name: 'Autre' })
    const file = [
      'sku,name,price,name:fr,slug:fr,slug:it',
      'A,First,1,Un,autre,uno',
      'B,Second,1,Deux,deux,deux',
      'C,Third,1,Trois,uno,tre',
      '',
    ].join('\n')
    const { body } = await send(shop, file)
    assert.deepEqual([body.data.created, body.data.failed], [3, 0])
    assert.deepEqual(body.data.warnings, [
      { row: 2, sku: 'A', field: 'slug:fr', message: 'autre is the slug of another product: it was left out' },
      { row: 3, sku: 'B', field: 'slug:it', message: 'deux is its slug in fr already: it was left out' },
      { row: 4, sku: 'C', field: 'slug:fr', message: 'uno is the slug of another product: it was left out' },
    ])
    const products = await bySku(shop)
    const { name, slug } = await texts(shop, 'product', products.get('A')?.id ?? '', 'fr')
    assert.deepEqual([name, slug], ['Un', null])
  })

  it('POST /admin/products/import with wrong texts refuses their rows, each with its column', async () => {
    const shop = await shopOf(['fr'])
    const file = [
      'sku,name,price,name:fr,slug:fr,option_1_value:fr',
      `A,First,1,${'x'.repeat(201)},Not a slug,`,
      'B,Second,1,Deux,,Petit',
      'C,Third,1,Trois,trois,',
      '',
    ].join('\n')
    const { body } = await send(shop, file)
    assert.deepEqual([body.data.created, body.data.failed], [1, 2])
    const fields = body.data.errors.map(({ row, field }: { row: number; field: string }) => [row, field])
    assert.deepEqual(fields, [
      [2, 'name:fr'],
      [3, 'option_1_value:fr'],
    ])
    const slugs = await send(shop, 'sku,name,price,slug:fr\nD,Fourth,1,Not a slug\n')
    assert.match(slugs.body.data.errors[0].message, /lower-case words/)
    const row = { sku: 'E', name: 'Fifth', price: 1, 'name:fr': 'Cinq', 'name:de': 'Fünf', 'name:nope nope': 'x' }
    const ndjson = await send(shop, JSON.stringify(row), '', 'application/x-ndjson')
    const wrong = ndjson.body.data.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(wrong, ['name:de', 'name:nope nope'])
  })

  it('POST /admin/products/import with a column of a language that the shop has not answers 400', async () => {
    const shop = await shopOf(['fr'])
    const file = 'sku,name,price,name:fr,name:de,name:en,name:no such,price:fr\nA,First,1,Un,Eins,First,x,1\n'
    const refused = await send(shop, file)
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    const { details } = refused.body.error
    const messages = new Map<string, string>(
      details.map(({ field, message }: { field: string; message: string }) => [field, message]),
    )
    assert.match(messages.get('header.name:de') ?? '', /no market of the shop has/)
    assert.match(messages.get('header.name:en') ?? '', /name the column name/)
    assert.match(messages.get('header.name:no such') ?? '', /BCP 47/)
    assert.match(messages.get('header.price:fr') ?? '', /ISO 4217/)
    const ignoring = await send(shop, file, '?ignore=name:de,name:en,name:no%20such,price:fr')
    assert.deepEqual(counts(ignoring), [1, 0, 0, 0])
    const twice = await send(shop, 'sku,name:fr,Name:FR\nA,x,y\n')
    assert.match(twice.body.error.message, /the column name:fr twice/)
    const renamed = await send(shop, 'sku,Nom\nA,Premier\n', '?rename=Nom=name:fr')
    assert.deepEqual([counts(renamed), renamed.body.data.translated], [[0, 1, 0, 0], { fr: 1 }])
    // Without markets there are no languages, and files are as they were.
    const plain = await makeMerchant(service)
    assertRefused(await send(plain, 'sku,name,price,name:fr\nA,First,1,Un\n'), 400, 'VALIDATION_ERROR')
    await makeProduct(service, plain)
    assert.doesNotMatch(await exported(plain), /:/)
  })

  it('GET /admin/products/export of more languages is read into an empty shop, which exports the same', async () => {
    const piece = fc.constantFrom('a', 'é', '東', '🧵', ' ', '"', ',', ';', "'", '=', '|', '{', '\\', '1,5', ':fr')
    const text = (max: number) =>
      fc
        .array(piece, { minLength: 1, maxLength: 6 })
        .map((pieces) => pieces.join('').slice(0, max).toWellFormed().trim())
        .filter((made) => made !== '')
    const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 3 })
    const html = fc.constantFrom('<p>Lin <em>pur</em>, "doux"</p>', '<ul><li>un</li><li>=2</li></ul>')
    const translation = fc.record({
      name: some(text(200)),
      texts: fc.oneof(fc.record({ description: some(text(500)) }), fc.record({ description_html: some(html) })),
      seo: fc.record({ title: some(text(200)), description: some(text(500)) }),
      hasSlug: fc.boolean(),
      words: fc.array(some(text(50)), { minLength: 3, maxLength: 3 }),
    })
    const locales = ['fr', 'de-AT', 'ja']
    const things = fc.array(
      fc.record({ isGroup: fc.boolean(), said: fc.array(some(translation), { minLength: 3, maxLength: 3 }) }),
      { minLength: 8, maxLength: 8 },
    )
    const [made = []] = fc.sample(things, { numRuns: 1, seed: 20_261_130 })
    const shop = await shopOf(locales)
    // Groups of a chunk are made before plain products.
    const inOrder = made.toSorted((one, other) => Number(other.isGroup) - Number(one.isGroup))
    for (const [number, { isGroup, said }] of inOrder.entries()) {
      const group = isGroup ? await makeGroup(service, shop, { name: `Shirt ${number}` }) : undefined
      const id = group?.id ?? (await makeProduct(service, shop)).id
      const [[option = '', value = ''] = []] = Object.entries(group?.variants[0]?.options ?? {})
      for (const [index, one] of said.entries()) {
        if (one === null) continue
        const { name, texts: described, seo, hasSlug, words } = one
        const slug = hasSlug ? `slug-${number}-${index}` : null
        const word = words[1] ? { values: { [value]: words[1] } } : {}
        const options = group === undefined ? undefined : { [option]: { name: words[0] ?? null, ...word } }
        const body = { name, seo, slug, ...described, ...(options && { options }) }
        await put(shop, `${isGroup ? 'product_group' : 'product'}/${id}/${locales[index]}`, body)
      }
    }
    for (const format of ['csv', 'ndjson']) {
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      const file = await exported(shop, format)
      const back = await send(shop, file, '', type)
      assert.deepEqual([back.body.data.updated, back.body.data.failed], [0, 0], JSON.stringify(back.body.data.errors))
      const other = await shopOf(locales)
      const moved = await send(other, file, '', type)
      assert.deepEqual([moved.body.data.failed, moved.body.data.warnings], [0, []])
      assert.equal(await exported(other, format), file)
    }
    const [header = ''] = (await exported(shop)).split('\n')
    assert.match(header, /,name:fr,description:fr,description_html:fr,.*,name:de-AT,.*,name:ja,/)
  })
})
