import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

/** The connection was lost for a moment, or an update took away the code that an open page has not loaded yet. */
describe('the console without a part of its code', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  it('loads the page anew to try again, and then opens the dialog', async (t) => {
    const product = await makeProduct(service, shop)
    const { page } = await visit(t, service, `/console/inventory/${product.id}`)
    await signIn(page, shop.owner)
    const adjust = page.getByRole('button', { name: 'Adjust', exact: true })
    await page.getByText('1 change', { exact: true }).waitFor()
    const code = '**/assets/dialog-popup*'
    await page.route(code, (route) => route.abort())
    await adjust.click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 change', { exact: true }).waitFor()
    await adjust.click()
    await dialogOf(page).getByRole('spinbutton').waitFor()
  })

  it('keeps the page when the message of a success cannot be shown', async (t) => {
    const product = await makeProduct(service, shop)
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`)
    await signIn(page, shop.owner)
    await page.getByLabel('Category').fill('First')
    await page.route('**/assets/toast-list*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('toast-list'))
    await page.getByRole('button', { name: 'Save' }).click()
    await failed
    await page.getByLabel('Category').and(page.locator('[value="First"]')).waitFor()
    await page.getByRole('link', { name: 'Back to the products' }).click()
    await page.getByText('First', { exact: true }).waitFor()
    assert.deepEqual(
      faults.filter((fault) => fault.includes('dynamically imported')),
      [],
    )
  })
})
