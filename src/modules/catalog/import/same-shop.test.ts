import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { inputs } from '../products/schemas.ts'

type Body = Record<string, unknown>

/** Texts with what separates cells, lists and lines, and what spreadsheets take for formulas. */
const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    'é',
    'ß',
    '東',
    '🧵',
    ' ',
    '\u00a0',
    '"',
    ',',
    ';',
    "'",
    '=',
    '+',
    '-',
    '@',
    '|',
    '{',
    '[',
    '\\',
    '0',
    '1,5',
  ],
)
const text = (max: number) =>
  fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join('').slice(0, max).toWellFormed())
    .filter((made) => made.trim() !== '')
const words = fc.array(fc.constantFrom('mug', 'linen', '1', '東京'), { minLength: 1, maxLength: 3 })
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 3 })
const pictures = fc.uniqueArray(fc.nat(20), { maxLength: 3 })
const quantity = fc.constantFrom(
  ...[
    { measure: { value: 0.75, unit: 'l' }, base: { value: 1, unit: 'l' } },
    { measure: { value: 1.234, unit: 'kg' }, base: { value: 100, unit: 'g' } },
    { measure: { value: 0.000_000_1, unit: 'm3' }, base: { value: 1_000_000, unit: 'ml' } },
  ],
)
/** HTML as people write it: cells and lists, characters of separators, and what spreadsheets take for formulas. */
const html = fc
  .array(
    fc.constantFrom(
      ...['<p>Warm <strong>wool</strong>, "quoted" &amp; <em>light</em></p>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
      ...['<table><thead><tr><th scope="col">Size</th></tr></thead><tr><td colspan="2">M; 1,5</td></tr></table>', '\n'],
      ...[
        '=1+1',
        "'",
        '-',
        '<h2>@</h2>',
        '<p><a href="/care?a=1&amp;b=2">Care</a><br>é 東 🧵</p>',
        '<p></p>',
        'a\r\nb',
      ],
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(''))
  .filter((made) => made.trim() !== '')
const status = fc.constantFrom('active', 'draft', 'archived')
const seo = fc.record({ title: maybe(text(200)), description: maybe(text(500)) })
const metadata = fc.dictionary(text(100), text(500), { maxKeys: 3 })
/** A price, and the usual one above it. */
const prices = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), maybe(fc.integer({ min: 1, max: 5_000 })))
  .map(([price, more]) => ({ price: price / 100, compare_at_price: more === null ? null : (price + more) / 100 }))

const inOthers = fc.constantFrom(
  [{ currency: 'EUR', amount: 23.5, compare_at_amount: 29 }],
  [
    { currency: 'EUR', amount: 0, compare_at_amount: null },
    { currency: 'JPY', amount: 3000, compare_at_amount: null },
  ],
)

const ofVariant = fc
  .record({
    status,
    on_hand: fc.nat(1_000),
    requires_shipping: fc.boolean(),
    weight_grams: maybe(fc.nat(5_000)),
    tax_class: fc.constantFrom('standard', 'reduced', 'books_7'),
    gtin: maybe(fc.constant('4006381333931')),
    withdrawal: fc.constantFrom('allowed', 'made_to_order'),
    unit_pricing: maybe(quantity),
    metadata,
    pictures,
    prices,
    inOthers: maybe(inOthers),
    unit_cost: maybe(fc.integer({ min: 0, max: 5_000 }).map((cents) => cents / 100)),
    card: fc.constantFrom('none', 'none', 'multi', 'single'),
  })
  .map(({ prices, inOthers, card, ...fields }) => ({
    ...fields,
    ...prices,
    prices: inOthers,
    gift_card: card !== 'none',
    ...(card === 'single' && { voucher: 'single', voucher_country: 'DE' }),
    // Of a gift card it is false, whatever was said.
    ...(card !== 'none' && { requires_shipping: false }),
  }))
const ofGroup = fc.record({
  name: text(200),
  description: maybe(text(10_000)),
  category: maybe(text(100)),
  brand: maybe(text(100)),
  tags: fc.uniqueArray(text(50), { maxLength: 3 }),
  seo,
  description_html: maybe(html),
})
const plain = fc.tuple(ofVariant, ofGroup).map(([own, shared]): Body => ({ ...own, ...shared }))
const group = fc.record({
  shared: ofGroup,
  status,
  metadata,
  pictures,
  varies_by: fc.uniqueArray(text(100), { minLength: 1, maxLength: 3, selector: optionKey }),
  values: fc.uniqueArray(text(100), { minLength: 1, maxLength: 4, selector: optionKey }),
  variants: fc.array(ofVariant, { minLength: 4, maxLength: 4 }),
})
const seed = 20_260_531

/** Two that differ only in this are one option. */
function optionKey(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}"',;=+@|{[\\-]/gu, '')
}

/** What differs in another shop: ids, times and versions, and what is counted of the prices of the last 30 days. */
const ofOneShop = ['id', 'merchant_id', 'group_id', 'version', 'created_at', 'updated_at', 'media', 'image_url']
const ofHistory = ['lowest_price_30d', 'reduction']

