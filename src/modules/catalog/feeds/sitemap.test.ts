import assert from 'node:assert/strict'
import { it } from 'node:test'
import { slugOf } from '#src/platform/lib/slug.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { readXml } from '#test/support/xml.ts'
import { addressesOfPart, partsOf, sitemapIndex } from './sitemap.ts'

describeService('sitemaps', { PUBLIC_URL: 'https://api.example.com/v1/' }, ({ service }) => {
  const make = (shop: TestMerchant, body: unknown = {}) =>
    service.request('POST', '/admin/feeds', { headers: shop.owner.headers, body })
  const read = async (url: string) => {
    const { status, body } = await service.request('GET', url.replace('https://api.example.com/v1', ''))
    return { status, text: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const linksOf = async (url: string) =>
    readXml((await read(url)).text).children.map(({ children }) => children.find(({ name }) => name === 'loc')?.text)
  const pathOf = (url = '') => new URL(url).pathname

  it('GET /feeds/{key}/sitemap.xml is the index of parts, which begin where the one before ended', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    await service.request('PATCH', '/admin/merchant', { headers, body: { storefront_url: 'https://shop.example' } })
    const products = await makeProducts(
      service,
      shop,
      Array.from({ length: 1_203 }, () => ({})),
    )
    const { sitemap_url } = (await make(shop)).body.data
    const [part = '', ...more] = await linksOf(sitemap_url)
    assert.ok(part.startsWith('https://shop.example/feeds/') && part.endsWith('/sitemap-1.xml') && more.length === 0)
    const addresses = await linksOf(part.replace('https://shop.example', ''))
    assert.deepEqual(
      addresses.sort(),
      products.map(({ name }) => `https://shop.example/products/${slugOf(name)}`).sort(),
    )
    const { status, text } = await read(part.replace('https://shop.example', '').replace('1.xml', '2.xml'))
    assert.deepEqual([status, JSON.parse(text).error.code], [404, 'NOT_FOUND'])
    assert.equal(
      readXml(sitemapIndex('https://a.example/feeds/k', partsOf(addressesOfPart * 2 + 1))).children.length,
      3,
    )
    assert.equal(readXml(sitemapIndex('https://a.example/feeds/k', partsOf(0))).children.length, 1)
  })

  it('GET /feeds/{key}/sitemap.xml has a last part with collections and published pages', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const product = await makeProduct(service, shop)
    const send = (path: string, body: object) => service.request('POST', `/admin/${path}`, { headers, body })
    const { id } = (await send('collections', { name: 'Für Gäste' })).body.data
    const put = await service.request('PUT', `/admin/collections/${id}/products`, {
      headers,
      body: { ids: [product.id] },
    })
    assert.equal(put.status, 200)
    await send('collections', { name: 'Nothing in it' })
    await send('pages', { title: 'Imprint', status: 'published' })
    await send('pages', { title: 'Not yet' })
    const { sitemap_url } = (await make(shop, { storefront_url: 'https://shop.example' })).body.data
    const parts = await linksOf(sitemap_url)
    assert.equal(parts.length, 2)
    assert.deepEqual(await linksOf(pathOf(parts[0])), [`https://shop.example/products/${slugOf(product.name)}`])
    assert.deepEqual(await linksOf(pathOf(parts[1])), [
      'https://shop.example/collections/fur-gaste',
      'https://shop.example/pages/imprint',
    ])
    assert.equal((await read(pathOf(parts[1]).replace('-2', '-3'))).status, 404)
  })
})
