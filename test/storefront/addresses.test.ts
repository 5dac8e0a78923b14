import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { startStorefrontShop } from '#test/support/storefront.ts'

interface Answered {
  status: number
  location: string | undefined
  text: string
}

/** A request whose path nobody tidies up on the way, as `fetch` would. */
function ask(address: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { path, headers: { connection: 'close', ...headers }, method }, async (answer) => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text })
    })
    sent.on('error', reject).end()
  })
}

describe('addresses of pages and of visitors in the storefront', () => {
  const shop = started(startStorefrontShop)

  const moved: [given: string, canonical: string][] = [
    ['/de/', '/de'],
    ['/products/', '/products'],
    ['/de/products/', '/de/products'],
    ['/products/blue-mug/', '/products/blue-mug'],
    ['/products/blue-mug///?v=1&utm=a//b/', '/products/blue-mug?v=1&utm=a//b/'],
    ['/search/?q=Mug', '/search?q=Mug'],
    ['/products//blue-mug', '/products/blue-mug'],
    ['/Products/Blue-Mug', '/products/blue-mug'],
    ['/DE/Cart', '/de/cart'],
    ['/%64e/products', '/de/products'],
    ['/products/%62lue-mug', '/products/blue-mug'],
    ['/products/../cart', '/cart'],
    ['/orders/AbC-dEf/', '/orders/AbC-dEf'],
    ['/DE/Orders/AbC-dEf/Return', '/de/orders/AbC-dEf/return'],
    ['/robots.txt/', '/robots.txt'],
    ['/sitemap.xml/', '/sitemap.xml'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example//', '/evil.example'],
    ['/de//evil.example', '/de/evil.example'],
    ['/.//evil.example', '/evil.example'],
    ['//evil.example/%2e%2e', '/'],
  ]
  for (const [given, canonical] of moved) {
    it(`GET ${given} answers 308 with ${canonical}, where a page answers`, async () => {
      const { address } = shop.storefront
      assert.deepEqual(await ask(address, given).then(({ status, location }) => [status, location]), [308, canonical])
      const { status, location } = await ask(address, canonical)
      assert.ok([200, 303, 404].includes(status) && !location?.startsWith('//'), `${status} ${location}`)
    })
  }

  it('an unknown address leads on by a redirect of the shop, or as another shop names it; else it is 404', async () => {
    const { headers } = shop.shop.owner
    const set = (from: string, to: string, permanent = true) =>
      shop.service.request('POST', '/admin/redirects', { headers, body: { from, to, permanent } })
    assert.equal((await set('/pages/mugs', '/products/blue-mug')).status, 201)
    assert.equal((await set('/outlet', 'https://outlet.example/', false)).status, 201)
    assert.equal((await set('/product/of-old', '/search?q=mug')).status, 201)
    assert.equal((await set('/products/blue-mug', '/cart')).status, 201)
    const answers: [path: string, status: number, location?: string][] = [
      ['/pages/mugs', 301, '/products/blue-mug'],
      ['/pages/mugs?utm=1', 301, '/products/blue-mug?utm=1'],
      ['/de/pages/mugs', 301, '/de/products/blue-mug'],
      ['/outlet', 302, 'https://outlet.example/'],
      ['/product/of-old', 301, '/search?q=mug'],
      ['/product/blue-mug', 301, '/products/blue-mug'],
      ['/collections/mugs/products/blue-mug', 301, '/products/blue-mug'],
      ['/product-category/kitchen/mugs', 301, '/collections/mugs'],
      ['/shop', 301, '/products'],
      ['/pages/none', 404],
      ['/products/none', 404],
      // A page that is there is shown.
      ['/products/blue-mug', 200],
    ]
    for (const [path, status, location] of answers) {
      const answered = await ask(shop.storefront.address, path)
      assert.deepEqual([answered.status, answered.location], [status, location], path)
    }
  })

  it('POST /cart/add/ answers 308, so that the form goes on to /cart/add', async () => {
    const { address } = shop.storefront
    const { status, location } = await ask(address, '/cart/add/', { origin: address }, 'POST')
    assert.deepEqual([status, location], [308, '/cart/add'])
  })

  it('links of a page, of one that is not there and of one that failed are those of the shop', async () => {
    const { address } = shop.storefront
    const leaving =
      /(?:href|action|src)="(?:\/[/\\]|[a-z]+:(?!\/\/127\.0\.0\.1|\/\/localhost|https:\/\/pictures))[^"]*"/g
    for (const path of ['/%2F/evil.example', '/%5Cevil.example', '/de/%2F%2Fevil.example', '/none?to=//evil.example']) {
      const { status, text } = await ask(address, path)
      assert.deepEqual([status, text.match(leaving)], [404, null], path)
    }
    shop.api.mode = 'unavailable'
    const failed = await ask(address, 'http://evil.example//evil.example/x')
    shop.api.mode = 'open'
    assert.deepEqual(failed.text.match(leaving), null)
  })

  it('GET /products/ in German leads to the list, not to the cart', async () => {
    const { url, status } = await fetch(`${shop.storefront.address}/de/products/?sort=name`)
    assert.deepEqual([new URL(url).pathname, new URL(url).search, status], ['/de/products', '?sort=name', 200])
  })

  /** For whom the service is asked, when a visitor who came by this chain looks at a page. */
  async function shoppersOf(TRUST_PROXY: string, headers: Record<string, string>): Promise<string[]> {
    const storefront = await shop.another({ TRUST_PROXY })
    // The first page is also asked for what is the same for all.
    await ask(storefront.address, '/products/blue-mug')
    shop.api.shoppers.clear()
    await ask(storefront.address, '/products/linen-shirt', headers)
    await storefront.close()
    return [...shop.api.shoppers]
  }

  const made = '192.0.2.66'
  const chains: [trusted: string, headers: Record<string, string>, counted: string][] = [
    ['', { 'x-forwarded-for': made }, '127.0.0.1'],
    ['false', { 'x-real-ip': made, forwarded: `for=${made}`, 'cf-connecting-ip': made }, '127.0.0.1'],
    ['10.0.0.0/8', { 'x-forwarded-for': made }, '127.0.0.1'],
    ['127.0.0.1', { 'x-forwarded-for': `${made}, 203.0.113.7` }, '203.0.113.7'],
    ['127.0.0.1', { 'x-real-ip': made, forwarded: `for=${made}`, 'true-client-ip': made }, '127.0.0.1'],
    ['127.0.0.1, 10.0.0.0/8', { 'x-forwarded-for': `${made}, 203.0.113.7, 10.1.2.3` }, '203.0.113.7'],
    ['1', { 'x-forwarded-for': `${made}, 203.0.113.7` }, '203.0.113.7'],
    ['2', { 'x-forwarded-for': `${made}, 203.0.113.7, 198.51.100.9` }, '203.0.113.7'],
    ['127.0.0.1', { 'x-forwarded-for': `${made}, 203.0.113.7:4711` }, '203.0.113.7'],
    ['127.0.0.1', { 'x-forwarded-for': '[2001:db8::7]:4711' }, '2001:db8::7'],
    ['127.0.0.1', { 'x-forwarded-for': `${made}, unknown` }, '127.0.0.1'],
  ]
  for (const [trusted, headers, counted] of chains) {
    it(`with TRUST_PROXY=${trusted} and ${JSON.stringify(headers)} ${counted} is counted`, async () => {
      assert.deepEqual(await shoppersOf(trusted, headers), [counted])
    })
  }

  it('does not start with a TRUST_PROXY that would trust visitors, and says what to write', async () => {
    const wrong = [
      'true',
      '0',
      '17',
      '0.0.0.0/0',
      '0.0.0.0/1,128.0.0.0/1',
      '::/0',
      '::ffff:0:0/96',
      'nginx',
      '10.0.0.0/33',
    ]
    for (const TRUST_PROXY of wrong) {
      await assert.rejects(
        shop.another({ TRUST_PROXY }),
        /TRUST_PROXY.*Name your proxies, as in TRUST_PROXY=/s,
        TRUST_PROXY,
      )
    }
  })
})
