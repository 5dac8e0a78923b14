import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator } from 'playwright-core'
import { signIn, startQuietConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

/** What a narrow screen shows otherwise. */
describeShop('the console on a phone', startQuietConsole, ({ service, shop }) => {
  /** Of the text of a button, which has no frame. */
  const padding = 12
  const phone = { width: 360, height: 780 }
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail('it is not in the page')

  it('names the fields of a tax rate above them', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/taxes', { as: shop.owner })
    await page.getByRole('button', { name: 'Add a row' }).click()
    const table = page.getByRole('table', { name: 'Tax rates' })
    const names = ['Country', 'Region', 'Class', 'Name', 'Rate in %']
    for (const name of names) assert.equal(await table.locator('span', { hasText: name }).first().isVisible(), false)
    await page.setViewportSize(phone)
    for (const name of names) {
      const above = await boxOf(table.locator('span').getByText(name, { exact: true }))
      const field = await boxOf(page.getByLabel(`${name} of row 1`))
      assert.ok(above.y + above.height <= field.y && above.y + above.height > field.y - 8, name)
      assert.ok(above.x + above.width <= field.x + field.width, `${name} is wider than its field`)
    }
    const remove = await boxOf(page.getByRole('button', { name: 'Remove row 1' }))
    assert.equal(remove.y, (await boxOf(page.getByLabel('Region of row 1'))).y)
    assert.deepEqual(faults, [])
  })

  it('ends a list as far from the edge as it begins', async (t) => {
    const hook = await makeWebhook(service, shop, { url: 'https://example.com/hooks', events: ['order.created'] })
    await hook.request('POST', '/test', {})
    const { page, faults } = await visit(t, service, '/console/webhooks')
    await page.setViewportSize(phone)
    await signIn(page, shop.owner)
    await page.locator('[data-row-link]').waitFor()
    // A delivery's last three columns are hidden; of the staff all but the first and the last.
    for (const path of [`webhooks/${hook.id}`, 'staff']) {
      await page.goto(`/console/${path}`)
      await page.locator('[data-row-link]').waitFor()
      const sides = await page.evaluate<string[]>(`(() => {
        const row = document.querySelector('tr:has([data-row-link])')
        const cells = [...row.cells].filter((cell) => cell.offsetWidth > 0)
        return [getComputedStyle(cells.at(0)).paddingLeft, getComputedStyle(cells.at(-1)).paddingRight]
      })()`)
      assert.deepEqual(sides, ['16px', '16px'], path)
    }
    assert.deepEqual(faults, [])
  })

  it('begins what stands alone in a line where the line begins', async (t) => {
    const { order } = await makePaidOrder(service, shop, [3], { tax: true })
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`)
    await page.setViewportSize(phone)
    await signIn(page, shop.owner)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = dialogOf(page)
    // An own amount makes the text beside it longer.
    await dialog.getByLabel('Amount in GBP').fill('1')
    const all = await boxOf(dialog.getByRole('button', { name: 'Choose all units' }))
    const shipping = await boxOf(dialog.getByRole('checkbox', { name: /^Refund shipping/ }))
    assert.ok(all.y > shipping.y, 'it is in the same line')
    assert.equal(all.x + padding, (await boxOf(dialog.getByLabel('Amount in GBP'))).x)
    assert.deepEqual(faults, [])
  })
  it('shows of a list more rows than filters, which open when asked for', async (t) => {
    const own = await makeMerchant(service)
    await makeProduct(service, own, { category: 'Books' })
    await makePaidOrder(service, own)
    const { page, faults } = await visit(t, service, '/console/products')
    await page.setViewportSize(phone)
    await signIn(page, own.owner)
    await page.getByRole('searchbox').waitFor()
    for (const path of ['products', 'orders', 'inventory', 'promotions']) {
      await page.goto(`/console/${path}`)
      const search = await boxOf(page.getByRole('searchbox'))
      assert.ok(search.y + search.height < 0.4 * phone.height, `${path}: ${search.y + search.height}`)
    }
    await page.goto('/console/products')
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    assert.equal(await page.getByLabel('Category').isVisible(), false)
    await filters.click()
    await page.getByLabel('Category').selectOption('Books')
    await page.getByRole('button', { name: 'Filters, 1' }).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await filters.waitFor()
    assert.deepEqual(faults, [])
  })
})
