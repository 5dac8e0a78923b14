import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { startQuietConsole } from '#test/support/console.ts'
import { describeService } from '#test/support/describe-shop.ts'

/** What a page may load before somebody scrolls or searches, with its styles, scripts and fonts. */
const maxBytes = 300_000

describeService('/guide in a browser', startQuietConsole, ({ service }) => {
  async function open(path: string, options = {}): Promise<{ page: Page; loaded: string[]; faults: string[] }> {
    const page = await service.browser.newPage(options)
    const loaded: string[] = []
    const faults: string[] = []
    page.on('request', (request) => void loaded.push(request.url().replace(service.address, '')))
    page.on('pageerror', (error) => void faults.push(error.message))
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    await page.goto(`${service.address}${path}`, { waitUntil: 'networkidle' })
    return { page, loaded, faults }
  }

  it('has no violation of accessibility, in both themes, wide and narrow', async () => {
    const found: string[] = []
    for (const path of ['/guide', '/guide/five-minutes', '/guide/reference/webhooks', '/guide/roles/staff']) {
      const { page, faults } = await open(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          found.push(...(await violations(page)).map((fault) => `${path}, ${colorScheme}, ${width}: ${fault}`))
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflow > 0) found.push(`${path}, ${width}: ${overflow} px wider than the window`)
        }
      }
      found.push(...faults)
      await page.close()
    }
    assert.deepEqual(found, [])
  })

  it('loads less than 300 kB, and nothing of the search before it is used', async () => {
    for (const path of ['/guide', '/guide/reference/catalog', '/guide/reference/authorization']) {
      const { page, loaded } = await open(path)
      const sizes = await Promise.all(loaded.map(async (url) => (await service.app.inject(url)).rawPayload.length))
      const size = sizes.reduce((sum, bytes) => sum + bytes, 0)
      assert.ok(size < maxBytes, `${path}: ${size}`)
      assert.ok(!loaded.some((url) => /search\.json|minisearch/.test(url)))
      await page.close()
    }
  })

  it('finds headings and operations by the keyboard, and opens them', async () => {
    const { page, faults } = await open('/guide/five-minutes')
    await page.keyboard.press('/')
    await page.keyboard.type('rotate secret')
    const list = page.getByRole('search').getByRole('listitem')
    await list.first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.ok(
      (await list.allInnerTexts()).some((text) => text.includes('POST /admin/webhooks/{webhook_id}/rotate-secret')),
    )
    await page.getByRole('searchbox').fill('guest checkout')
    await list.filter({ hasText: 'Checkout as a guest' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/guide\/reference\/guest-checkout/)
    await page.getByRole('searchbox').fill('<b>zzzzzz')
    await page.getByRole('status').filter({ hasText: 'Nothing with “<b>zzzzzz”' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows every page without a script, but no search', async () => {
    const { page } = await open('/guide/guides/first-shop', { javaScriptEnabled: false })
    await page.getByRole('heading', { name: 'Your first shop' }).waitFor()
    assert.equal(await page.getByRole('searchbox').count(), 0)
    await page.getByRole('link', { name: 'Next', exact: false }).last().click()
    await page.getByRole('heading', { name: 'Moving in from Shopify' }).waitFor()
  })
})
