import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { consoleLanguages } from '../../packages/console/src/lib/language.ts'

const folder = new URL('../../packages/console/src/texts/', import.meta.url)
const languages = Object.keys(consoleLanguages).filter((code) => code !== 'en')
const textsOf = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'))

/** With their headings. */
const pages: Record<string, string> = {
  '': 'Dashboard',
  orders: 'Orders',
  'orders/new': 'New order',
  products: 'Products',
  'products/new': 'New product',
  inventory: 'Inventory',
  promotions: 'Promotions',
  customers: 'Customers',
  webhooks: 'Webhooks',
  staff: 'Staff',
  account: 'Your account',
}

const isLanguage = (page: Page, code: string) => untilTrue(page, `document.documentElement.lang === '${code}'`)

describeShop('the console in another language', startConsole, ({ service, shop }) => {
  async function signIn(page: Page, texts: Record<string, string>): Promise<void> {
    await page.getByLabel(texts['E-mail'] as string).fill(shop.owner.email)
    await page.getByLabel(texts['Password'] as string, { exact: true }).fill(shop.owner.password)
    await page.getByRole('button', { name: texts['Sign in'] as string, exact: true }).click()
  }

  for (const code of languages) {
    it(`is written in ${code} for a browser that asks for it, and fits a phone`, async (t) => {
      await makePaidOrder(service, shop, [3])
      const texts = textsOf(code)
      const { page, faults } = await visit(t, service, '/console', { locale: code })
      await isLanguage(page, code)
      await signIn(page, texts)
      await page.getByRole('heading', { name: texts['Dashboard'] as string, exact: true }).waitFor()
      // Read as the modules of the navigation are loaded.
      await page
        .locator('nav', { hasText: texts['Customers'] as string })
        .first()
        .waitFor()
      await page.setViewportSize({ width: 360, height: 780 })
      for (const [path, heading] of Object.entries(pages)) {
        await page.goto(`/console/${path}`)
        await page.getByRole('heading', { level: 1, name: texts[heading] as string, exact: true }).waitFor()
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(width <= 360, `${path} is ${width} wide`)
      }
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(faults, [])
    })
  }

  it('is chosen on the page of the account, for this browser, and stays', async (t) => {
    const [code] = languages as [string]
    const texts = textsOf(code)
    const { page, faults } = await visit(t, service, '/console/account', { as: shop.owner })
    await page.getByLabel('Language of the console').selectOption(code)
    await page.getByRole('heading', { level: 1, name: texts['Your account'] as string, exact: true }).waitFor()
    await page.goto('/console/orders')
    await page.getByRole('heading', { level: 1, name: texts['Orders'] as string, exact: true }).waitFor()
    await isLanguage(page, code)
    await page.goto('/console/account')
    await page.getByLabel(texts['Language of the console'] as string).selectOption('')
    await page.getByRole('heading', { level: 1, name: 'Your account', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is English for a language that it lacks, and where the texts cannot be loaded', async (t) => {
    const finnish = await visit(t, service, '/console', { locale: 'fi-FI' })
    await finnish.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await isLanguage(finnish.page, 'en')
    const { page } = await visit(t, service, '/console', { locale: languages[0] as string })
    await page.route('**/*.json', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await isLanguage(page, 'en')
  })
})
