import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { unique } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

const password = 'correct horse battery'

describe('an account in the storefront', () => {
  const shop = started(startStorefrontShop)

  async function buy(page: Page, email: string): Promise<void> {
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page, email)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  }

  it('the link of a mail about a cart leads a visitor to sign in, and back to the cart', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/cart')
    await page.getByRole('link', { name: 'Sign in to see the cart of your account', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.locator('form input[name="to"]').first().inputValue(), '/cart')
  })

  it('a guest keeps the order in an account, signs out, and finds it after signing in', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    const email = `${unique('ada')}@example.com`
    await buy(page, email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: /^Order \d/ }).waitFor()
    await page.goto('/account')
    await page.getByText('Paid, being packed').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong e-mail or password.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Paid, being packed').waitFor()
    // The page of the refusal has the status of one.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  it('addresses are added, used at the checkout, changed and deleted', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    await page.goto('/account/register')
    await page.getByLabel('E-mail', { exact: true }).fill(`${unique('bo')}@example.com`)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('No orders yet').waitFor()
    await page.goto('/account/addresses/new')
    await page.locator('[name=country]').selectOption('GB')
    await page.getByLabel('Full name').fill('Bo Beam')
    await page.getByLabel('Street and number').fill('1 High Street')
    await page.getByLabel('Town or city').fill('York')
    await page.getByLabel('Use as default').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 High Street').waitFor()
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    assert.equal(await page.locator('[name=line1]').inputValue(), '1 High Street')
    await page.goto('/account/addresses')
    await page.getByRole('main').getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('Town or city').fill('Leeds')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Leeds').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No addresses yet').waitFor()
  })

  it('offers are subscribed to by a box that nobody ticked in advance, and unsubscribed from', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    const email = `${unique('di')}@example.com`
    await page.goto('/account/register')
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password').fill(password)
    const box = page.getByRole('checkbox', { name: /^Send me offers and reminders by e-mail/ })
    assert.equal(await box.isChecked(), false)
    await box.check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('link', { name: 'E-mails', exact: true }).click()
    await page.getByText('You get offers and reminders by e-mail.').waitFor()
    const { headers } = shop.shop.owner
    const source = async () => {
      const { body } = await shop.service.request('GET', `/admin/users?q=${encodeURIComponent(email)}`, { headers })
      const { source, withdrawn_at } = body.data.items[0].accepts_marketing
      return [source, withdrawn_at !== null]
    }
    assert.deepEqual(await source(), ['registration', false])
    await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await page.getByText('You get e-mails about your orders, and no offers.').waitFor()
    assert.deepEqual(await source(), ['registration', true])
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page, email)
    assert.equal(await box.isChecked(), false)
    await box.check()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    assert.deepEqual(await source(), ['checkout', false])
  })

  it('sent items are returned, and the return is listed', async (t) => {
    const { page } = await visitShop(t, shop, { javaScriptEnabled: false })
    const email = `${unique('cy')}@example.com`
    await page.goto('/account/register')
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await buy(page, email)
    const path = new URL(page.url()).pathname
    const { headers } = shop.shop.owner
    const id = path.split('/').at(-1)
    const sent = { carrier: 'Royal Mail', tracking_number: 'RM1', tracking_url: 'https://track.example/RM1' }
    const answer = await shop.service.request('POST', `/admin/orders/${id}/fulfillments`, { headers, body: sent })
    assert.equal(answer.status, 201)
    await page.goto(path)
    await page.getByRole('link', { name: 'Track the parcel' }).waitFor()
    await page.getByRole('link', { name: 'Return items' }).click()
    await page.getByRole('button', { name: 'Ask for a return' }).click()
    await page.getByText('Please choose at least one item.').waitFor()
    await page.getByLabel('How many').selectOption('1')
    await page.getByLabel('Reason').selectOption('Damaged')
    await page.getByRole('button', { name: 'Ask for a return' }).click()
    await page.getByText('We have your request').waitFor()
    await page.goto('/account/returns')
    await page.getByText('Asked for').waitFor()
  })

  it('an order of somebody else is a page that is not there', async (t) => {
    const { page } = await visitShop(t, shop)
    await buy(page, `${unique('dee')}@example.com`)
    const { page: other } = await visitShop(t, shop)
    await addToCart(other, '/products/blue-mug')
    const answer = await other.goto(new URL(page.url()).pathname)
    assert.equal(answer?.status(), 404)
    await other.getByText('We cannot find this page').waitFor()
  })
})
