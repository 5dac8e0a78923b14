import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { startQuietConsole } from '#test/support/console.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeOwnPages } from '#test/support/own-pages.ts'

/** Bytes of a page with all that it loads, before compression. */
const maxBytes = 300_000

describeService('the service’s own pages', startQuietConsole, ({ service }) => {
  async function open(settings: BrowserContextOptions): Promise<{ page: Page; loaded: () => number }> {
    const context = await service.browser.newContext({ ...settings, baseURL: service.address })
    // Pictures of shops and products.
    await context.route(/\/media\/|pictures\.example/, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    const page = await context.newPage()
    let bytes = 0
    page.on('response', async (response) => {
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length
    })
    return { page, loaded: () => bytes }
  }

  for (const [locale, title] of [
    ['en-GB', /^Pay for your order · Lantern & Loom$/],
    ['de-DE', /^Bestellung bezahlen · Lantern & Loom$/],
  ] as const) {
    it(`in ${locale}: no violation of accessibility, of the policy or of the width, and light`, async () => {
      const found: string[] = []
      const titles = new Set<string>()
      for (const { name, path, act } of await makeOwnPages(service)) {
        const { page, loaded } = await open({ locale })
        page.on('console', (message) => /Content Security Policy|Refused/.test(message.text()) && found.push(name))
        page.on('pageerror', (error) => found.push(`${name}: ${error.message}`))
        await page.goto(path)
        await page.locator('h1').waitFor()
        await act?.(page)
        titles.add(await page.title())
        assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2), name)
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const width of [1280, 360]) {
            await page.emulateMedia({ colorScheme })
            await page.setViewportSize({ width, height: 800 })
            found.push(...(await violations(page)).map((fault) => `${name}, ${colorScheme}, ${width}: ${fault}`))
            const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
            if (overflow > 0) found.push(`${name}, ${width}: ${overflow} px wider than the window`)
          }
        }
        assert.ok(loaded() < maxBytes, `${name} loads ${loaded()} bytes`)
        await page.context().close()
      }
      assert.deepEqual(found, [])
      assert.ok([...titles].some((one) => title.test(one)))
    })
  }

  it('without JavaScript a mailed link is pasted, an order is paid and withdrawn from', async () => {
    const pages = new Map((await makeOwnPages(service)).map((one) => [one.name, one]))
    const { page } = await open({ javaScriptEnabled: false })
    const pathOf = (name: string) => pages.get(name)?.path ?? assert.fail(name)
    const reset = pathOf('reset-fault')
    await page.goto(reset.split('#')[0] ?? '')
    await page.getByLabel('Link from the mail').fill(`${service.address}${reset}`)
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button').click()
    await page.getByText('This is one of the most common passwords.').waitFor()
    assert.equal(await page.getByLabel('Link from the mail').count(), 0)
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()

    const invitation = pathOf('invitation')
    await page.goto(invitation.split('#')[0] ?? '')
    await page.getByLabel('Link from the mail').fill(`${service.address}${invitation}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Lantern & Loom invites grace').waitFor()
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('heading', { name: 'You now work for Lantern & Loom' }).waitFor()

    await page.goto(pathOf('pay'))
    await page.getByLabel('Code of a gift card').fill('0000-0000-0000-0000')
    await page.getByRole('button', { name: 'Use it' }).click()
    const card = page.getByLabel('Code of a gift card')
    assert.equal(await card.getAttribute('aria-describedby'), 'code-error')
    await page.getByRole('button', { name: 'Pay with test success' }).click()
    await page.getByRole('heading', { name: 'Your order is paid' }).waitFor()

    await page.goto(pathOf('order-paid'))
    await page.getByRole('button', { name: 'Withdraw from contract here' }).click()
    await page.locator('[name=units-1]').fill('0')
    await page.locator('[name=units-2]').fill('0')
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await page.getByText('Please choose at least one unit').waitFor()
    assert.equal(await page.locator('[name=units-1]').inputValue(), '0')
    await page.locator('[name=units-1]').fill('1')
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await page.getByText(/^Withdrawal of .*: complete/).waitFor()
  })
})
