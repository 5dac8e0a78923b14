import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

/** Counting, carriers, and lists of goods with their pictures. */
describeShop('the console of a warehouse', startConsole, ({ service, shop }) => {
  it('adds what is sent meanwhile to a count of many products', async (t) => {
    const { products, fulfil } = await makePaidOrder(service, shop, [3])
    const id = products[0]?.id ?? assert.fail()
    const other = await makeProduct(service, shop, { onHand: 7 })
    await sql`update stock_movements set created_at = created_at - interval '1 hour'`.execute(service.deps.db)
    const { page, faults } = await visit(t, service, '/console/inventory', { as: shop.owner })
    await page.getByText('2 products', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
    await page
      .getByRole('region', { name: 'Chosen products' })
      .getByRole('button', { name: 'Count', exact: true })
      .click()
    const dialog = dialogOf(page)
    const { name } = (await service.request('GET', `/admin/products/${id}`, { headers: shop.owner.headers })).body.data
    await dialog.getByLabel(`Units counted of ${name}`, { exact: true }).first().fill('19')
    assert.deepEqual(await violations(page), [])
    // A parcel leaves after the units were counted.
    await fulfil()
    await dialog.getByRole('button', { name: 'Save the counts' }).click()
    await dialog.getByText('1 product counted').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    assert.deepEqual(
      [await stockOf(service, id), await stockOf(service, other.id)],
      [
        [16, 0],
        [7, 0],
      ],
    )
    await page.goto(`/console/inventory/${id}`)
    await page.getByRole('row').filter({ hasText: 'Counted' }).waitFor()
    // An earlier count comes too late.
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await dialog.getByRole('button', { name: 'Recount' }).click()
    await dialog.getByLabel('Units counted').fill('18')
    await dialog.getByLabel('Counted at').fill('2026-01-02T10:00:00')
    await dialog.getByText('On hand becomes this count, and what was sent').waitFor()
    await dialog.getByRole('button', { name: 'Save the count' }).click()
    await faultAt(dialog.getByLabel('Counted at'), 'The product was counted again after this count.')
    onlyStatuses(faults, 409)
  })

  it('keeps carriers, and makes the address where a parcel is followed', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/settings/shipping', { as: shop.owner })
    await page.getByRole('button', { name: 'New carrier' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Postie')
    const address = dialog.getByLabel('Tracking address')
    await address.fill('https://{tracking_number}.example/')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await faultAt(address, 'Must not have {tracking_number} in its host.')
    onlyStatuses(faults, 400)
    await address.fill('https://postie.example/t/{tracking_number}')
    await dialog.getByText('AB123 leads to https://postie.example/t/AB123').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Postie is saved').first().waitFor()
    await page.goto(`/console/orders/${order.id}`)
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    await dialog.getByLabel('Carrier').fill('postie')
    await dialog.getByLabel('Tracking number').fill('PX 1')
    await dialog.getByText('Leave empty to use https://postie.example/t/PX%201').waitFor()
    await dialog.getByRole('button', { name: 'Fulfil 3 units' }).click()
    await page.locator('a[href="https://postie.example/t/PX%201"]').waitFor()
    await page.getByRole('button', { name: 'Change tracking' }).click()
    await dialog.getByLabel('Tracking number').fill('PX2')
    await dialog.getByRole('button', { name: 'Save tracking' }).click()
    await page.locator('a[href="https://postie.example/t/PX2"]').waitFor()
    assert.deepEqual(faults, [])
  })

  it('sorts and narrows the lists of goods, and shows their pictures or a place for one', async (t) => {
    const picture = `${service.address}/console/favicon.svg`
    await makeProduct(service, shop, { name: 'Pictured', category: 'Shown', price: 3, imageUrl: picture })
    await makeProduct(service, shop, { name: 'Another', category: 'Shown', price: 9 })
    const { page, faults } = await visit(t, service, '/console/products', { as: shop.owner })
    const links = page.locator('[data-row-link]')
    await page.getByLabel('Category').selectOption('Shown')
    await page.getByText('2 products', { exact: true }).waitFor()
    await links.first().filter({ hasText: 'Another' }).waitFor()
    await page.locator(`tr img[src="${picture}"]`).waitFor()
    assert.equal(await page.locator('tr img').count(), 1)
    const price = page.getByRole('columnheader', { name: 'Price' })
    await price.getByRole('button').click()
    await price.and(page.locator('[aria-sort="ascending"]')).waitFor()
    await links.first().filter({ hasText: 'Pictured' }).waitFor()
    await page.getByLabel('Sort').selectOption('By name')
    await page.waitForURL('**/products?category=Shown&sort=name')
    await links.first().filter({ hasText: 'Another' }).waitFor()
    await page.goto('/console/inventory?category=Shown')
    await page.locator(`tr img[src="${picture}"]`).waitFor()
    const name = page.getByRole('columnheader', { name: 'Product' })
    await name.getByRole('button').click()
    await name.and(page.locator('[aria-sort="ascending"]')).waitFor()
    await links.first().filter({ hasText: 'Another' }).waitFor()
    await name.getByRole('button').click()
    await name.and(page.locator('[aria-sort="descending"]')).waitFor()
    await links.first().filter({ hasText: 'Pictured' }).waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })
})
