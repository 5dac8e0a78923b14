import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { learnWords } from './jobs.ts'

describeService('GET /catalog/suggest', startAppThatTellsStatements, ({ service }) => {
  let shop: TestMerchant
  let other: TestMerchant
  let headers: Record<string, string>
  before(async () => {
    ;[shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    await makeProducts(service, shop, [
      { name: 'White Metal Lantern', category: 'Lights', sku: 'LAN-1' },
      { name: 'Paper Lantern', category: 'Party' },
      { name: 'Regency Cakestand', category: 'Kitchen & Dining' },
      { name: 'Kitchen Scale', category: 'Baking' },
      { name: 'Secret Lantern', status: 'draft', category: 'Drafts' },
      ...Array.from({ length: 8 }, (_, number) => ({ name: `Mug ${number}`, category: `Mugs ${number}` })),
    ])
    await makeProduct(service, other, { name: 'Zeppelin Lantern', category: 'Lanterns of others' })
    await learnWords(service.deps)
    headers = (await makeStorefrontKey(service, shop, 'publishable')).headers
  })

  const ask = (query: string, more = headers) => service.request('GET', `/catalog/suggest?${query}`, { headers: more })
  async function suggest(q: string, more = headers) {
    const answer = await ask(`q=${encodeURIComponent(q)}`, more)
    assert.equal(answer.status, 200, q)
    const { products, categories, corrections } = answer.body.data
    const names = (items: { name: string }[]) => items.map(({ name }) => name)
    return { products: names(products), categories: names(categories), corrections }
  }

  it('answers 200 with products by a beginning, and categories by name and by those products', async () => {
    assert.deepEqual(await suggest('lan'), {
      products: ['Paper Lantern', 'White Metal Lantern'],
      categories: ['Party', 'Lights'],
      corrections: [],
    })
    const kitchen = await suggest('KITCH')
    assert.deepEqual(kitchen.products, ['Kitchen Scale', 'Regency Cakestand'])
    assert.deepEqual(kitchen.categories, ['Kitchen & Dining', 'Baking'])
    assert.deepEqual((await suggest('dining')).categories, ['Kitchen & Dining'])
    assert.deepEqual((await suggest('white  lant')).products, ['White Metal Lantern'])
    assert.deepEqual((await suggest('LAN-1')).products, ['White Metal Lantern'])
  })

  it('answers at most 5 products and 5 categories, as a list shows them', async () => {
    const mugs = (await ask('q=mug')).body.data
    assert.deepEqual([mugs.products.length, mugs.categories.length], [5, 5])
    const [first] = mugs.products
    const product = await service.request('GET', `/catalog/products/${first.id}`, { headers })
    const { description_html, ...alone } = product.body.data
    assert.deepEqual(first, alone)
    const shirt = await makeGroup(service, shop, { name: 'Quilted Gilet', slug: 'quilted-gilet' })
    const [card] = (await ask('q=gilet')).body.data.products
    assert.deepEqual([card.group.id, card.slug], [shirt.id, 'quilted-gilet'])
  })

  it('answers corrections of an unknown word, which find something', async () => {
    const { corrections, products } = await suggest('white lantren')
    assert.deepEqual([corrections, products], [['white lantern'], ['White Metal Lantern']])
    assert.deepEqual((await suggest('cakestnad')).corrections, ['cakestand'])
    assert.deepEqual(await suggest('xyzzyx'), { products: [], categories: [], corrections: [] })
    assert.deepEqual((await suggest('lantern')).corrections, [])
  })

  it('answers nothing of another shop, not even its words', async () => {
    const first = await makeProduct(service, other, { name: 'Wunderbaum' })
    await learnWords(service.deps)
    assert.deepEqual((await suggest('wunderbaun')).corrections, [])
    assert.deepEqual(await suggest('zeppelin'), { products: [], categories: [], corrections: [] })
    assert.deepEqual((await suggest('others')).categories, [])
    const theirs = (await makeStorefrontKey(service, other, 'publishable')).headers
    assert.deepEqual((await suggest('wunderbaun', theirs)).corrections, ['wunderbaum'])
    assert.deepEqual((await suggest('lan', theirs)).products, ['Zeppelin Lantern'])
    const shopper = await makeShopper(service, shop)
    const everywhere = (await suggest('lan', shopper.headers)).products.sort()
    assert.deepEqual(everywhere, ['Paper Lantern', 'White Metal Lantern', 'Zeppelin Lantern'])
    const one = await ask(`q=wunderbaum&merchant_id=${other.id}`, shopper.headers)
    assert.deepEqual(one.body.data.products[0].id, first.id)
    assertRefused(await ask(`q=lan&merchant_id=${other.id}`), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.deepEqual((await ask(`q=lan&merchant_id=${newId()}`, shopper.headers)).body.data.products, [])
  })

  it('answers 200 or 400 to any text', async () => {
    for (const q of ['', ' ', '\ufdfa'.repeat(200), 'a'.repeat(200), "' | ! & <-> \\ :*", '%_(){}[]', '🙂', 'ı', '-']) {
      await suggest(q)
    }
    for (const query of ['', `q=${'a'.repeat(201)}`, `q=${'a'.repeat(10_000)}`, 'q=%00', 'q=%07', 'q=a&limit=9']) {
      assertRefused(await ask(query), 400, 'VALIDATION_ERROR')
    }
  })

  it('has an etag, may be kept by a CDN, and is 304 while nothing changes', async () => {
    const first = await ask('q=cakes')
    assert.match(String(first.headers['cache-control']), /^public, max-age=15, s-maxage=60/)
    const again = await ask('q=cakes', { ...headers, 'if-none-match': String(first.headers['etag']) })
    assert.equal(again.status, 304)
  })

  it('takes 1 statement when words, cards and categories are known, and at most 6', async () => {
    const shopper = await makeShopper(service, shop)
    const once = (q: string) =>
      statementsOf(() => ask(`q=${encodeURIComponent(q)}&merchant_id=${shop.id}`, shopper.headers))
    assert.ok((await once('scale')).length <= 6)
    assert.equal((await once('scale')).length, 1)
    assert.ok((await once('regency scalle')).length <= 6)
  })
})
