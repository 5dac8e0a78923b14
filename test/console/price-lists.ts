import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('price lists in the console', startConsole, ({ service, shop }) => {
  it('a list for a group is made, changed and deleted; one with amounts keeps them', async (t) => {
    const { headers } = shop.owner
    await service.request('POST', '/admin/customer-groups', { headers, body: { name: 'Trade' } })
    const { page, faults } = await visit(t, service, '/console/settings/price-lists', { as: shop.owner })
    await page.getByText('No price lists yet').waitFor()
    await page.getByRole('button', { name: 'New price list' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Trade prices')
    await dialog.getByLabel('Change in percent').fill('-12,5')
    await dialog.getByLabel('Ends').fill('2031-05-01T00:00')
    await dialog.getByRole('checkbox', { name: 'Trade' }).check()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Create price list' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Everything 12.5 % cheaper' }).waitFor()
    await page.getByRole('cell', { name: '1 customer group' }).waitFor()
    const { items } = (await service.request('GET', '/admin/price-lists', { headers })).body.data
    assert.deepEqual([items[0].percent, items[0].customers.group_ids.length, items[0].starts_at], [-12.5, 1, null])
    await page.getByRole('link', { name: 'Trade prices' }).click()
    await dialog.getByRole('checkbox', { name: 'Trade' }).uncheck()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'Everybody' }).waitFor()
    await page.getByRole('link', { name: 'Trade prices' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Its products have their own prices again at once.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No price lists yet').waitFor()
    assert.deepEqual(faults, [])
  })

  it('prices of a product by quantity are typed, refused where they are wrong, and changed', async (t) => {
    const { headers } = shop.owner
    const lamp = await makeProduct(service, shop, { name: 'Harbour lamp', sku: 'LAMP-1', price: 20 })
    const { page, faults } = await visit(t, service, '/console/settings/price-lists?open=new', { as: shop.owner })
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('By quantity')
    await dialog.getByLabel('Percent, chosen products').check()
    await dialog.getByLabel('Change in percent').fill('-5')
    const create = dialog.getByRole('button', { name: 'Create price list' })
    await create.click()
    await dialog.getByText('Needs at least one product.').waitFor()
    await dialog.getByLabel('Prices per product').check()
    for (const step of [1, 2]) {
      await dialog.getByRole('combobox', { name: 'Find a product' }).fill('LAMP-1')
      await page.getByRole('option', { name: /Harbour lamp/ }).click()
      await dialog
        .getByRole('listitem')
        .nth(step - 1)
        .waitFor()
    }
    const prices = dialog.getByLabel('Price of Harbour lamp LAMP-1 in GBP')
    const units = dialog.getByLabel('From how many units of Harbour lamp LAMP-1')
    await prices.nth(1).fill('18,50')
    await create.click()
    await dialog.getByText('Needs a price.').waitFor()
    await prices.nth(0).fill('15')
    await units.nth(0).fill('1')
    await create.click()
    await dialog.getByText('The product has an amount for this quantity already.').waitFor()
    assert.deepEqual(await violations(page), [])
    await units.nth(0).fill('10')
    await create.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '2 prices' }).waitFor()
    const lists = async () => (await service.request('GET', '/admin/price-lists', { headers })).body.data.items
    const { id } = (await lists()).find((one: { name: string }) => one.name === 'By quantity')
    const stored = async () => (await service.request('GET', `/admin/price-lists/${id}`, { headers })).body.data
    const pricesOf = (list: { prices: { amount: number; min_quantity: number }[] }) =>
      list.prices.map(({ amount, min_quantity }) => [min_quantity, amount])
    assert.deepEqual(pricesOf(await stored()), [
      [1, 18.5],
      [10, 15],
    ])
    await page.getByRole('link', { name: 'By quantity' }).click()
    await dialog.getByRole('button', { name: 'Remove Harbour lamp LAMP-1' }).first().click()
    await prices.fill('14')
    await service.request('PATCH', `/admin/price-lists/${id}`, { headers, body: { priority: 3 } })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await dialog.getByText('Somebody else has changed this price list.').waitFor()
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    const after = await stored()
    assert.deepEqual([pricesOf(after), after.priority, after.products[0].id], [[[10, 14]], 3, lamp.id])
    onlyStatuses(faults, 400, 409)
  })

  it('who may only read them is told why nothing can be changed', async (t) => {
    const other = await makeMerchant(service)
    const body = { name: 'Sale', percent: -10 }
    await service.request('POST', '/admin/price-lists', { headers: other.owner.headers, body })
    const viewer = await makeStaff(service, other.id, 'viewer')
    const { page } = await visit(t, service, '/console/settings/price-lists', { as: viewer })
    await page.getByRole('link', { name: 'Sale' }).click()
    const reason = await reasonOf(dialogOf(page).getByRole('button', { name: 'Save', exact: true }))
    assert.match(reason ?? '', /products/i)
  })
})
