import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProducts } from '#test/support/products.ts'
import { learnWords } from './jobs.ts'

const names = [
  ...['Wi-Fi Router', 'Hi-Fi System', 'Cotton T-Shirt', 'E-Bike Lock', 'X-Ray Film', 'USB-C Cable', 'Blu-Ray Player'],
  ...['Steel Knife', 'Oak Shelf', 'Foot Bath', 'Snowman Card', 'Mice Trap', 'Leaf Blower', 'Teeth Brush'],
  ...['Łódź Poster', 'Straßenkarte', 'Œuvre complète', 'Smørrebrød Board', 'Đàn Bầu', 'Diyarbakır Rug', 'Ελιά Oil'],
  ...['Camera Lens', 'Reading Lenses', 'City Bus', 'Toy Buses', 'Gas Stove', 'Rare Gases', 'Iris Bulb', 'Blue Irises'],
  ...['Þorramatur Box', 'Ħobż Basket', 'Æbleskiver Pan', 'Col·lecció Book', 'İzmir Towel', 'Cafe\u0301 Cup'],
]

describeShop('words of a search', ({ service, shop: merchant }) => {
  let user: SignedInUser
  let other: TestMerchant
  before(async () => {
    other = await makeMerchant(service)
    user = await makeUser(service)
    await makeProducts(service, merchant, [
      ...names.map((name) => ({ name })),
      { name: 'Speaker', description: 'A plain one, with wi-fi', category: 'Sound' },
    ])
    await makeProducts(service, other, [{ name: 'Gizmo' }, { name: 'Draft Widget', status: 'draft' }])
  })

  const search = async (q: string, more = '') => {
    const path = `/marketplace/search?q=${encodeURIComponent(q)}${more}`
    const { status, body } = await service.request('GET', path, { headers: user.headers })
    assert.equal(status, 200)
    return body.data
  }
  const found = async (q: string, more = ''): Promise<string[]> =>
    (await search(q, more)).items.map(({ name }: { name: string }) => name)

  for (const [one, many, expected] of [
    ['lens', 'lenses', ['Camera Lens', 'Reading Lenses']],
    ['bus', 'buses', ['City Bus', 'Toy Buses']],
    ['gas', 'gases', ['Gas Stove', 'Rare Gases']],
    ['iris', 'irises', ['Blue Irises', 'Iris Bulb']],
  ] as const)
    it(`"${one}" and "${many}" find the same, for shoppers and for staff`, async () => {
      const { headers } = merchant.owner
      for (const q of [one, many]) {
        assert.deepEqual((await found(q)).sort(), expected, q)
        const own = await service.request('GET', `/admin/products?q=${q}`, { headers })
        assert.deepEqual(own.body.data.items.map(({ name }: { name: string }) => name).sort(), expected, q)
      }
    })

  for (const learned of [false, true]) {
    describe(learned ? 'that the dictionary has' : 'of products that were made a moment ago', () => {
      before(() => learned && learnWords(service.deps))

      for (const [q, expected] of [
        ...['wifi', 'wi fi', 'Wi-Fi', 'WIFI'].map((q) => [q, ['Wi-Fi Router', 'Speaker']] as const),
        ...['hifi', 'hi fi', 'hi-fi'].map((q) => [q, ['Hi-Fi System']] as const),
        ...['tshirt', 't shirt', 't-shirt', 'tshirts', 'T\u2011Shirts'].map((q) => [q, ['Cotton T-Shirt']] as const),
        ...['ebike', 'e bike', 'e-bikes'].map((q) => [q, ['E-Bike Lock']] as const),
        ...['xray', 'x ray'].map((q) => [q, ['X-Ray Film']] as const),
        ...['usbc', 'usb c', 'usb-c'].map((q) => [q, ['USB-C Cable']] as const),
        ...['bluray', 'blu ray'].map((q) => [q, ['Blu-Ray Player']] as const),
      ] as const)
        it(`"${q}" finds ${expected.join(' and ')}, and nothing else`, async () => {
          // Only the dictionary tells that two longer words are one; until then what has one of them may follow.
          const all = await found(q)
          assert.deepEqual(learned || /^[wh]i/i.test(q) ? all : all.slice(0, expected.length), expected)
        })

      for (const [q, expected] of [
        ...([
          ['knives', 'Steel Knife'],
          ['shelves', 'Oak Shelf'],
          ['feet', 'Foot Bath'],
          ['mouse', 'Mice Trap'],
        ] as const),
        ...([
          ['snowmen', 'Snowman Card'],
          ['leaves', 'Leaf Blower'],
          ['tooth', 'Teeth Brush'],
        ] as const),
        ...([
          ['lodz', 'Łódź Poster'],
          ['strassenkarte', 'Straßenkarte'],
          ['oeuvre', 'Œuvre complète'],
        ] as const),
        ...([
          ['smorrebrod', 'Smørrebrød Board'],
          ['dan bau', 'Đàn Bầu'],
          ['diyarbakir', 'Diyarbakır Rug'],
        ] as const),
        ...([
          ['ελια', 'Ελιά Oil'],
          ['thorramatur', 'Þorramatur Box'],
          ['hobz', 'Ħobż Basket'],
        ] as const),
        ...([
          ['aebleskiver', 'Æbleskiver Pan'],
          ['colleccio', 'Col·lecció Book'],
          ['IZMIR', 'İzmir Towel'],
        ] as const),
        ...([
          ['ŁÓDŹ', 'Łódź Poster'],
          ['cafe', 'Cafe\u0301 Cup'],
          ['STRASSENKARTE', 'Straßenkarte'],
        ] as const),
      ] as const)
        it(`"${q}" finds ${expected}`, async () => assert.deepEqual(await found(q), [expected]))
    })
  }

  it('a word that no product has is left out and named', async () => {
    const answer = await search('zzyzx router')
    assert.deepEqual(
      answer.items.map(({ name }: { name: string }) => name),
      ['Wi-Fi Router'],
    )
    assert.deepEqual(answer.ignored_words, ['zzyzx'])
    assert.deepEqual((await search('Gräßlichkeit steel qqqqq knife')).ignored_words, ['grasslichkeit', 'qqqqq'])
  })

  it('nothing is ignored where all words are found, none is known, or a slip was meant', async () => {
    for (const q of ['router', 'zzyzx', 'zzyzx qqqqq', 'steel knife', 'stel knifes', ''])
      assert.deepEqual((await search(q)).ignored_words, [], q)
    assert.deepEqual(await found('zzyzx qqqqq'), [])
  })

  it('a word of another shop, or of a draft, is left out of the search of a shop', async () => {
    const shop = `&merchant_id=${merchant.id}`
    assert.deepEqual((await search('gizmo router', shop)).ignored_words, ['gizmo'])
    assert.deepEqual(await found('gizmo router', shop), ['Wi-Fi Router'])
    assert.deepEqual((await search('gizmo widget')).ignored_words, ['widget'])
  })

  it('a page behind a cursor leaves out the same words', async () => {
    const first = await search('zzyzx steel oak', '&limit=1')
    assert.deepEqual([first.items.length, first.ignored_words], [1, ['zzyzx']])
    const next = await search('zzyzx steel oak', `&limit=1&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual(next.ignored_words, ['zzyzx'])
    const both = [...first.items, ...next.items].map(({ name }: { name: string }) => name)
    assert.deepEqual(both.sort(), ['Oak Shelf', 'Steel Knife'])
  })

  it('staff finds products by the same words', async () => {
    const admin = async (q: string, path = '/admin/products') => {
      const { body } = await service.request('GET', `${path}?q=${encodeURIComponent(q)}`, {
        headers: merchant.owner.headers,
      })
      return body.data.items.map(({ name }: { name: string }) => name)
    }
    for (const [q, expected] of [
      ['wifi router', 'Wi-Fi Router'],
      ['knives', 'Steel Knife'],
      ['lodz', 'Łódź Poster'],
    ] as const) {
      assert.deepEqual(await admin(q), [expected], q)
      assert.deepEqual(await admin(q, '/admin/inventory'), [expected], q)
    }
  })

  it('sort=name sorts letters with their base', async () => {
    const sorted = await service.request('GET', `/catalog/products?merchant_id=${merchant.id}&sort=name&limit=100`, {
      headers: user.headers,
    })
    const listed: string[] = sorted.body.data.items.map(({ name }: { name: string }) => name)
    const place = (name: string) => listed.indexOf(name)
    assert.ok(place('Leaf Blower') < place('Łódź Poster') && place('Łódź Poster') < place('Mice Trap'))
    assert.ok(place('İzmir Towel') < place('Leaf Blower') && place('Oak Shelf') < place('Œuvre complète'))
  })
})
