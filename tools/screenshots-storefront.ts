/**
 * `node tools/screenshots-storefront.ts [address]`: the pages of a storefront that runs on the demo shop, on a desktop
 * and a phone, in both languages, and a picture of several, for the pages that name it. Kept by `keep-picture.ts`.
 */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '#test/support/browser.ts'
import { joinPictures } from './join-pictures.ts'
import { keepPicture, picturePath } from './keep-picture.ts'

const address = process.argv[2] ?? 'http://127.0.0.1:3100'
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

type Size = keyof typeof sizes

async function take(page: Page, name: string, size: Size): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => true)')
  const picture = await page.screenshot({ animations: 'disabled' })
  const small = await sharp(picture).png({ palette: true, quality: 90, effort: 9 }).toBuffer()
  keepPicture(`storefront/${name}-${size}.png`, small)
}

/** A variant that is reduced, if there is one, is the picture of a product. */
async function findProducts(page: Page): Promise<string[]> {
  await page.goto('/collections/sale')
  const links = await page.locator('.card > a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  const grouped = await page.locator('.card:has-text("from") > a').first().getAttribute('href')
  return [grouped ?? links[0] ?? '', ...links.slice(8, 14)]
}

async function shop(page: Page, size: Size): Promise<void> {
  const [product = '', ...others] = await findProducts(page)
  const pages = { home: '/', list: '/collections/sale', search: '/search?q=lantern', product }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path)
    await take(page, name, size)
  }
  await page.goto('/')
  await page.getByRole('searchbox').pressSequentially('christmas tre', { delay: 20 })
  await page.locator('.suggestions li').first().waitFor()
  await take(page, 'suggestions', size)
  for (const path of [product, ...others]) {
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Add to cart' })
    // What earlier pictures have bought out.
    if ((await button.count()) === 0) continue
    await button.click()
    await page.waitForURL(/cart/)
  }
  await take(page, 'cart', size)
  await page.goto('/checkout')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByRole('button', { name: 'Continue' }).evaluate((button: { form?: { noValidate: boolean } }) => {
    if (button.form) button.form.noValidate = true
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please check the marked fields.').waitFor()
  await take(page, 'faults', size)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Street and number').fill('12 St James’s Square')
  await page.getByLabel('Postcode').fill('SW1Y 4JH')
  await page.getByLabel('Town or city').fill('London')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/delivery/)
  await take(page, 'checkout', size)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  await take(page, 'order', size)
  await page.goto(`/de${product}`)
  await take(page, 'product-german', size)
  await page.goto('/de/products?category=Christmas')
  await take(page, 'list-german', size)
}

const browser = await startBrowser()
try {
  for (const [size, viewport] of Object.entries(sizes) as [Size, typeof sizes.phone][]) {
    const context = await browser.newContext({ baseURL: address, locale: 'en-GB', viewport })
    await shop(await context.newPage(), size)
    await context.close()
  }
  const dark = await browser.newContext({
    baseURL: address,
    locale: 'en-GB',
    viewport: sizes.desktop,
    colorScheme: 'dark',
  })
  const page = await dark.newPage()
  await page.goto('/')
  await take(page, 'home-dark', 'desktop')
} finally {
  await browser.close()
}
const shown = ['home-desktop', 'product-desktop', 'checkout-phone']
keepPicture('storefront/pages.png', await joinPictures(shown.map((name) => picturePath(`storefront/${name}.png`))))
