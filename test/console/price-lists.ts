import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'

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
