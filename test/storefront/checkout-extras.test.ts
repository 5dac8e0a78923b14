import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { started } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('what only some orders have, at the checkout of the storefront', () => {
  const shop = started(startStorefrontShop)
  before(async () => {
    const { service, shop: merchant } = shop
    await makeProduct(service, merchant, { name: 'Gift card', price: 25, onHand: 9, columns: { gift_card: true } })
    const { headers } = merchant.owner
    await service.request('PATCH', '/admin/merchant', { headers, body: { vat_number: 'FR40303265045' } })
  })

  async function newest() {
    const { headers } = shop.shop.owner
    return (await shop.service.request('GET', '/admin/orders', { headers })).body.data.items[0]
  }
  async function atCheckout(
    t: Parameters<typeof visitShop>[0],
    slug: string,
    language = '',
    javaScriptEnabled = false,
  ) {
    const { page, faults } = await visitShop(t, shop, { javaScriptEnabled })
    await addToCart(page, `${language}/products/${slug}`, language ? 'In den Warenkorb' : 'Add to cart')
    await page.goto(`${language}/checkout`)
    return { page, faults }
  }
  const buy = (page: Page) => page.getByRole('button', { name: /^Pay £|zahlungspflichtig/ }).click()

  it('another billing address begins in the country that the goods go to', async (t) => {
    const { page } = await atCheckout(t, 'blue-mug')
    await page.locator('[name=other_billing]').check()
    await enterAddress(page, 'buyer@example.com', 'DE')
    assert.equal(await page.locator('[name=billing_country]').inputValue(), 'DE')
  })

  it('another billing address and the VAT number of a business are checked, shown and ordered', async (t) => {
    const { page, faults } = await atCheckout(t, 'blue-mug')
    await page.getByText('Send the invoice to another address').click()
    await page.getByText('Order as a business').click()
    await page.locator('[name=vat_number]').fill('nonsense')
    await enterAddress(page, 'buyer@example.com')
    await page.getByRole('heading', { name: 'Billing address' }).waitFor()
    await page.locator('[name=billing_name]').fill('Analytical Engines Ltd')
    await page.locator('[name=billing_line1]').fill('1 Mill Lane')
    await page.locator('[name=billing_country]').selectOption('DE')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please enter the town.').waitFor()
    assert.equal(await page.locator('[name=billing_city]').getAttribute('aria-describedby'), 'billing_city-fault')
    await page.locator('[name=billing_city]').fill('Berlin')
    await page.locator('[name=billing_postal_code]').fill('10115')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This is not a VAT number.').waitFor()
    assert.equal(await page.locator('[name=billing_name]').inputValue(), 'Analytical Engines Ltd')
    await page.locator('[name=vat_number]').fill('DE136695976')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Billing address' }).waitFor()
    await page.getByText('VAT number: DE136695976').waitFor()
    await buy(page)
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const { billing_address, shipping_address, buyer_vat } = await newest()
    assert.deepEqual(
      [billing_address.name, billing_address.city, shipping_address.city, buyer_vat.number],
      ['Analytical Engines Ltd', 'Berlin', 'London', 'DE136695976'],
    )
    // The browser's own lines about the refusals.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  it('a gift card goes to whom the buyer names, in German and without JavaScript', async (t) => {
    const { page } = await atCheckout(t, 'gift-card', '/de')
    await enterAddress(page, 'giver@example.com')
    await page.getByLabel('E-Mail der Person').fill('friend@example.com')
    await page.getByLabel('Ihre Nachricht').fill('Siehe https://example.com')
    await buy(page)
    await page.getByText('Höchstens 300 Zeichen, ohne Links und Adressen.').waitFor()
    assert.equal(await page.getByLabel('E-Mail der Person').inputValue(), 'friend@example.com')
    await page.getByLabel('Ihre Nachricht').fill('Alles Gute!')
    await buy(page)
    await page.getByRole('heading', { name: 'Vielen Dank!' }).waitFor()
    assert.deepEqual((await newest()).gift, { email: 'friend@example.com', message: 'Alles Gute!', send_at: null })
  })

  it('its fields have no violation of accessibility, also with their faults', async (t) => {
    const { page } = await atCheckout(t, 'gift-card', '', true)
    await page.getByText('Send the invoice to another address').click()
    await page.getByText('Order as a business').click()
    await enterAddress(page, 'axe@example.com')
    await page.locator('[name=billing_name]').fill('Analytical Engines Ltd')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please enter the town.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByText('Send the invoice to another address').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your message').fill('See https://example.com')
    await page.getByLabel('E-mail of the recipient').fill('friend@example.com')
    await buy(page)
    await page.getByText('without links and addresses').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  it('an order that has none of it is asked for none: the parts are closed, and no recipient', async (t) => {
    const { page } = await atCheckout(t, 'blue-mug')
    assert.equal(await page.locator('[name=billing_name]').count(), 0)
    await enterAddress(page, 'plain@example.com')
    assert.equal(await page.locator('[name=gift_email]').count(), 0)
    await buy(page)
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const { billing_address, buyer_vat, gift } = await newest()
    assert.deepEqual([billing_address?.city ?? 'London', buyer_vat, gift], ['London', undefined, undefined])
  })
})
