import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'

describeShop('keys and names that people type or files bring', ({ service, shop: merchant }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    service.request(method, path, { headers: merchant.owner.headers, ...(body && { body }) })

  it('POST and PATCH /admin/products keep them without blanks around them, and in NFC', async () => {
    const sku = unique('KEY')
    const made = await send('POST', '/admin/products', {
      sku: `\u00a0${sku}\u200b `,
      name: '\ufeffCafe\u0301 Cup\u3000',
      category: ' Ku\u0308che ',
      price: 5,
    })
    assert.equal(made.status, 201)
    const { id, ...product } = made.body.data
    assert.deepEqual([product.sku, product.name, product.category], [sku, 'Café Cup', 'Küche'])
    const taken = await send('POST', '/admin/products', { sku: `${sku}\u2060`, name: 'Other', price: 5 })
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'SKU_TAKEN'])
    const changed = await send('PATCH', `/admin/products/${id}`, { name: '\u200eMug ' })
    assert.equal(changed.body.data.name, 'Mug')
    const blank = await send('PATCH', `/admin/products/${id}`, { name: '\u00a0\u200b' })
    assert.deepEqual([blank.status, blank.body.error.details[0].field], [400, 'name'])
    for (const filter of [`sku=%20${sku}`, `q=${sku}%E2%80%8B`, 'category=Ku%CC%88che%C2%A0'])
      assert.equal((await send('GET', `/admin/products?${filter}`)).body.data.items[0]?.id, id, filter)
    const listed = await send('GET', '/catalog/products?category=%20K%C3%BCche')
    assert.ok(listed.body.data.items.some((item: { id: string }) => item.id === id))
  })

  it('a file brings the same', async () => {
    const sku = unique('FILE')
    await send('POST', '/admin/products', { sku, name: 'Before', price: 1 })
    const imported = await service.request('POST', '/admin/products/import', {
      headers: { ...merchant.owner.headers, 'content-type': 'text/csv' },
      payload: `sku,name,category,price\n\u00a0${sku} ,\u200bCre\u0300me Pot ,Kitchen\u00a0,2\n`,
    })
    assert.deepEqual([imported.body.data.updated, imported.body.data.failed], [1, 0])
    const [found] = (await send('GET', `/admin/products?sku=${sku}`)).body.data.items
    assert.deepEqual([found.name, found.category, found.price], ['Crème Pot', 'Kitchen', 2])
  })

  it('names of shops, keys and shipping methods too; a long row of blanks within a text costs nothing', async () => {
    const shop = await send('PATCH', '/admin/merchant', { name: '\u00a0Lantern & Loom\u200b' })
    assert.equal(shop.body.data.name, 'Lantern & Loom')
    const key = await send('POST', '/admin/api-keys', { name: ' Ware\u0301house ', permissions: ['orders.read'] })
    assert.equal(key.body.data.name, 'Waréhouse')
    const method = await send('POST', '/admin/shipping-methods', { name: ' Post\ufeff', price: 3 })
    assert.equal(method.body.data.name, 'Post')
    const long = `a${' '.repeat(200_000)}b`
    assert.equal((await send('PATCH', '/admin/merchant', { name: long })).status, 400)
  })

  it('GET /catalog/categories sorts letters with their base', async () => {
    const shop = await makeMerchant(service)
    const names = ['Zoo', 'Łódź', 'lamps', 'Mugs', 'Éclairs', 'Dolls']
    for (const category of names)
      await service.request('POST', '/admin/products', {
        headers: shop.owner.headers,
        body: { sku: category, name: category, category, price: 1 },
      })
    const read = async (more: string) =>
      (
        await service.request('GET', `/catalog/categories?merchant_id=${shop.id}${more}`, {
          headers: shop.owner.headers,
        })
      ).body.data
    const sorted = ['Dolls', 'Éclairs', 'lamps', 'Łódź', 'Mugs', 'Zoo']
    const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
    assert.deepEqual(namesOf(await read('')), sorted)
    const first = await read('&limit=3')
    const next = await read(`&limit=3&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([...namesOf(first), ...namesOf(next)], sorted)
  })
})
