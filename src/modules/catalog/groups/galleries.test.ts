import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { announcePicture } from '#src/modules/catalog/products/announce-picture.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { variantsOf } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Shown {
  id: string
  version: number
  image_url: string | null
  options: Record<string, string>
  media: { id: string; url: string; of_group?: boolean; option?: object | null }[]
}

describeShop('galleries of variants', { DATA_DIR: temporaryFolder() }, ({ service, shop }) => {
  let shopper: SignedInUser
  before(async () => {
    shopper = await makeUser(service)
  })

  const ask = (method: Method, url: string, body?: unknown, headers = shop.owner.headers) =>
    service.request(method, url, { headers, ...(body !== undefined && { body }) })
  async function picture(): Promise<string> {
    const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
    return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data.id
  }
  const groups = '/admin/product-groups'
  const idsOf = ({ media }: Pick<Shown, 'media'>) => media.map(({ id }) => id)
  /** The galleries of a group's variants: S Red, S Blue, M Red, M Blue. */
  const galleries = ({ variants }: { variants: Shown[] }) => variants.map(idsOf)
  const four = () => variantsOf(['S', 'M'], ['Red', 'Blue'])
  async function make(media: unknown, variants: object[] = four()) {
    const made = await ask('POST', groups, { name: unique('Shirt'), varies_by: ['Size', 'Colour'], media, variants })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.data
  }
  const red = (id: string) => ({ id, option: { Colour: 'Red' } })

  it('shows a variant’s own pictures, then those for its value, then those of the whole group', async () => {
    const [front, onRed, onBlue, label] = [await picture(), await picture(), await picture(), await picture()]
    const [first, ...others] = four()
    const media = [front, { ...red(onRed), id: onRed.toUpperCase() }, { id: onBlue, option: { Colour: 'blue' } }]
    const group = await make(media, [{ ...first, media: [label, front] }, ...others])
    assert.deepEqual(galleries(group), [
      [label, front, onRed],
      [onBlue, front],
      [onRed, front],
      [onBlue, front],
    ])
    const options = group.media.map(({ option }: Shown['media'][number]) => option)
    assert.deepEqual(
      [idsOf(group), options],
      [
        [front, onRed, onBlue],
        [null, { Colour: 'Red' }, { Colour: 'Blue' }],
      ],
    )
    const [own] = group.variants as [Shown]
    assert.deepEqual(
      own.media.map(({ of_group }) => of_group),
      [false, false, true],
    )
    const open = (await ask('GET', `/catalog/product-groups/${group.id}`, undefined, shopper.headers)).body.data
    assert.deepEqual(galleries(open), galleries(group))
    for (const variant of group.variants as Shown[]) {
      const page = (await ask('GET', `/catalog/products/${variant.id}`, undefined, shopper.headers)).body.data
      assert.deepEqual([idsOf(page), page.image_url], [idsOf(variant), variant.media[0]?.url])
    }
    const told = (await eventsOf(service, shop.id, 'product.created')).slice(-4)
    assert.deepEqual(told.map(({ data }) => idsOf(data.product)).sort(), galleries(group).sort())
    const list = `/catalog/products?group_id=${group.id}&merchant_id=${shop.id}`
    const [card] = (await ask('GET', list, undefined, shopper.headers)).body.data.items
    assert.deepEqual(idsOf(card), idsOf(group.variants.find(({ id }: Shown) => id === card.id)))
  })

  it('a group whose pictures are all for other values shows its first one in lists', async () => {
    const onRed = await picture()
    const variants = four().map((one, index) => ({ ...one, price: index === 1 ? 5 : 9 }))
    const group = await make([red(onRed)], variants)
    assert.deepEqual(galleries(group), [[onRed], [], [onRed], []])
    const list = `/catalog/products?group_id=${group.id}&merchant_id=${shop.id}`
    const [card] = (await ask('GET', list, undefined, shopper.headers)).body.data.items
    assert.deepEqual([card.options.Colour, idsOf(card)], ['Blue', [onRed]])
  })

  it('PATCH of a group ties a picture, and its variants are told of with their new galleries', async () => {
    const [front, onRed] = [await picture(), await picture()]
    const group = await make([front, onRed])
    const path = `${groups}/${group.id}`
    const changed = (await ask('PATCH', path, { media: [front, red(onRed)] })).body.data
    const expected = [[onRed, front], [front], [onRed, front], [front]]
    assert.deepEqual([galleries(changed), changed.version], [expected, group.version + 1])
    const told = (await eventsOf(service, shop.id, 'product.updated')).slice(-4)
    assert.deepEqual(
      changed.variants.map(({ id }: Shown) => idsOf(told.find(({ data }) => data.product.id === id)?.data.product)),
      expected,
    )
    const same = (await ask('PATCH', path, { media: [front, red(onRed)] })).body.data
    assert.deepEqual(same, changed)
    const log = await ask('GET', `/admin/audit-log?target=${group.id}&action=product_group.updated`)
    const tied = JSON.stringify({ [onRed]: { Colour: 'Red' } })
    assert.deepEqual(log.body.data.items[0].changes, { media_options: [null, tied] })
    const kept = (await ask('PATCH', path, { brand: 'Regency' })).body.data
    assert.deepEqual(galleries(kept), expected)
    const loose = (await ask('PATCH', path, { media: [front, { id: onRed, option: null }] })).body.data
    assert.deepEqual(galleries(loose), Array(4).fill([front, onRed]))
  })

  it('a new name of the option and a new value of its variants keep the picture at them', async () => {
    const onRed = await picture()
    const group = await make([red(onRed)])
    const path = `${groups}/${group.id}`
    const optionOf = ({ media }: Shown) => media[0]?.option
    const renamed = (await ask('PATCH', path, { rename: { Colour: 'Shade' } })).body.data
    assert.deepEqual([optionOf(renamed), galleries(renamed)], [{ Shade: 'Red' }, [[onRed], [], [onRed], []]])
    const reds = (group.variants as Shown[]).filter(({ options }) => options['Colour'] === 'Red')
    const variants = reds.map(({ id, options }) => ({ id, options: { Size: options['Size'], Shade: 'Crimson' } }))
    const recoloured = (await ask('PATCH', path, { variants })).body.data
    assert.deepEqual([optionOf(recoloured), galleries(recoloured)], [{ Shade: 'Crimson' }, [[onRed], [], [onRed], []]])
    const removed = await ask('PATCH', path, {
      varies_by: ['Size'],
      variants: (group.variants as Shown[]).map(({ id }, at) => ({ id, options: { Size: `${at}` } })),
    })
    assert.deepEqual([optionOf(removed.body.data), galleries(removed.body.data)], [null, Array(4).fill([onRed])])
  })

  it('PUT of a group sets what its pictures are for', async () => {
    const onRed = await picture()
    const group = await make([onRed])
    const body = { name: group.name, varies_by: ['Size', 'Colour'], media: [red(onRed)], variants: four() }
    const put = (await ask('PUT', `${groups}/${group.id}`, body)).body.data
    assert.deepEqual(galleries(put), [[onRed], [], [onRed], []])
  })

  it('a variant that leaves its group keeps its gallery', async () => {
    const [front, onRed, onBlue] = [await picture(), await picture(), await picture()]
    const group = await make([front, red(onRed), { id: onBlue, option: { Colour: 'Blue' } }])
    const left = (await ask('PATCH', `/admin/products/${group.variants[0].id}`, { group_id: null })).body.data
    assert.deepEqual(idsOf(left), [onRed, front])
  })

  it('a picture for an option that the group has not, or for no option, answers 400', async () => {
    const one = await picture()
    const group = await make([])
    const wrong: [unknown, string][] = [
      [[{ id: one, option: { Color: 'Red' } }], 'media[0].option.Color'],
      [[one, red(one)], 'media[1]'],
      [[red(newId())], 'media[0]'],
      [[{ id: one, option: {} }], 'media[0]'],
      [[{ id: one, option: { Size: 'S', Colour: 'Red' } }], 'media[0]'],
      [[{ id: one, options: { Colour: 'Red' } }], 'media[0]'],
    ]
    for (const [media, field] of wrong) {
      const answers = [
        await ask('POST', groups, { name: 'Shirt', varies_by: ['Size', 'Colour'], media }),
        await ask('PATCH', `${groups}/${group.id}`, { media }),
        await ask('PUT', `${groups}/${group.id}`, {
          name: 'Shirt',
          varies_by: ['Size', 'Colour'],
          media,
          variants: four(),
        }),
      ]
      for (const { status, body } of answers) {
        const found = body.error?.details?.[0]?.field
        assert.deepEqual([status, found?.startsWith(field)], [400, true], `${JSON.stringify(media)} ${found}`)
      }
    }
  })

  it('PATCH /admin/media/{id} sets the focal point, which answers of products show', async () => {
    const one = await picture()
    const group = await make([one])
    const path = `/admin/media/${one}`
    const { status, body } = await ask('PATCH', path, { focus: { x: 0.25, y: 1 } })
    assert.deepEqual([status, body.data.focus, body.data.alt], [200, { x: 0.25, y: 1 }, null])
    await announcePicture(service.deps.db, { merchantId: shop.id, id: one })
    const [variant] = (await ask('GET', `${groups}/${group.id}`)).body.data.variants
    assert.deepEqual([variant.media[0].focus, variant.version], [{ x: 0.25, y: 1 }, 2])
    const log = await ask('GET', `/admin/audit-log?target=${one}&action=media.updated`)
    assert.deepEqual(log.body.data.items[0].changes, { focus: [null, '0.25, 1'] })
    const named = (await ask('PATCH', path, { alt: 'A shirt' })).body.data
    assert.deepEqual([named.alt, named.focus], ['A shirt', { x: 0.25, y: 1 }])
    assert.equal((await ask('PATCH', path, { focus: null })).body.data.focus, null)
    for (const [focus, field] of [
      [{ x: 1.1, y: 0 }, 'focus.x'],
      [{ x: 0, y: -1 }, 'focus.y'],
      [{ x: 0.5 }, 'focus.y'],
      [{ x: 0, y: 0, z: 0 }, 'focus.z'],
      ['middle', 'focus'],
    ] as const) {
      const refused = await ask('PATCH', path, { focus })
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field])
    }
  })

  it('a picture for a value counts a change only of the variants that show it', async () => {
    const onRed = await picture()
    const group = await make([red(onRed)])
    await announcePicture(service.deps.db, { merchantId: shop.id, id: onRed })
    const { variants } = (await ask('GET', `${groups}/${group.id}`)).body.data
    assert.deepEqual(
      variants.map(({ version }: Shown) => version),
      [2, 1, 2, 1],
    )
  })
})
