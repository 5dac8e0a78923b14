import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'

/** What the schemas refuse is tested by test/fuzz/wrong-input.test.ts, field by field. */
describeShop('bad input of product groups', ({ service, shop }) => {
  const send = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown) =>
    service.request(method, `/admin/product-groups${path}`, { headers: shop.owner.headers, body })
  const shirt = (variants: unknown[], more: object = {}) => ({
    name: 'Shirt',
    varies_by: ['Size', 'Colour'],
    variants,
    ...more,
  })
  const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
    body.error.details.map(({ field }) => field)

  it('POST and PUT name the field inside of its variant', async () => {
    const group = await makeGroup(service, shop)
    const right = variantsOf()
    const [, , , last] = right
    const wrong: [object, string][] = [
      [{ options: { Colour: 'Red' } }, 'variants[3].options.Size'],
      [{ options: { Size: '', Colour: 'Red' } }, 'variants[3].options.Size'],
      [{ options: { Size: 'x'.repeat(101), Colour: 'Red' } }, 'variants[3].options.Size'],
      [{ options: { Size: 5, Colour: 'Red' } }, 'variants[3].options.Size'],
      [{ options: { Size: 'M', Colour: 'Red', Fit: 'Slim' } }, 'variants[3].options.Fit'],
      [{ options: { Size: 'M', colour: 'Red' } }, 'variants[3].options.Colour'],
      [{ options: { a: 'b', c: 'd', e: 'f', g: 'h' } }, 'variants[3].options'],
      [{ options: [] }, 'variants[3].options'],
      [{ price: 1.234 }, 'variants[3].price'],
      [{ price: -1 }, 'variants[3].price'],
      [{ compare_at_price: 1 }, 'variants[3].compare_at_price'],
      [{ gtin: '4006381333932' }, 'variants[3].gtin'],
      [{ name: 'Own' }, 'variants[3].name'],
      [{ category: 'Own' }, 'variants[3].category'],
      [{ slug: 'own' }, 'variants[3].slug'],
      [{ on_hand: -1 }, 'variants[3].on_hand'],
      [{ position: 1.5 }, 'variants[3].position'],
      [{ group_id: newId() }, 'variants[3].group_id'],
    ]
    for (const [fault, field] of wrong) {
      const body = shirt([...right.slice(0, 3), { ...last, ...fault }])
      for (const answer of [await send('POST', '', body), await send('PUT', `/${group.id}`, body)]) {
        assertRefused(answer, 400, 'VALIDATION_ERROR')
        assert.equal(fieldsOf(answer)[0], field, JSON.stringify(fault))
      }
    }
  })

  it('names of options in another Unicode form are the same names', async () => {
    const [composed, decomposed] = ['Größe', 'Gro\u0308ße']
    const variant = { sku: unique('V'), options: { [decomposed]: 'M' }, price: 1 }
    const answer = await send('POST', '', { name: 'Hemd', varies_by: [composed], variants: [variant] })
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.data.variants[0].options, { [composed]: 'M' })
  })

  it('POST with 2,048 variants answers 201, with one more 400, and one more does not join', async () => {
    const sizes = Array.from({ length: 64 }, (_, n) => `${n}`)
    const colours = Array.from({ length: 32 }, (_, n) => `c${n}`)
    const variants = variantsOf(sizes, colours)
    const made = await send('POST', '', shirt(variants))
    assert.deepEqual([made.status, made.body.data.variant_count], [201, 2_048])
    const [further] = variantsOf(['more'], ['red'])
    const refused = await send('POST', '', shirt([...variantsOf(sizes, colours), further]))
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.deepEqual(fieldsOf(refused), ['variants'])
    const { headers } = shop.owner
    const body = { ...further, group_id: made.body.data.id }
    assertRefused(await service.request('POST', '/admin/products', { headers, body }), 409, 'CONFLICT')
    const renamed = await send('PATCH', `/${made.body.data.id}`, { name: 'All of them' })
    assert.equal(renamed.body.data.variants[2_047].name, 'All of them, 63 / c31')
  })

  it('names of options are unique without case, and at most three', async () => {
    const twice = await send('POST', '', { name: 'A', varies_by: ['Size', 'SIZE'] })
    assertRefused(twice, 400, 'VALIDATION_ERROR')
    assert.deepEqual(fieldsOf(twice), ['varies_by[1]'])
    for (const varies_by of [[], ['a', 'b', 'c', 'd'], [''], 'Size'])
      assertRefused(await send('POST', '', { name: 'A', varies_by }), 400, 'VALIDATION_ERROR')
  })

  it('PATCH names what is wrong with new names and values', async () => {
    const group = await makeGroup(service, shop)
    const other = await makeGroup(service, shop)
    const id = group.variants[0]?.id
    const wrong: [object, string][] = [
      [{ rename: { Sice: 'Size' } }, 'rename.Sice'],
      [{ rename: { Size: 'Colour' } }, 'rename'],
      [{ rename: { Size: '' } }, 'rename.Size'],
      [{ varies_by: ['Size', 'size'] }, 'varies_by[1]'],
      [{ varies_by: ['Size', 'Colour', 'Fit'] }, 'variants'],
      [{ variants: [{ id: other.variants[0]?.id, options: { Size: 'L' } }] }, 'variants[0].id'],
      [{ variants: [1, 2].map(() => ({ id, options: { Size: 'L' } })) }, 'variants[1].id'],
      [{ variants: [{ id, options: { Fit: 'Slim' } }] }, 'variants[0].options.Fit'],
      [{ slug: 'Not A Slug' }, 'slug'],
      [{ metadata: { a: 5 } }, 'metadata.a'],
      [{ tags: ['x'.repeat(51)] }, 'tags[0]'],
      [{ status: 'gone' }, 'status'],
      [{ name: null }, 'name'],
    ]
    for (const [body, field] of wrong) {
      const answer = await send('PATCH', `/${group.id}`, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(fieldsOf(answer)[0], field, JSON.stringify(body))
    }
  })
})
