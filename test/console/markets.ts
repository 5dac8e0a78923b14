import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'

describeShop('markets in the console', startConsole, ({ service, shop }) => {
  it('the first is made, the shop’s own appears beside it; both are changed, and one is deleted', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/markets', { as: shop.owner })
    await page.getByText('No markets yet').waitFor()
    await page.getByRole('button', { name: 'New market' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Alps')
    await dialog.getByLabel('Languages').fill('de-AT, no language')
    await dialog.getByRole('button', { name: 'Create market' }).click()
    await dialog.getByText('must name a country').waitFor()
    onlyStatuses(faults, 400)
    const countries = dialog.getByRole('combobox', { name: 'Countries' })
    await countries.fill('Austria')
    await countries.press('Enter')
    await dialog.getByLabel('Languages').fill('de-AT en')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Create market' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Austrian German, English' }).waitFor()
    await page.getByRole('cell', { name: 'All others' }).waitFor()
    await page.getByRole('link', { name: 'Other countries' }).click()
    await dialog.getByText('It serves all countries that no other market names.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0)
    await dialog.getByLabel('Languages').fill('en, fr')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'English, French' }).waitFor()
    await page.getByRole('link', { name: 'Alps' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Translations stay.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No markets yet').waitFor()
    assert.deepEqual(faults, [])
  })

  it('who may only read them is told why nothing can be changed', async (t) => {
    const other = await makeMerchant(service)
    const body = { name: 'France', countries: ['FR'], locales: ['fr'] }
    await service.request('POST', '/admin/markets', { headers: other.owner.headers, body })
    const viewer = await makeStaff(service, other.id, 'viewer')
    const { page } = await visit(t, service, '/console/settings/markets', { as: viewer })
    await page.getByRole('link', { name: 'France' }).click()
    const dialog = dialogOf(page)
    const reason = await reasonOf(dialog.getByRole('button', { name: 'Save', exact: true }))
    assert.match(reason ?? '', /settings/i)
  })
})
