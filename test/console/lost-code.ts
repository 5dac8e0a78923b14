import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { scriptOf } from '#test/support/console-build.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'

/** The connection was lost for a moment, or an update took away the code that an open page has not loaded yet. */
describeShop('the console without a part of its code', startConsole, ({ service, shop }) => {
  it('loads the page anew to try again, and then opens the dialog', async (t) => {
    const product = await makeProduct(service, shop)
    const { page } = await visit(t, service, `/console/inventory/${product.id}`, { as: shop.owner })
    const adjust = page.getByRole('button', { name: 'Adjust', exact: true })
    await page.getByText('1 change', { exact: true }).waitFor()
    const code = scriptOf('src/ui/dialog-popup.tsx')
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
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`, { as: shop.owner })
    await page.getByLabel('Category').fill('First')
    const code = scriptOf('src/ui/toast-list.tsx')
    await page.route(code, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(code.replace('**', '')))
    await page.getByRole('button', { name: 'Save' }).click()
    await failed
    await page.getByLabel('Category').and(page.locator('[value="First"]')).waitFor()
    await page.getByRole('link', { name: 'Back to the products' }).click()
    await page.getByRole('cell', { name: 'First', exact: true }).waitFor()
    assert.deepEqual(
      faults.filter((fault) => fault.includes('dynamically imported')),
      [],
    )
  })

  it('keeps the console when a part that nobody asked for cannot be loaded', async (t) => {
    const { page } = await visit(t, service, '/console/account', { as: shop.owner })
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    for (const part of ['live', 'two-factors-required', 'account-menu']) {
      await page.route(scriptOf(`src/shell/${part}.tsx`), (route) => route.abort())
    }
    const failed = page.waitForEvent('requestfailed')
    await page.reload()
    await failed
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.getByRole('link', { name: 'Staff', exact: true }).click()
    await page.getByRole('heading', { name: 'Staff' }).waitFor()
  })

  it('keeps the console when a page is opened without a connection, and opens it when that is back', async (t) => {
    const { context, page } = await visit(t, service, '/console/inventory', { as: shop.owner })
    await page.getByRole('heading', { name: 'Inventory', exact: true }).waitFor()
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const notice = page.getByRole('alert').getByText('The service cannot be reached. Check your connection.')
    await context.setOffline(true)
    await open('Staff')
    await notice.waitFor()
    await page.getByText('No connection.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor()
    await page.evaluate('globalThis.isKept = true')
    await open('Inventory')
    await page.getByRole('heading', { name: 'Inventory', exact: true }).waitFor()
    await open('Staff')
    await notice.waitFor()
    assert.equal(await page.evaluate('globalThis.isKept'), true)
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Staff' }).waitFor()
  })

  it('loads itself anew, once, for a page that has another name since an update', async (t) => {
    const { page } = await visit(t, service, '/console/account', { as: shop.owner })
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    let asked = 0
    await page.route(scriptOf('src/pages/staff/staff-page.tsx'), (route) => {
      asked += 1
      return asked === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await page.getByRole('link', { name: 'Staff', exact: true }).click()
    await page.getByRole('heading', { name: 'Staff' }).waitFor()
    assert.equal(asked, 2)
  })
})
