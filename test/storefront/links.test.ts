import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'
import { until } from '#test/support/until.ts'

describe('orders by the links of mails in the storefront', () => {
  const shop = started(() => startStorefrontShop({}, { background: true }))
  before(async () => {
    const body = { storefront_url: shop.storefront.address, withdrawal: true }
    const { status } = await shop.service.request('PATCH', '/admin/merchant', {
      headers: shop.shop.owner.headers,
      body,
    })
    assert.equal(status, 200)
  })

  /** The path of the order in the mails to an address so far. */
  async function linksTo(email: string, count: number): Promise<string[]> {
    const { mail } = shop.service as unknown as { mail: TestMailServer }
    const found = () =>
      mail.mails.flatMap(({ to, source }) => {
        const path = /\/orders\/[\w-]{30,}/.exec(source.replace(/=\r?\n/g, ''))?.[0]
        return to[0] === email && path ? [path] : []
      })
    await until(() => found().length >= count, 'the mails')
    return found()
  }

  it('a guest opens the order elsewhere, has the link mailed anew, and withdraws', async (t) => {
    const email = 'guest-of-links@example.com'
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page, email)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const number = /Order (\S+)/.exec((await page.locator('.order > .muted').textContent()) ?? '')?.[1] ?? ''
    const [path = ''] = await linksTo(email, 1)

    const { page: other } = await visitShop(t, shop, { javaScriptEnabled: false })
    await other.goto(path)
    await other.getByRole('heading', { name: `Order ${number}` }).waitFor()
    await other.goto('/orders')
    await other.getByLabel('Order number').fill(number)
    await other.getByLabel('E-mail').fill(email)
    await other.getByRole('button', { name: 'Send link' }).click()
    await other.getByText('If there is such an order').waitFor()
    const again = (await linksTo(email, 2)).at(-1) ?? ''
    await other.goto(again)
    await other.getByRole('link', { name: 'Withdraw from contract' }).click()
    await other.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await other.getByText('Your withdrawal has reached us.').waitFor()
  })

  it('an order that waits is paid by its link', async (t) => {
    const email = 'pays-by-link@example.com'
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page, email)
    await page.getByText('Test payment that is declined').click()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByText('The payment was declined.').waitFor()
    const number = /Order (\S+)/.exec((await page.locator('h1').textContent()) ?? '')?.[1] ?? ''
    const { page: other } = await visitShop(t, shop, { javaScriptEnabled: false })
    await other.goto('/de/orders')
    await other.getByLabel('Bestellnummer').fill(number)
    await other.getByLabel('E-Mail').fill(email)
    await other.getByRole('button', { name: 'Link senden' }).click()
    const path = (await linksTo(email, 1)).at(-1) ?? ''
    await other.goto(path)
    await other.getByRole('button', { name: 'Pay now' }).click()
    await other.getByRole('heading', { name: 'Thank you!' }).waitFor()
  })
})
