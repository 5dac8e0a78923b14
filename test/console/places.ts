import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'

/** Where one is, and how one gets back. */
describeShop('places of the console', startConsole, ({ service, shop }) => {
  it('Esc and the arrow lead back to the list as it was left: its filter, pages, and place', async (t) => {
    await makeProducts(
      service,
      shop,
      Array.from({ length: 250 }, (_, n) => ({ name: `Place ${String(n).padStart(3, '0')}` })),
    )
    const { page, faults } = await visit(t, service, '/console/products?q=place&sort=name', { as: shop.owner })
    await page.getByText('250 products', { exact: true }).waitFor()
    const row = page.getByRole('link', { name: 'Place 190' })
    for (let step = 0; step < 200 && (await row.count()) === 0; step++) await page.mouse.wheel(0, 600)
    await row.scrollIntoViewIfNeeded()
    const place = await page.evaluate<number>('scrollY')
    assert.ok(place > 1_000)
    for (const way of ['Escape', 'arrow', 'further']) {
      await row.click()
      await page.getByRole('heading', { name: 'Place 190', exact: true }).waitFor()
      if (way === 'further') {
        // By way of another page of the product.
        await page.getByRole('region', { name: 'Product' }).getByRole('link').first().click()
        await page.getByRole('heading', { name: 'Ledger' }).waitFor()
        await page.getByRole('link', { name: 'Open product' }).click()
        await page.getByRole('button', { name: 'Save' }).waitFor()
      }
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.getByRole('link', { name: 'Back to the products' }).click()
      await page.waitForURL('**/console/products?q=place&sort=name')
      await row.waitFor()
      await untilTrue(page, `Math.abs(scrollY - ${place}) < 40`)
    }
    // A product that is deleted leads there, too.
    await row.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/console/products?q=place&sort=name')
    await page.getByText('249 products', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('an address that names nothing says so, and shows the ways home', async (t) => {
    const { page, faults } = await visit(t, service, '/console/nowhere/at/all', { as: shop.owner })
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'To the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    for (const [path, what, back] of [
      ['orders', 'order', 'Back to the orders'],
      ['products', 'product', 'Back to the products'],
      ['customers', 'customer', 'Back to the customers'],
    ]) {
      await page.goto(`/console/${path}/019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11`)
      await page.getByRole('heading', { name: `This ${what} is not here` }).waitFor()
      await page.getByRole('button', { name: back ?? '' }).click()
      await page.waitForURL(`**/console/${path}`)
    }
    onlyStatuses(faults, 404)
  })

  it('an order names the address of its customer once, with or without a name', async (t) => {
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop)
    const items = [{ product_id: product.id, quantity: 1 }]
    const { id } = (await shopper.order(items, { email: 'once@example.com' })).body.data
    const { page, faults } = await visit(t, service, `/console/orders/${id}`, { as: shop.owner })
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('link', { name: 'once@example.com' }).waitFor()
    assert.equal(await page.getByText('once@example.com').count(), 1)
    assert.deepEqual(faults, [])
  })

  it('keys are named at the pages that they lead to', async (t) => {
    const { page, faults } = await visit(t, service, '/console', { as: shop.owner })
    const orders = page.getByRole('link', { name: 'Orders', exact: true })
    await orders.and(page.locator('[aria-keyshortcuts="g o"]')).waitFor()
    assert.deepEqual(faults, [])
  })
})
