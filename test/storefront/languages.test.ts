import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { started } from '#test/support/describe-shop.ts'
import { writeTexts } from '#test/support/languages.ts'
import type { MailingApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { makeProduct } from '#test/support/products.ts'
import {
  addToCart,
  enterAddress,
  type StorefrontShop,
  startStorefrontShop,
  visitShop,
} from '#test/support/storefront.ts'
import { until } from '#test/support/until.ts'

describe('the storefront of a shop with markets', () => {
  const shop = started(() => startStorefrontShop({}, { background: true }))
  let fresh: Pick<StorefrontShop, 'service' | 'storefront'>
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const answer = await shop.service.request(method, path, { headers: shop.shop.owner.headers, ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  before(async () => {
    for (const [country, locales] of [
      ['DE', ['de']],
      ['FR', ['fr']],
      ['JP', ['ja', 'pl']],
    ] as const)
      await send('POST', '/admin/markets', { name: country, countries: [country], locales })
    const lantern = await makeProduct(shop.service, shop.shop, { name: 'Garden lantern', price: 20, onHand: 9 })
    await send('PUT', `/admin/translations/product/${lantern.id}/de`, {
      name: 'Gartenlaterne',
      description: 'Leuchtet die ganze Nacht.',
      slug: 'gartenlaterne',
    })
    const { items } = await send('GET', '/admin/product-groups')
    const options = {
      Size: { name: 'Größe', values: { S: 'Klein' } },
      Colour: { name: 'Farbe', values: { Blue: 'Blau', Red: 'Rot' } },
    }
    await send('PUT', `/admin/translations/product_group/${items[0].id}/de`, { name: 'Leinenhemd', options })
    const page = { title: 'Shipping costs', slug: 'shipping', kind: 'shipping', body_html: '<p>Four pounds.</p>' }
    await send('POST', '/admin/pages', { ...page, status: 'published' })
    const item = { title: 'All our things', type: 'url', url: '/products', items: [] }
    await send('PUT', '/admin/menus/main', { items: [item] })
    await writeTexts(shop.service, shop.shop)
    // The shop is kept for a minute: a process that has never seen it without markets.
    fresh = { service: shop.service, storefront: await shop.another({}) }
    await send('PATCH', '/admin/merchant', { storefront_url: fresh.storefront.address })
  })

  for (const javaScriptEnabled of [false, true]) {
    it(`sells in German ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
      const { page, faults } = await visitShop(t, fresh, { javaScriptEnabled })
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
      await page.waitForURL(/\/de$/)
      assert.equal(await page.locator('html').getAttribute('lang'), 'de')
      await page.getByRole('searchbox').fill('laternen')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Gartenlaterne' }).last().click()
      await page.waitForURL(/\/de\/products\/gartenlaterne$/)
      await page.getByText('Leuchtet die ganze Nacht.').waitFor()
      await page.getByRole('button', { name: 'In den Warenkorb' }).click()
      await page.getByRole('link', { name: 'Zur Kasse' }).click()
      const email = `ada${javaScriptEnabled ? 1 : 2}@example.com`
      await enterAddress(page, email)
      await page.getByText('Gartenlaterne').first().waitFor()
      await page.getByRole('button', { name: /zahlungspflichtig bestellen/ }).click()
      await page.getByRole('heading', { name: 'Vielen Dank!' }).waitFor()
      await page.getByRole('heading', { name: 'Gartenlaterne' }).waitFor()
      const { items } = await send('GET', `/admin/orders?q=${email}`)
      assert.equal(items[0].locale, 'de')
      const { mail } = shop.service as unknown as MailingApp
      const its = () => mail.mails.filter(({ source }) => source.includes(email)).map(decoded)
      await until(() => its().some((text) => text.includes('Gartenlaterne')), 'the mail')
      const text = its().find((one) => one.includes('Gartenlaterne')) ?? ''
      assert.match(text, /Bestellung/)
      // The link in it has no language: it leads to the one of the order, and another can be chosen there.
      const link = /http:\/\/127\.0\.0\.1:\d+\/orders\/[\w-]+/.exec(text)?.[0] ?? assert.fail(text)
      await page.goto(link)
      await page.waitForURL(/\/de\/orders\//)
      await page.getByRole('heading', { name: /^Bestellung / }).waitFor()
      await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
      await page.getByRole('heading', { name: /^Order /, level: 1 }).waitFor()
      assert.deepEqual(faults, [])
    })
  }

  it('names options and their values in the language of the page', async (t) => {
    const { page } = await visitShop(t, fresh)
    await page.goto('/de/products/linen-shirt')
    await page.getByText('Farbe: Rot').waitFor()
    await page.getByRole('link', { name: 'Blau', exact: true }).click()
    await page.getByText('Farbe: Blau').waitFor()
    await page.getByText('Größe: Klein').waitFor()
  })

  it('says which variant is bought, by its name in that language, once', async (t) => {
    const { page } = await visitShop(t, fresh, { javaScriptEnabled: false })
    await addToCart(page, '/de/products/linen-shirt', 'In den Warenkorb')
    await page.goto('/de/checkout')
    await enterAddress(page, 'grace@example.com')
    await page.getByText('1 × Leinenhemd, Klein / Rot', { exact: true }).waitFor()
    await page.getByRole('button', { name: /zahlungspflichtig bestellen/ }).click()
    await page.getByRole('heading', { name: 'Leinenhemd, Klein / Rot', exact: true }).waitFor()
  })

  it('shows what is in the shop’s own language alone as such', async (t) => {
    const { page } = await visitShop(t, fresh)
    await page.goto('/de/pages/shipping')
    assert.deepEqual(
      [await page.locator('html').getAttribute('lang'), await page.locator('article').getAttribute('lang')],
      ['de', 'en-GB'],
    )
    // Texts of the frame are German: the menu that the shop wrote is not, and a policy is named by its kind.
    await page.getByRole('navigation', { name: 'Sortiment' }).getByRole('link', { name: 'Alle Produkte' }).waitFor()
    assert.ok((await page.getByRole('link', { name: 'Versandkosten' }).count()) > 0)
    assert.equal(await page.getByText('All our things').count(), 0)
    await page.goto('/pages/shipping')
    assert.equal(await page.locator('article').getAttribute('lang'), null)
    await page.getByText('All our things').waitFor()
    await page.goto('/de/products/blue-mug')
    await page.getByRole('heading', { name: 'Blue mug' }).waitFor()
    await page.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
  })

  it('names its languages to search engines, and has none that it has no texts for', async (t) => {
    const { page } = await visitShop(t, fresh)
    await page.goto('/products/garden-lantern')
    const links = await page
      .locator('link[rel=alternate]')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('hreflang'), one.getAttribute('href')].join(' ')))
    const { address } = fresh.storefront
    const to = (prefix: string) => `${address}${prefix}/products/garden-lantern`
    assert.deepEqual(links, [
      `en ${to('')}`,
      `de ${to('/de')}`,
      `fr ${to('/fr')}`,
      `ja ${to('/ja')}`,
      `x-default ${to('')}`,
    ])
    // By its name in another language it is found, too.
    await page.goto('/de/products/garden-lantern')
    await page.waitForURL(/\/de\/products\/gartenlaterne$/)
    const answer = await page.goto('/pl/products/garden-lantern')
    assert.equal(answer?.status(), 404)
    const robots = await (await page.request.get('/robots.txt')).text()
    assert.match(robots, /Disallow: \/ja\/checkout/)
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    assert.match(sitemap, /<loc>[^<]*\/ja\/products\/garden-lantern<\/loc>/)
  })

  it('offers the language of the browser on the first page, and leads nobody away', async (t) => {
    const { page } = await visitShop(t, fresh, { locale: 'fr-CA' })
    const answer = await page.goto('/')
    assert.match(answer?.headers()['vary'] ?? '', /accept-language/)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Cette boutique existe aussi en français' }).click()
    await page.waitForURL(/\/fr$/)
    // Who has chosen another language is not asked again.
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await page.waitForURL(/:\d+\/$/)
    assert.equal(await page.getByText('Cette boutique').count(), 0)
  })

  for (const path of ['/ja', '/ja/products/linen-shirt', '/fr/search?q=candle']) {
    it(`has no findings of axe and no sideways scrolling at ${path}, on a phone and a desktop`, async (t) => {
      const { page } = await visitShop(t, fresh)
      await page.goto(path)
      assert.deepEqual(await violations(page), [])
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, `${width}`)
      }
    })
  }
})
