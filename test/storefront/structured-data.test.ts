import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { makeProducts } from '#test/support/products.ts'
import { dataOfPage, faultsOfData, type PageData } from '#test/support/schema-org.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { startStorefrontShop } from '#test/support/storefront.ts'

/**
 * What Google asks of each type (Search Central: "Merchant listing", "Product variant", "Merchant return policy",
 * "Breadcrumb" and "Site name" structured data).
 */
const required: Record<string, string[]> = {
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  ProductGroup: ['name', 'productGroupID', 'variesBy', 'hasVariant'],
  Product: ['name', 'image', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  OfferShippingDetails: ['shippingDestination'],
  DefinedRegion: ['addressCountry'],
  MonetaryAmount: ['value', 'currency'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays'],
  Brand: ['name'],
  PropertyValue: ['name', 'value'],
}

function missingIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(missingIn)
  const { '@type': type } = value as PageData
  const names = required[type]
  if (names === undefined) return [`${type} is not known here`]
  return [
    ...names.filter((name) => !(name in value)).map((name) => `${type} has no ${name}`),
    ...Object.values(value).flatMap(missingIn),
  ]
}

interface Details {
  shippingRate?: { value: number; currency: string }
  shippingDestination: { addressCountry: string }[]
}

describe('structured data of the storefront', () => {
  const shop = started(startStorefrontShop)
  const address = (path: string) => shop.storefront.address + path
  const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const { status, body: answer } = await shop.service.request(method, path, {
      headers: shop.shop.owner.headers,
      body,
    })
    assert.ok(status < 300, JSON.stringify(answer))
    return answer.data
  }
  const read = async (path: string) => dataOfPage(await (await fetch(address(path))).text(), address(path))
  const one = async (path: string) => (await read(path))[0] as PageData & { offers: Record<string, unknown> }

  before(async () => {
    const imageUrl = 'https://pictures.example/1.png'
    const columns = { gtin: '4006381333931', brand: 'Regency' }
    await makeProducts(shop.service, shop.shop, [
      { name: 'Pan', price: 30, weightGrams: 900, imageUrl, columns, description: 'Fries.', category: 'Pans' },
      { name: 'Pot', price: 120, weightGrams: 900, imageUrl },
      { name: 'Anvil', price: 30, weightGrams: 3_000, imageUrl },
      { name: 'Voucher', price: 30, requiresShipping: false, imageUrl },
    ])
    await send('POST', '/admin/product-groups', {
      name: 'Tea towel',
      varies_by: ['Colour', 'Weave'],
      description: 'Dries.',
      variants: ['Red', 'Blue'].map((Colour) => ({
        sku: `towel-${Colour}`,
        price: 9,
        image_url: imageUrl,
        options: { Colour, Weave: 'Twill' },
      })),
    })
    await makeShippingMethod(shop.service, shop.shop, { price: 20, freeFrom: 100, maxWeight: 2_000 })
    await send('PATCH', '/admin/merchant', { vat_number: 'DE136695976' })
    await send('POST', '/admin/pages', { title: 'About us', status: 'published', body_html: '<p>We</p>' })
    const rules = { match: 'all', conditions: [{ field: 'in_stock', operator: 'is', value: true }] }
    await send('POST', '/admin/collections', { name: 'Picked', rules })
  })

  it('is in the words of schema.org, and has what Google asks for', async () => {
    const types: Record<string, string[]> = {
      '/': ['WebSite'],
      '/products': ['BreadcrumbList'],
      '/products?category=Pans': ['BreadcrumbList'],
      '/collections/picked': ['BreadcrumbList'],
      '/products/pan': ['Product', 'BreadcrumbList'],
      '/products/voucher': ['Product', 'BreadcrumbList'],
      '/de/products/tea-towel': ['ProductGroup', 'BreadcrumbList'],
      '/pages/about-us': ['BreadcrumbList'],
    }
    const all: PageData[] = []
    for (const [path, expected] of Object.entries(types)) {
      const found = await read(path)
      assert.deepEqual([path, found.map((data) => data['@type'])], [path, expected])
      assert.deepEqual([path, missingIn(found)], [path, []])
      all.push(...found)
    }
    assert.deepEqual(await faultsOfData(all), [])
    const crumbs = (await read('/products?category=Pans'))[0]?.['itemListElement'] as { item: string }[]
    assert.equal(crumbs.at(-1)?.item, address('/products?category=Pans'))
  })

  it('the check finds types, properties and values that schema.org does not have', async () => {
    const data = await one('/products/pan')
    for (const wrong of [
      { ...data, '@type': 'Produkt' },
      { ...data, colour: 'Red' },
      { ...data, offers: { ...data.offers, shipping: 1 } },
      { ...data, offers: { ...data.offers, availability: 'https://schema.org/Here' } },
      { ...data, offers: { ...data.offers, hasMerchantReturnPolicy: { '@type': 'Brand' } } },
    ])
      assert.notDeepEqual(await faultsOfData([wrong as PageData]), [], JSON.stringify(wrong))
    const { price: _, ...offers } = data.offers
    assert.deepEqual(missingIn({ ...data, offers }), ['Offer has no price'])
  })

  it('tells what shipping costs by country, weight and price, the shop’s own country first', async () => {
    const ratesOf = async (path: string) => {
      const details = ((await one(path)).offers['shippingDetails'] ?? []) as Details[]
      return details.map(({ shippingRate: rate, shippingDestination: to }) => {
        assert.ok(rate === undefined || rate.currency === 'GBP')
        return [rate?.value, to.length, to[0]?.addressCountry]
      })
    }
    assert.deepEqual(await ratesOf('/products/pan'), [[4, 1, 'DE'], [20, 49, 'AD']]) // biome-ignore format: a table
    assert.deepEqual(await ratesOf('/products/pot'), [[0, 50, 'DE']])
    const [own, others] = [[4, 1, 'DE'], [undefined, 49, 'AD']] // biome-ignore format: a table
    assert.deepEqual(await ratesOf('/products/anvil'), [own, others])
    assert.deepEqual(await ratesOf('/products/voucher'), [])
  })
})
