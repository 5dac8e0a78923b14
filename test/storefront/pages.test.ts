import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { started } from '#test/support/describe-shop.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'
import { until } from '#test/support/until.ts'

const widths = [360, 390, 768, 1024, 1280, 1920]

/** Collects shifts and the largest paint from the first moment of each page. */
const observe = `
  globalThis.seen = { shift: 0, largest: '' }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { element } of list.getEntries()) seen.largest = element?.tagName ?? seen.largest
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

const seenIn = (page: Page) => page.evaluate<{ shift: number; largest: string }>('seen')

describe('the pages of the storefront', () => {
  const shop = started(startStorefrontShop)

  it('have no findings of axe, no sideways scrolling and no shift, from 360 to 1,920 px', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    await page.addInitScript({ content: observe })
    const found: string[] = []
    async function look(name: string): Promise<void> {
      for (const problem of await violations(page)) found.push(`${name}: ${problem}`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        if (over > 0) found.push(`${name}: ${over} px too wide at ${width}`)
      }
    }
    const open = ['/', '/products', '/search?q=candle', '/search?q=xyzzy', '/products/blue-mug', '/products/last-plate']
    const own = ['/products/linen-shirt', '/cart', '/account/sign-in', '/account/register', '/de', '/nowhere']
    for (const path of [...open, ...own]) {
      await page.goto(path)
      const { shift } = await seenIn(page)
      if (shift > 0) found.push(`${path}: shifts by ${shift}`)
      await look(path)
    }
    await addToCart(page, '/products/blue-mug')
    await look('cart')
    await page.goto('/checkout')
    await look('checkout')
    await enterAddress(page)
    await page.waitForURL(/delivery/)
    await look('delivery')
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await look('order')
    assert.deepEqual(found, [])
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    )
  })

  it('paint their largest part while the script is still on its way', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.addInitScript({ content: observe })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/shop-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/products/blue-mug', { waitUntil: 'commit' })
    await untilTrue(page, "seen.largest !== ''")
    const { shift, largest } = await seenIn(page)
    release()
    await page.waitForLoadState('load')
    assert.notEqual(largest, '')
    assert.deepEqual([shift, (await seenIn(page)).shift], [0, 0])
  })

  it('send less than 30 kB of script, none of it in the page', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/')
    const sizes = await page.evaluate<number[]>(`Promise.all(
      [...document.querySelectorAll('script')]
        .filter(({ type }) => type !== 'application/ld+json')
        .map(async ({ src }) => (src === '' ? -1 : (await (await fetch(src)).text()).length)))`)
    assert.ok(sizes.every((size) => size > 0))
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 30_000)
  })

  it('show what is found while somebody types, by keys alone', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/')
    await page.getByRole('searchbox').pressSequentially('blue mu')
    await page.locator('.suggestions').getByRole('link', { name: 'Blue mug' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Blue mug' }).waitFor()
  })

  it('filter and sort lists by links and a form', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await page.goto('/products')
    await page.getByText('34 products').waitFor()
    await page
      .locator('.filters')
      .getByRole('link', { name: /Kitchen/ })
      .click()
    await page.getByText('3 products').waitFor()
    await page.getByRole('link', { name: 'In stock only' }).click()
    await page.getByText('2 products').waitFor()
    await page.getByLabel('Sort by').selectOption('Price, high to low')
    await page.locator('.toolbar').getByRole('button', { name: 'Apply' }).click()
    const names = await page.locator('.card .name').allTextContents()
    assert.deepEqual(names, ['Heavy bowl', 'Blue mug'])
    await page.getByRole('link', { name: 'Remove filter: Kitchen' }).click()
    await page.getByText('33 products').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 2').waitFor()
  })

  it('say what is sold out', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/products/last-plate')
    await page.getByText('This one is sold out at the moment.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add to cart' }).count(), 0)
  })

  it('have data for search engines, a sitemap, a feed and languages', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/products/linen-shirt')
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    assert.equal(data['@type'], 'ProductGroup')
    assert.equal(data.hasVariant.length, 4)
    assert.deepEqual(data.variesBy, ['https://schema.org/size', 'https://schema.org/color'])
    const { size, color, offers } = data.hasVariant[0]
    assert.deepEqual([size, color, offers.price, offers.priceCurrency], ['S', 'Red', 39, 'GBP'])
    assert.equal(offers.availability, 'https://schema.org/InStock')
    const german = await page.locator('link[hreflang=de][rel=alternate]').getAttribute('href')
    assert.equal(german, `${shop.storefront.address}/de/products/linen-shirt`)
    const text = async (path: string) => (await page.request.get(path)).text()
    const sitemap = await text('/sitemap.xml')
    assert.equal(sitemap.match(/<loc>[^<]*\/de\/products\/candle-no-\d+<\/loc>/g)?.length, 30)
    assert.match(await text('/robots.txt'), /Disallow: \/checkout/)
    // Search engines find each product under one id and one link, whichever feed they read.
    const body = { storefront_url: shop.storefront.address }
    const made = await shop.service.request('POST', '/admin/feeds', { headers: shop.shop.owner.headers, body })
    const { pathname } = new URL(made.body.data.google_url)
    const feedUrl = shop.service.address + pathname.replace(/^.*(?=\/feeds\/)/, '')
    const ofService = await text(feedUrl)
    assert.equal((await page.request.get('/feed.xml')).status(), 404)
    const passing = await shop.another({ COMMERCE_FEED_URL: feedUrl })
    const feed = await text(`${passing.address}/feed.xml`)
    const ended = await shop.another({ COMMERCE_FEED_URL: `${feedUrl}x` })
    assert.equal((await page.request.get(`${ended.address}/feed.xml`)).status(), 503)
    assert.equal(feed, ofService)
    const { headers } = shop.shop.owner
    await shop.service.request('DELETE', `/admin/feeds/${made.body.data.id}`, { headers })
    assert.equal(await text(`${passing.address}/feed.xml`), feed, 'kept, so that no reader takes the service’s streams')
    assert.equal(feed.match(/<item>/g)?.length, 37)
    assert.equal(feed.match(/<g:item_group_id>/g)?.length, 4)
    const linksOf = (xml: string) =>
      new Map(xml.split('<item>').map((item) => [idOf(item), /<g:link>([^<]*)</.exec(item)?.[1]]))
    const idOf = (item: string) => /<g:id>([^<]*)</.exec(item)?.[1]
    await page.goto('/products/blue-mug')
    const mug = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    assert.ok([...linksOf(ofService).values()].includes(mug.offers.url), mug.offers.url)
    for (const { name, sku, offers: offer } of data.hasVariant) {
      assert.ok(feed.includes(`<g:link>${offer.url}</g:link>`), offer.url)
      await page.goto(offer.url)
      const chosen = await page.locator('.choices [aria-current=true]').allTextContents()
      assert.ok(chosen.length === 2 && chosen.every((value) => name.includes(value)), `${sku}: ${chosen}`)
    }
  })

  it('are kind when the service is away or silent, and take nothing from the cart', async (t) => {
    const { page } = await visitShop(t, shop)
    await addToCart(page, '/products/blue-mug')
    // A process that waits less; it has the same cookies.
    const { address } = await shop.another({ COMMERCE_TIMEOUT_MS: '1000' })
    const untilBack = () =>
      until(async () => {
        await page.goto(`${address}/cart`)
        return (await page.getByText('Blue mug').count()) > 0
      }, 'the cart')
    for (const mode of ['unavailable', 'silent'] as const) {
      await untilBack()
      shop.api.mode = mode
      const answer = await page.goto(`${address}/cart`)
      assert.equal(answer?.status(), 503)
      await page.getByRole('heading', { name: 'We will be right back' }).waitFor()
      assert.deepEqual(await violations(page), [])
      shop.api.mode = 'open'
    }
    await untilBack()
  })

  // The storefront may reach the service by another address than browsers do.
  it('show pictures of any address', async (t) => {
    const picture = await makePicture('png')
    const { page } = await visitShop(t, shop)
    await page.route('http://pictures.example/*', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(picture) }),
    )
    await makeProduct(shop.service, shop.shop, { name: 'Framed', imageUrl: 'http://pictures.example/1.png' })
    await page.goto('/products/framed')
    await untilTrue(page, "document.querySelector('main img')?.naturalWidth > 0")
  })
})
