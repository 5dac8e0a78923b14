import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { catalogChecks, writeLanguages } from '#src/modules/catalog/index.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { writeTexts } from '#test/support/languages.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'

describeShop('search in the language of the reader', ({ service, shop }) => {
  const admin = async (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    at = shop,
  ) => {
    const answer = await service.request(method, `/admin${path}`, {
      headers: at.owner.headers,
      ...(body !== undefined && { body }),
    })
    assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const translate = (id: string, locale: string, texts: object, type = 'product', at = shop) =>
    admin('PUT', `/translations/${type}/${id}/${locale}`, texts, at)
  const read = async (path: string, at: TestMerchant = shop) => {
    const answer = await service.request('GET', `${path}&merchant_id=${at.id}`, { headers: shop.owner.headers })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const search = async (q: string, more = '&locale=de', at = shop): Promise<string[]> =>
    (await read(`/marketplace/search?q=${encodeURIComponent(q)}${more}`, at)).items.map(
      ({ name }: { name: string }) => name,
    )
  const names = {
    lantern: ['Garden Lantern', 'Gartenlaterne', 'Lanterne de jardin'],
    table: ['Kitchen Table', 'Küchentisch', 'Table de cuisine'],
    cups: ['Tea Cups', 'Teetassen', 'Tasses à thé'],
    street: ['Road Map', 'Straßenkarte', 'Carte routière'],
    cushion: ['Cushion Embroidered', 'Kissen, bestickt', 'Coussin brodé'],
  } as const
  const ids: Record<string, string> = {}
  let setUp: Promise<void> | undefined
  const ready = () => {
    setUp ??= (async () => {
      await admin('POST', '/markets', { name: 'Europe', countries: ['DE'], locales: ['de', 'fr'] })
      const own = (await admin('GET', '/markets')).items.find((one: { own: boolean }) => one.own)
      await admin('PATCH', `/markets/${own.id}`, { locales: ['en', 'de', 'fr', 'sv', 'tr', 'ja'] })
      await writeTexts(service, shop)
      for (const [key, [en, de, fr]] of Object.entries(names)) {
        const { id } = await makeProduct(service, shop, { name: en, sku: `L-${key}` })
        ids[key] = id
        await translate(id, 'de', { name: de })
        await translate(id, 'fr', { name: fr })
      }
      await makeProduct(service, shop, { name: 'Untranslated Teapots' })
      await writeTexts(service, shop)
    })()
    return setUp
  }
  before(ready)

  for (const [q, expected] of [
    ['gartenlaterne', names.lantern[1]],
    ['Gartenlaternen', names.lantern[1]],
    ['laterne', names.lantern[1]],
    ['Laternen', names.lantern[1]],
    ['Kuechentisch', names.table[1]],
    ['kuchentisch', names.table[1]],
    ['Küchentische', names.table[1]],
    ['Strassenkarte', names.street[1]],
    ['STRASSENKARTEN', names.street[1]],
    ['teetasse', names.cups[1]],
    ['bestickte Kissen', names.cushion[1]],
    ['gartenlatrene', names.lantern[1]],
    ['L-street', names.street[1]],
    ['teapot', 'Untranslated Teapots'],
  ] as const)
    it(`GET /marketplace/search?q=${q} in German finds ${expected}`, async () => {
      assert.equal((await search(q))[0], expected)
    })

  for (const [q, expected] of [
    ['lanternes', names.lantern[2]],
    ['coussins brodes', names.cushion[2]],
    ['brodée', names.cushion[2]],
    ['tasse a the', names.cups[2]],
  ] as const)
    it(`GET /marketplace/search?q=${q} in French finds ${expected}`, async () => {
      assert.equal((await search(q, '&locale=fr'))[0], expected)
    })

  it('GET /marketplace/search finds by the words of its language alone', async () => {
    assert.deepEqual(await search('gartenlaterne', '&locale=en'), [])
    assert.deepEqual(await search('gartenlaterne', '&locale=fr'), [])
    assert.deepEqual(await search('lantern', '&locale=en'), [names.lantern[0]])
    const everywhere = await service.request('GET', '/marketplace/search?q=gartenlaterne', {
      headers: { ...shop.owner.headers, 'accept-language': 'de' },
    })
    assert.deepEqual(everywhere.body.data.items, [])
  })

  it('a translation, a change and a deletion are found at once', async () => {
    const { id } = await makeProduct(service, shop, { name: 'Clock' })
    await translate(id, 'de', { name: 'Wanduhr' })
    assert.deepEqual(await search('wanduhr'), ['Wanduhr'])
    await translate(id, 'de', { name: 'Pendeluhr', description: 'Aus Nussholz' })
    assert.deepEqual(await search('wanduhr'), [])
    assert.deepEqual(await search('nussholz'), ['Pendeluhr'])
    await admin('PATCH', `/products/${id}`, { name: 'Clocks' })
    assert.deepEqual(await search('pendeluhr'), ['Pendeluhr'])
    await translate(id, 'de', {})
    assert.deepEqual(await search('clocks'), ['Clocks'])
    await admin('PATCH', `/products/${id}`, { status: 'draft' })
    assert.deepEqual(await search('clocks'), [])
    await admin('DELETE', `/products/${id}`)
  })

  it('a group is found by its name and the titles of its options, and shows the variant', async () => {
    const group = await makeGroup(service, shop, {
      name: 'Shirt',
      varies_by: ['Colour'],
      variants: ['Red', 'Blue'].map((Colour) => ({ sku: `SHIRT-${Colour}`, price: 5, options: { Colour } })),
    })
    const options = { Colour: { name: 'Farbe', values: { Red: 'Rot', Blue: 'Blau' } } }
    await translate(group.id, 'de', { name: 'Hemd', options }, 'product_group')
    for (const [q, colour] of [
      ['hemd rot', 'Red'],
      ['blaues hemd', 'Blue'],
    ] as const) {
      await writeTexts(service, shop)
      const { items } = await read(`/marketplace/search?q=${encodeURIComponent(q)}&locale=de`)
      assert.deepEqual([items[0].name, items[0].options], ['Hemd', { Colour: colour }], q)
    }
  })

  it('lists and searches are sorted by the names of the language, page by page', async () => {
    const sorted = (list: readonly string[]) => list.toSorted((one, other) => one.localeCompare(other, 'de'))
    for (const path of ['/catalog/products?', '/marketplace/search?']) {
      const all: string[] = []
      for (let cursor = ''; ; ) {
        const page = await read(`${path}locale=de&sort=name&limit=2${cursor && `&cursor=${cursor}`}`)
        all.push(...page.items.map(({ name }: { name: string }) => name))
        if (!page.pagination.has_more) break
        cursor = page.pagination.next_cursor
      }
      assert.deepEqual(all, sorted(all), path)
      assert.ok(all.length >= 6 && all.includes(names.table[1]), path)
    }
  })

  it('GET /catalog/suggest answers and corrects in the language', async () => {
    const found = await read('/catalog/suggest?q=gartenl&locale=de')
    assert.deepEqual(
      found.products.map(({ name }: { name: string }) => name),
      [names.lantern[1]],
    )
    const corrected = await read('/catalog/suggest?q=kuchentsich&locale=de')
    assert.deepEqual(corrected.corrections, ['küchentisch'])
  })

  it('Swedish å is not a, Turkish ı is i without its dot, Japanese is found by pairs', async () => {
    const made = await makeProducts(service, shop, [{ name: 'Eel' }, { name: 'Lamp' }, { name: 'Case' }])
    const [eel, lamp, phone] = made.map(({ id }) => id) as [string, string, string]
    await translate(eel, 'sv', { name: 'Ål' })
    await translate(lamp, 'tr', { name: 'IŞIK ÇANTASI' })
    await translate(phone, 'ja', { name: 'スマートフォンケース 白' })
    await writeTexts(service, shop)
    assert.deepEqual([await search('ål', '&locale=sv'), await search('al', '&locale=sv')], [['Ål'], []])
    for (const q of ['ışık', 'isik', 'IŞIK', 'Işık çanta', 'çantalar'])
      assert.deepEqual(await search(q, '&locale=tr'), ['IŞIK ÇANTASI'], q)
    for (const q of ['スマートフォン', 'ケース', '白', 'ｹｰｽ'])
      assert.equal((await search(q, '&locale=ja'))[0], 'スマートフォンケース 白', q)
  })

  it('a language that a market loses is gone, and a shop without markets has none', async () => {
    const at = await makeMerchant(service)
    const { id } = await makeProduct(service, at, { name: 'Lantern' })
    const rows = async () =>
      (
        await sql<{ language: string; count: number }>`
          select language, count(*)::int as count from listing_texts where merchant_id = ${at.id}
           group by 1 order by 1`.execute(service.deps.db)
      ).rows.map(({ language, count }) => [language, count])
    assert.deepEqual(await rows(), [['', 1]])
    const market = await admin('POST', '/markets', { name: 'A', countries: ['AT'], locales: ['de-AT', 'fr'] }, at)
    await translate(id, 'de', { name: 'Laterne' }, 'product', at)
    assert.deepEqual(await search('laterne', '&country=AT', at), [])
    await writeTexts(service, at)
    assert.deepEqual(await rows(), [
      ['', 1],
      ['de-AT de', 1],
      ['fr de-AT', 1],
    ])
    assert.deepEqual(await search('laternen', '&country=AT', at), ['Laterne'])
    await admin('PATCH', `/markets/${market.id}`, { locales: ['de-AT'] }, at)
    await writeTexts(service, at)
    assert.deepEqual(await rows(), [
      ['', 1],
      ['de-AT de', 1],
    ])
    await admin('PATCH', '/merchant', { locale: 'nl' }, at)
    await writeTexts(service, at)
    // The shop's own market has both: its own text, and English.
    assert.deepEqual(await rows(), [
      ['', 1],
      ['de-AT de', 1],
      ['en', 1],
      ['nl', 1],
    ])
    await admin('DELETE', `/markets/${market.id}`, undefined, at)
    await writeTexts(service, at)
    assert.deepEqual(await rows(), [['', 1]])
  })

  it('an upgrade queues the job for shops that had markets before, once each', async () => {
    const at = await makeMerchant(service)
    await admin('POST', '/markets', { name: 'D', countries: ['DE'], locales: ['de'] }, at)
    const key = `${writeLanguages.name}:${at.id}`
    const { db } = service.deps
    await sql`delete from jobs where key = ${key}`.execute(db)
    const migration = readFileSync('migrations/0126_write_languages.sql', 'utf8')
    for (let upgrade = 0; upgrade < 2; upgrade++) await sql.raw(migration).execute(db)
    const { rows } = await sql`select name, payload from jobs where key = ${key}`.execute(db)
    assert.deepEqual(rows, [{ name: writeLanguages.name, payload: { merchantId: at.id } }])
  })

  it('all checks of the catalog hold', async () => {
    for (const { name, statement } of catalogChecks) {
      const { rows } = await sql.raw(statement).execute(service.deps.db)
      assert.deepEqual(rows, [], name)
    }
  })
})
