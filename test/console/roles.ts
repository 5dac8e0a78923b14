import assert from 'node:assert/strict'
import { it } from 'node:test'
import { permissions } from '#src/platform/lib/permissions.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeRole, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'

/** What a role shows and lets do, and roles of the shop's own. */
describeShop('roles in the console', startConsole, ({ service, shop }) => {
  const rolesOf = async ({ owner }: TestMerchant) =>
    (await service.request('GET', '/admin/roles', { headers: owner.headers })).body.data.items

  it('makes a role like another, changes and gives it, and deletes it once nobody has it', async (t) => {
    const member = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/roles', { as: shop.owner })
    await page.getByText('5 roles', { exact: true }).waitFor()
    const dialog = dialogOf(page)
    await page.getByRole('link', { name: 'Warehouse' }).click()
    await dialog.getByText(/Every shop has this role; it cannot be changed\.$/).waitFor()
    assert.equal(await dialog.getByLabel('Fulfil: Orders').isDisabled(), true)
    await dialog.getByRole('button', { name: 'New role like this' }).click()
    assert.equal(await dialog.getByLabel('Fulfil: Orders').isChecked(), true)
    await dialog.getByLabel('Change: Inventory').uncheck()
    await dialog.getByLabel('Name').fill('manager')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await faultAt(dialog.getByLabel('Name'), 'The shop has a role with this name.')
    await dialog.getByLabel('Name').fill(' Packing ')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await page.getByText('6 roles', { exact: true }).waitFor()
    const made = (await rolesOf(shop)).at(-1)
    const allowed = ['products.read', 'inventory.read', 'orders.read', 'orders.fulfil', 'settings.read']
    assert.deepEqual([made.name, made.permissions.toSorted()], ['Packing', allowed.toSorted()])

    await page.goto('/console/staff')
    await page.getByRole('row').filter({ hasText: member.email }).getByRole('link').click()
    await dialog.getByLabel('Packing').check()
    await dialog.getByText('They are signed out of this shop at once, and sign in again as Packing.').waitFor()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Test User is Packing now').first().waitFor()

    await page.getByRole('link', { name: 'Settings, Roles' }).click()
    await page.getByRole('row', { name: /^Packing .*1 person$/ }).waitFor()
    await page.getByRole('link', { name: 'Packing' }).click()
    await dialog.getByText('1 person has this role. A change works at once for them and their API keys.').waitFor()
    const why = '1 person has this role. Give them another role first, and take invitations back.'
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Delete role' })), why)
    await dialog.getByRole('button', { name: 'None' }).click()
    const save = dialog.getByRole('button', { name: 'Save role' })
    assert.equal(await reasonOf(save), 'Choose at least one permission.')
    await dialog.getByLabel('Read: Orders').check()
    await dialog.getByText(/^Without “Read: Settings of the shop” the console shows/).waitFor()
    await dialog.getByLabel('Name').fill('Parcels')
    await save.click()
    await page.getByText('Parcels is saved').first().waitFor()
    await service.request('DELETE', `/admin/staff/${member.id}`, { headers: shop.owner.headers })
    await page.goto('/console/settings/roles')
    await page.getByRole('link', { name: 'Parcels' }).click()
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await dialog.getByText('Nobody has this role. It cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await page.getByText('5 roles', { exact: true }).waitFor()
    assert.equal((await rolesOf(shop)).length, 5)
    onlyStatuses(faults, 409)
  })

  it('begins a warehouse person at the orders, lets them fulfil, and says why they do not refund', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/')
    await signIn(page, await makeStaff(service, shop.id, 'warehouse'))
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    const names = ['Orders', 'Returns', 'Products', 'Collections', 'Inventory', 'Settings']
    assert.deepEqual(await places.allTextContents(), names)
    await page.goto(`/console/orders/${order.id}`)
    const refund = page.getByRole('button', { name: 'Refund', exact: true })
    await refund.waitFor()
    assert.equal(await reasonOf(refund), 'Your role, warehouse, may not do this. It needs orders.refund.')
    for (const name of ['Cancel order', 'Complete', 'Add a note']) {
      const reason = await reasonOf(page.getByRole('button', { name, exact: true }))
      assert.equal(reason, 'Your role, warehouse, may not do this. It needs orders.write.', name)
    }
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    await dialogOf(page)
      .getByRole('button', { name: /^Fulfil \d/ })
      .click()
    await page.getByRole('button', { name: 'Add tracking' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(order.order_number)
    await page.getByRole('option', { name: order.order_number }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('says to support that completing and cancelling a paid order takes more', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`)
    await signIn(page, await makeStaff(service, shop.id, 'support'))
    const complete = page.getByRole('button', { name: 'Complete', exact: true })
    await complete.waitFor()
    assert.equal(await reasonOf(complete), 'Your role, support, may not do this. It needs orders.fulfil.')
    const cancel = page.getByRole('button', { name: 'Cancel order' })
    assert.equal(await reasonOf(cancel), 'Your role, support, may not do this. It needs orders.refund.')
    await page.getByRole('button', { name: 'Start processing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start processing' }).click()
    await page.getByText(`Order ${order.order_number} is being processed`).first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('learns at the first refusal that the role was narrowed', async (t) => {
    const role = await makeRole(service, shop, permissions, 'Deputy')
    const { page, faults } = await visit(t, service, '/console/orders')
    await signIn(page, await makeStaff(service, shop.id, role.id))
    await page.getByRole('link', { name: 'Customers', exact: true }).waitFor()
    // What the page of orders itself reads stays allowed, as a late request of it would be the first refusal.
    const body = { permissions: permissions.filter((name) => !['customers.read', 'exports.read'].includes(name)) }
    await service.request('PATCH', `/admin/roles/${role.id}`, { headers: shop.owner.headers, body })
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText('This needs the permission customers.read.').waitFor()
    await page.getByRole('link', { name: 'Customers', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    // The page before has such a button, too.
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
    assert.equal(
      await reasonOf(page.getByRole('button', { name: 'Export' })),
      'Your role, Deputy, may not do this. It needs exports.read.',
    )
    onlyStatuses(faults, 403)
  })

  it('offers somebody with staff.write the roles that they may give, and no owners', async (t) => {
    const role = await makeRole(service, shop, ['staff.read', 'staff.write', 'orders.read', 'settings.read'], 'People')
    await makeRole(service, shop, ['orders.read'], 'Looking on')
    const { page, faults } = await visit(t, service, '/console/staff?open=new')
    await signIn(page, await makeStaff(service, shop.id, role.id))
    const dialog = dialogOf(page)
    await dialog.getByText('Only owners make owners.').waitFor()
    const states = ['Owner', 'Manager', 'Warehouse', 'People', 'Looking on'].map((name) =>
      dialog.getByLabel(name).isDisabled(),
    )
    assert.deepEqual(await Promise.all(states), [true, true, true, false, false])
    await dialog.getByLabel('Looking on').check()
    await dialog.getByLabel('E-mail').fill('new@example.com')
    await dialog.getByRole('button', { name: 'Invite as Looking on' }).click()
    await page.getByText('We sent an invitation to new@example.com').first().waitFor()
    await page.goto('/console/settings/roles?open=new')
    await dialog.getByLabel('Read: Orders').waitFor()
    assert.equal(await dialog.getByLabel('Refund: Orders').isDisabled(), true)
    await page.goto('/console/settings/api-keys')
    await page.getByText('Your role, People, may not do this. It needs keys.write.').waitFor()
    assert.deepEqual(faults, [])
  })
})
