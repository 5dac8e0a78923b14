import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('buying in the storefront', () => {
  const shop = started(startStorefrontShop)
  before(async () => {
    await makePromotion(shop.service, shop.shop, { name: 'Ten off', code: 'TEN' })
  })

  async function orders() {
    const { headers } = shop.shop.owner
    return (await shop.service.request('GET', '/admin/orders', { headers })).body.data.items
  }

  for (const javaScriptEnabled of [false, true]) {
    it(`a guest ${javaScriptEnabled ? 'with' : 'without'} JavaScript finds, chooses, and pays`, async (t) => {
      const { page, faults } = await visitShop(t, shop, { javaScriptEnabled })
      await page.goto('/')
      await page.getByRole('searchbox').fill('linen shirt')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Linen Shirt' }).last().click()
      await page.getByRole('link', { name: 'M', exact: true }).click()
      await page.getByText('Size: M').waitFor()
      await page.getByRole('link', { name: 'Blue', exact: true }).click()
      await page.getByText('Colour: Blue').waitFor()
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('Size: M, Colour: Blue').waitFor()
      await addToCart(page, '/products/blue-mug')
      await page.getByLabel('Quantity of Blue mug').selectOption('3')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update' }).last().click()
      await page.getByText('£76.50').first().waitFor()

      // A code that nobody knows is said beside its field; a good one takes 10 % off.
      await page.getByText('Discount code').first().click()
      await page.getByRole('textbox', { name: 'Discount code' }).fill('NONE')
      await page.getByRole('button', { name: 'Use code' }).click()
      await page.getByText('We do not know this code.').waitFor()
      await page.getByRole('textbox', { name: 'Discount code' }).fill('TEN')
      await page.getByRole('button', { name: 'Use code' }).click()
      await page.getByText('−£7.65').waitFor()

      await page.getByRole('link', { name: 'Go to checkout' }).click()
      await enterAddress(page)
      await page.getByText('£72.85').first().waitFor()
      await page.getByText('Express').click()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Pay £77.85' }).click()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      await page.getByText('Paid, being packed').waitFor()
      const [order] = await orders()
      assert.deepEqual([order.total, order.status, order.email], [77.85, 'paid', 'ada@example.com'])
      await page.goto('/cart')
      await page.getByText('Your cart is empty').waitFor()
      assert.deepEqual(faults, [])
    })
  }

  it('a gift card pays its part, and a declined payment can be tried again', async (t) => {
    const card = await makeGiftCard(shop.service, shop.shop, 5)
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page)
    await page.getByRole('textbox', { name: 'Gift card' }).fill('WRONG-CODE')
    await page.getByRole('button', { name: 'Use code' }).click()
    await page.getByText('This gift card cannot be used.').waitFor()
    await page.getByRole('textbox', { name: 'Gift card' }).fill(card.code)
    await page.getByRole('button', { name: 'Use code' }).click()
    await page.getByText('£11.50').first().waitFor()
    await page.getByText('Test payment that is declined').click()
    await page.getByRole('button', { name: 'Pay £16.50' }).click()
    await page.getByText('The payment was declined.').waitFor()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const [order] = await orders()
    assert.deepEqual([order.total, order.amount_paid, order.payment_status], [16.5, 16.5, 'paid'])
  })

  it('an address with faults says them beside its fields, and keeps what was typed', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await page.locator('[name=postal_code]').fill('no postcode')
    await page.locator('[name=name]').fill('Ada')
    // The browser would not send it; whoever writes the request by hand gets the same answer.
    await page.locator('form[action="/checkout"]').evaluate((form: { noValidate: boolean }) => {
      form.noValidate = true
    }, undefined)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please check the marked fields.').waitFor()
    assert.equal(await page.locator('[name=email]').getAttribute('aria-describedby'), 'email-fault email-help')
    assert.equal(await page.locator('[name=name]').inputValue(), 'Ada')
    await enterAddress(page, 'ada@example.com')
    await page.waitForURL(/delivery/)
    await page.goto('/checkout')
    await page.locator('[name=postal_code]').fill('12')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This is not a postcode of the country.').waitFor()
  })

  it('in German from the first page to the order', async (t) => {
    const { page, faults } = await visitShop(t, shop, { locale: 'de-DE' })
    await page.goto('/de')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await addToCart(page, '/de/products/blue-mug', 'In den Warenkorb')
    await page.getByText('12,50 £').first().waitFor()
    await page.getByText('inkl. MwSt., zzgl. Versand').first().waitFor()
    await page.getByRole('link', { name: 'Zur Kasse' }).click()
    assert.equal(await page.locator('[name=country]').inputValue(), 'DE')
    await enterAddress(page, 'ada.de@example.com')
    await page.getByRole('button', { name: 'Für 16,50 £ zahlungspflichtig bestellen' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank!' }).waitFor()
    assert.match(page.url(), /\/de\/orders\//)
    assert.deepEqual(faults, [])
  })

  it('an order that is sent twice is one', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page, 'twice@example.com')
    await page.waitForURL(/delivery/)
    const form = await page
      .locator('form.stack input')
      .evaluateAll((inputs) =>
        (inputs as unknown as { name: string; value: string; type: string; checked: boolean }[])
          .filter(({ type, checked }) => type !== 'radio' || checked)
          .map(({ name, value }): [string, string] => [name, value]),
      )
    const send = () =>
      page.request.post('/checkout/delivery', {
        form: Object.fromEntries([...form, ['do', 'order']]),
        headers: { origin: shop.storefront.address },
        maxRedirects: 0,
      })
    const before = (await orders()).length
    const draft = (await page.context().cookies()).find(({ name }) => name === 'draft')
    const first = await send()
    // As when the answer was lost, and the form is sent again.
    await page.context().addCookies([draft ?? assert.fail()])
    const second = await send()
    assert.deepEqual([first.status(), second.status()], [303, 303])
    assert.equal(second.headers()['location'], first.headers()['location'])
    assert.equal((await orders()).length, before + 1)
  })
})