describeService('files of a whole shop', ({ service }) => {
  const at = (number: number) => `https://pictures.example.com/${number}.png`

  /** Pictures that the shop has asked for, half of them with a text. */
  async function askForPictures(shop: TestMerchant): Promise<string[]> {
    const ids: string[] = []
    for (let number = 0; number <= 20; number++) {
      const body = { url: at(number), alt: number % 2 === 0 ? null : `Its side, "${number}"` }
      const answer = await service.request('POST', '/admin/media', { headers: shop.owner.headers, body })
      ids.push(answer.body.data.id)
    }
    return ids
  }
  async function post(shop: TestMerchant, path: string, body: Body): Promise<void> {
    const answer = await service.request('POST', path, { headers: shop.owner.headers, body })
    assert.equal(answer.status, 201, JSON.stringify([answer.body, body]))
  }
  const withPictures = ({ pictures, ...fields }: Body, ids: readonly string[]): Body => ({
    ...fields,
    media: (pictures as number[]).map((number) => ids[number]),
  })

  async function randomShop(): Promise<TestMerchant> {
    const shop = await makeMerchant(service)
    const market = { name: 'Germany', countries: ['DE'], currency: 'EUR', locales: ['en'] }
    await post(shop, '/admin/markets', market)
    const ids = await askForPictures(shop)
    for (const [index, body] of fc.sample(plain, { seed, numRuns: 40 }).entries()) {
      const slug =
        index % 3 === 0 ? {} : { slug: `${fc.sample(words, { seed: index, numRuns: 1 })[0]?.join('-')}-p${index}` }
      await post(shop, '/admin/products', { ...withPictures(body, ids), ...slug, sku: `=P ${index}` })
    }
    const address = {
      sku: 'with-address',
      name: 'An address of its own',
      price: 1,
      image_url: 'https://pictures.example.com/own.png',
    }
    await post(shop, '/admin/products', address)
    for (const [index, one] of fc.sample(group, { seed, numRuns: 12 }).entries()) {
      const variants = one.values.map((value, position) => ({
        ...withPictures(one.variants[position] as Body, ids),
        sku: `G${index}-${position}`,
        position: 3 - position,
        options: Object.fromEntries(one.varies_by.map((name, option) => [name, option === 0 ? value : 'all'])),
      }))
      const { shared, varies_by, status: is, metadata: has } = one
      const fields = { ...shared, varies_by, status: is, metadata: has, variants, pictures: one.pictures }
      await post(shop, '/admin/product-groups', { ...withPictures(fields, ids), slug: `group-${index}` })
    }
    return shop
  }

  const list = async (shop: TestMerchant, path: string): Promise<Body[]> => {
    const items: Body[] = []
    for (let cursor = ''; ; ) {
      const page = `${path}${path.includes('?') ? '&' : '?'}limit=50${cursor && `&cursor=${cursor}`}`
      const { body } = await service.request('GET', page, { headers: shop.owner.headers })
      items.push(...body.data.items)
      if (!body.data.pagination.has_more) return items
      cursor = body.data.pagination.next_cursor
    }
  }
  const without = (one: Body) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => ![...ofOneShop, ...ofHistory].includes(name)))

  /** Everything that answers say of a shop's products and groups, and the pictures of each by their addresses. */
  async function contents(shop: TestMerchant): Promise<Map<string, Body>> {
    const { rows: shown } = await sql<{ id: string; pictures: Body[] | null; image_url: string | null }>`
      select owner.id, owner.image_url, (
               select json_agg(json_build_object('url', source_url, 'alt', alt) order by place)
                 from unnest(owner.media) with ordinality wanted (id, place) join media using (id)) as pictures
        from (select id, media, case when media = '{}' then image_url end as image_url from products
               where merchant_id = ${shop.id}
              union all select id, media, null from product_groups where merchant_id = ${shop.id}) owner
      `.execute(service.deps.db)
    const pictures = new Map(shown.map(({ id, ...row }) => [id, row]))
    const products = await list(shop, '/admin/products?variants=all')
    const stock = new Map((await list(shop, '/admin/inventory')).map((one) => [one['product_id'], one['on_hand']]))
    const groups = await list(shop, '/admin/product-groups')
    const whole = new Map<string, Body>()
    for (const one of products) {
      const id = String(one['id'])
      const { body } = await service.request('GET', `/admin/products/${id}`, { headers: shop.owner.headers })
      whole.set(String(one['sku']), { ...without(body.data), on_hand: stock.get(id), ...pictures.get(id) })
    }
    for (const { id } of groups) {
      const { body } = await service.request('GET', `/admin/product-groups/${id}`, { headers: shop.owner.headers })
      const { variants, ...fields } = body.data
      const order = variants.map(({ sku, position, options }: Body) => ({ sku, position, options }))
      whole.set(String(fields.slug), { ...without(fields), order, ...pictures.get(String(id)) })
    }
    return whole
  }

  it('GET /admin/products/export answers files that make the same shop again, in each field', async () => {
    const shop = await randomShop()
    const here = await contents(shop)
    assert.equal(
      here.size,
      40 + 1 + 12 + fc.sample(group, { seed, numRuns: 12 }).flatMap(({ values }) => values).length,
    )
    const set = Object.keys(inputs).filter((name) => !['sku', 'media', 'image_url'].includes(name))
    for (const name of set) {
      const values = new Set([...here.values()].map((one) => JSON.stringify(one[name])))
      assert.ok(values.size > 1, `${name} is always ${[...values]}: a new field needs values here`)
    }
    for (const format of ['csv', 'ndjson']) {
      const { body: file } = await service.request('GET', `/admin/products/export?format=${format}`, {
        headers: shop.owner.headers,
      })
      const send = async (to: TestMerchant) => {
        const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
        const headers = { ...to.owner.headers, 'content-type': type }
        const { body } = await service.request('POST', '/admin/products/import', { headers, payload: file })
        return body.data
      }
      const other = await makeMerchant(service)
      const report = await send(other)
      assert.deepEqual([report.failed, report.errors], [0, []], `seed ${seed}`)
      const there = await contents(other)
      for (const [name, one] of here) assert.deepEqual(there.get(name), one, `${format}, ${name}, seed ${seed}`)
      assert.equal(there.size, here.size)
      const again = await send(shop)
      assert.deepEqual([again.created, again.updated, again.failed], [0, 0, 0], `${format}, seed ${seed}`)
    }
  })
})
