import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { makeProduct } from '#test/support/products.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

/** The daily work in a real browser. Every page, keys and accessibility: npm run test:console. */
describe('the console', () => {
  let service: ConsoleService
  let shop: Shop
  before(async () => {
    service = await startConsole()
    shop = await makeConsoleShop(service, 6)
  })
  after(() => service?.close())

  it('signs in, shows the figures, cancels a paid order, and finds the session again', async (t) => {
    const { page, context, faults } = await visit(t, service, '/')
    await page.waitForURL('**/console/sign-in')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const dashboard = await service.request('GET', '/admin/dashboard', { headers: shop.owner.headers })
    const revenue = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(
      dashboard.body.data.revenue,
    )
    await page
      .getByRole('button', { name: /^Revenue/ })
      .getByText(revenue)
      .waitFor()

    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('6 orders').waitFor()
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?status=paid')
    await page.locator('[data-row-link]').click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Refunds £[\d.]+ and makes \d units? available again\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await page
      .getByText(/^Order .* is cancelled$/)
      .first()
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel order' }).count(), 0)

    // The token was in the memory of the page; the cookie brings another.
    const [cookie] = await context.cookies(`${service.address}/console/session`)
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/console/session'])
    await page.reload()
    await page.getByText('Cancelled').first().waitFor()
    assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("eyJ")'), false)

    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await context.cookies(`${service.address}/console/session`), [])
    assert.deepEqual(faults, [])
  })

  it('creates a product, says what is wrong at its field, and deletes it', async (t) => {
    await makeProduct(service, shop, { sku: 'TAKEN-1' })
    const { page, faults } = await visit(t, service, '/console/products/new')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'New product' }).waitFor()
    await page.getByLabel('Name').fill('Willow basket')
    await page.getByLabel('SKU').fill('TAKEN-1')
    await page.getByLabel('Price in GBP').fill('18,50')
    await page.getByLabel('In stock').fill('7')
    await page.getByRole('button', { name: 'Create product' }).click()
    const sku = page.getByLabel('SKU')
    await page.locator('[id$="-error"]').waitFor()
    assert.equal(await sku.getAttribute('aria-invalid'), 'true')
    // The browser's own line about the 409.
    assert.deepEqual(
      faults.splice(0).filter((fault) => !fault.includes('409')),
      [],
    )
    await sku.fill('WB-1')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Willow basket', exact: true }).waitFor()
    const { headers } = shop.owner
    const { body } = await service.request('GET', '/admin/products?q=WB-1', { headers })
    assert.deepEqual([body.data.items[0].price, body.data.items[0].available], [18.5, 7])

    await page.getByLabel('Category').fill('Baskets')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Willow basket is saved').first().waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Willow basket is deleted').first().waitFor()
    await page.waitForURL('**/console/products')
    assert.deepEqual(faults, [])
  })
})
