import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { started, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('pictures of products in the storefront', () => {
  const shop = started(() => startStorefrontShop({ DATA_DIR: temporaryFolder() }))
  let shown: Buffer

  const send = (method: 'POST' | 'PATCH', url: string, body: object) =>
    shop.service.request(method, url, { headers: shop.shop.owner.headers, body })
  async function upload(): Promise<string> {
    const headers = { ...shop.shop.owner.headers, 'content-type': 'image/png' }
    const payload = await makePicture('png', { width: 700, height: 500 })
    return (await shop.service.request('POST', '/admin/media', { headers, payload })).body.data.id
  }
  /** Pictures lie at the address of the service, which is another one in tests. */
  async function visit(t: Parameters<typeof visitShop>[0], options = {}) {
    const visited = await visitShop(t, shop, options)
    await visited.page.route('**/media/*', (route) => route.fulfill({ contentType: 'image/png', body: shown }))
    return visited
  }

  before(async () => {
    shown = await makePicture('png', { width: 700, height: 500 })
    const [front, onRed, onBlue] = [await upload(), await upload(), await upload()]
    await send('PATCH', `/admin/media/${front}`, { alt: 'A coat from the front', focus: { x: 0.52, y: 0.1 } })
    const option = (Colour: string) => ({ Colour })
    const media = [front, { id: onRed, option: option('Red') }, { id: onBlue, option: option('Blue') }]
    const body = { name: 'Wool coat', description: 'Warm.', media, variants: variantsOf(['S'], ['Red', 'Blue']) }
    await makeGroup(shop.service, shop.shop, body as never)
    const card = { image_ratio: 'portrait', image_fit: 'whole', logo: await upload() }
    assert.equal((await send('PATCH', '/admin/merchant', card)).status, 200)
  })

  it('are those of the variant that is shown, in the shape of the shop, in AVIF and WebP', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto('/products/wool-coat')
    await page.locator('body.portrait.whole').waitFor()
    const slides = page.locator('.slides > li')
    assert.equal(await slides.count(), 2)
    const addresses = () => page.locator('.slides img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    const [ofOne, front] = await addresses()
    const first = page.locator('.slides img').first()
    assert.equal(await first.getAttribute('fetchpriority'), 'high')
    assert.equal(await page.locator('.slides img').nth(1).getAttribute('loading'), 'lazy')
    const sources = await page.locator('.slides source[type="image/avif"]').first().getAttribute('srcset')
    assert.match(sources ?? '', /\.avif 160w, \S+\.avif 320w, \S+\.avif 640w, \S+\.avif 700w$/)
    assert.match((await first.getAttribute('srcset')) ?? '', /\.webp 700w$/)
    assert.equal(await page.locator('.slides img').nth(1).getAttribute('class'), 'x5 y1')
    const box = await page.locator('.slides .frame').first().boundingBox()
    assert.ok(box && Math.abs(box.height / box.width - 5 / 4) < 0.02)
    await page.locator('a.choice:not([aria-current])').first().click()
    await untilTrue(page, `document.querySelector('.slides img').getAttribute('src') !== ${JSON.stringify(ofOne)}`)
    assert.equal((await addresses())[1], front)
    assert.deepEqual([await violations(page), faults], [[], []])
  })

  it('open large by a key, move by arrow keys, grow by a press, and close by Escape', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto('/products/wool-coat')
    await page.locator('a[data-large]').first().focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: 'Wool coat' })
    await large.waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('+')
    await large.locator('li.own').waitFor()
    await page.keyboard.press('-')
    await page.keyboard.press('ArrowRight')
    await untilTrue(page, "document.querySelector('dialog.large ul').scrollLeft > 100")
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })
    await page.locator('a[data-large]').first().click()
    await large.getByRole('button', { name: 'Close' }).click()
    await large.waitFor({ state: 'hidden' })
    assert.deepEqual(faults, [])
  })

  it('lead to the picture itself without a script', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto('/products/wool-coat')
    assert.match((await page.locator('a[data-large]').first().getAttribute('href')) ?? '', /\/media\/\S+\.jpg$/)
  })

  it('stand in what other sites and search engines read of a page', async (t) => {
    const { page } = await visit(t)
    await page.goto('/products/wool-coat')
    const tag = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
    assert.match((await tag('og:image')) ?? '', /\/media\/\S+\.jpg$/)
    assert.deepEqual(
      [await tag('og:type'), await tag('og:title'), await tag('og:description')],
      ['product', 'Wool coat', 'Warm.'],
    )
    assert.equal(await tag('og:url'), `${shop.storefront.address}/products/wool-coat`)
    const card = await page.locator('meta[name="twitter:card"]').getAttribute('content')
    const language = await page.locator('link[hreflang="x-default"]').getAttribute('href')
    assert.deepEqual([card, language], ['summary_large_image', `${shop.storefront.address}/products/wool-coat`])
    for (const rel of ['icon', 'apple-touch-icon'])
      assert.match((await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? '', /\/media\//)
    const crumbs = page.locator('[itemtype="https://schema.org/BreadcrumbList"] [itemprop="name"]')
    assert.deepEqual((await crumbs.allTextContents()).at(-1), 'Wool coat')
    for (const path of ['/', '/products', '/cart', '/products/blue-mug']) {
      await page.goto(path)
      assert.notEqual(await page.title(), '', path)
      const description = page.locator('meta[name="description"]')
      if (path !== '/cart') assert.ok(((await description.getAttribute('content')) ?? '').length > 5, path)
    }
  })
})
