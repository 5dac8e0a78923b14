import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'

describeShop('customer groups in the console', startConsole, ({ service, shop }) => {
  /** Beside the owner, who is a customer, too. */
  const ids: string[] = []
  before(async () => {
    for (const [name, tags, agreed] of [
      ['Ada', ['wholesale'], true],
      ['Grace', ['press'], false],
      ['Edsger', ['wholesale'], false],
    ] as const) {
      const accepts_marketing = { source: 'Fair' }
      const body = { name, tags, email: `${name.toLowerCase()}@example.com`, ...(agreed && { accepts_marketing }) }
      ids.push((await staff('POST', '/admin/users', body)).id)
    }
  })

  const staff = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    (await service.request(method, path, { headers: shop.owner.headers, ...(body && { body }) })).body.data
  const idOf = async (name: string): Promise<string> =>
    (await staff('GET', '/admin/customer-groups')).items.find((group: { name: string }) => group.name === name).id
  const namesIn = async (query: string): Promise<string[]> =>
    (await staff('GET', `/admin/users?${query}`)).items.map(({ name }: { name: string }) => name).toSorted()

  it('are created, renamed, filled from the list, changed on a customer’s page, and deleted', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers/groups', { as: shop.owner })
    await page.getByRole('heading', { name: 'No groups yet', exact: true }).waitFor()
    const dialog = dialogOf(page)
    for (const name of ['Wholesale', 'Pres']) {
      await page.getByRole('button', { name: 'New group', exact: true }).first().click()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByRole('button', { name: 'Create group', exact: true }).click()
      await page.getByRole('link', { name, exact: true }).waitFor()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Rename Pres', exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('wholesale')
    await dialog.getByRole('button', { name: 'Save name', exact: true }).click()
    await faultAt(dialog.getByLabel('Name', { exact: true }), 'The shop has a customer group with this name.')
    onlyStatuses(faults, 409)
    await dialog.getByLabel('Name', { exact: true }).fill('Press')
    await dialog.getByRole('button', { name: 'Save name', exact: true }).click()
    await page.getByRole('link', { name: 'Press', exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])

    await page.getByRole('link', { name: 'Back to the customers', exact: true }).click()
    await page.getByText('4 customers', { exact: true }).waitFor()
    for (const name of ['Ada', 'Grace', 'Edsger']) await page.getByRole('checkbox', { name, exact: true }).check()
    const bar = page.getByRole('region', { name: 'Chosen customers', exact: true })
    await bar.getByRole('button', { name: 'Groups', exact: true }).click()
    await dialog.getByLabel('Group', { exact: true }).selectOption('Wholesale')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Add 3 customers', exact: true }).click()
    await page.getByText('3 customers added to Wholesale', { exact: true }).first().waitFor()
    const wholesaleId = await idOf('Wholesale')
    assert.deepEqual(await namesIn(`group_id=${wholesaleId}`), ['Ada', 'Edsger', 'Grace'])

    await page.getByLabel('Group', { exact: true }).selectOption('Wholesale')
    await page.waitForURL(`**/customers?group_id=${wholesaleId}`)
    await page.getByRole('checkbox', { name: 'Grace', exact: true }).check()
    await bar.getByRole('button', { name: 'Groups', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove 1 customer', exact: true }).click()
    await page.getByText('2 customers', { exact: true }).waitFor()
    await bar.waitFor({ state: 'detached' })

    await page.goto(`/console/customers/${ids[0]}`)
    const section = page.getByRole('region', { name: 'Groups', exact: true })
    await section.getByLabel('Add to a group', { exact: true }).selectOption('Press')
    await section.getByRole('link', { name: 'Press', exact: true }).waitFor()
    await section.getByRole('button', { name: 'Remove from Wholesale', exact: true }).click()
    await section.getByRole('link', { name: 'Wholesale', exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(await namesIn(`group_id=${wholesaleId}`), ['Edsger'])
    assert.deepEqual(await namesIn(`group_id=${await idOf('Press')}`), ['Ada'])

    await page.goto('/console/customers/groups')
    await page.getByRole('button', { name: 'Delete Wholesale', exact: true }).click()
    await dialog
      .getByText('1 customer will no longer be in this group. The customers stay. It cannot be undone.', {
        exact: true,
      })
      .waitFor()
    await dialog.getByRole('button', { name: 'Delete group', exact: true }).click()
    await page.getByRole('link', { name: 'Wholesale', exact: true }).waitFor({ state: 'detached' })
    assert.equal((await namesIn('')).length, 4)
    assert.deepEqual(faults, [])
  })

  it('the list filters by tag, consent, what was spent and the last order, and clears them', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers', { as: shop.owner })
    await page.getByText('4 customers', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Agreed to marketing', exact: true }).click()
    await page.getByText('1 customer', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Not agreed', exact: true }).click()
    await page.getByText('3 customers', { exact: true }).waitFor()
    await page.getByLabel('Tag', { exact: true }).fill('Wholesale')
    await page.getByLabel('Tag', { exact: true }).press('Enter')
    await page.getByText('1 customer', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?accepts_marketing=false&tag=Wholesale')
    await page.getByLabel('Spent from', { exact: true }).fill('10')
    await page.getByLabel('Ordered since', { exact: true }).fill('2026-11-01')
    await page.getByRole('heading', { name: 'No customer matches', exact: true }).waitFor()
    await page.waitForURL(/spent_min=10&ordered_after=2026-11-01/)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('3 customers', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('a viewer sees groups and changes none', async (t) => {
    await staff('POST', '/admin/customer-groups', { name: 'Friends' })
    const { page, faults } = await visit(t, service, '/console/customers/groups')
    await signIn(page, await makeStaff(service, shop.id, 'viewer'))
    await page.getByRole('link', { name: 'Friends', exact: true }).waitFor()
    for (const name of ['New group', 'Rename Friends', 'Delete Friends'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0)
    await page.goto(`/console/customers/${ids[1]}`)
    await page.getByRole('region', { name: 'Contact', exact: true }).waitFor()
    assert.equal(await page.getByLabel('Add to a group', { exact: true }).count(), 0)
    assert.deepEqual(faults, [])
  })
})
