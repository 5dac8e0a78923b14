import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

/** Who may do what, staff and API keys, and who did what. */
describeShop('access in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('makes an API key that works, shows it once, and revokes it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/api-keys', { as: shop.owner })
    await page.getByRole('heading', { name: 'No API keys yet' }).waitFor()
    await page.getByRole('button', { name: 'New key' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Warehouse')
    const create = dialog.getByRole('button', { name: 'Create key' })
    assert.equal(await reasonOf(create), 'Choose at least one permission.')
    await dialog.getByLabel('Read: Settings of the shop').check()
    await dialog.getByLabel('Change: Inventory').check()
    await dialog.getByLabel('Expires').selectOption('On a day')
    await dialog.getByLabel('Last day').fill('2020-02-29')
    await create.click()
    await faultAt(dialog.getByLabel('Last day'), 'Must be a time in the future, before the year 3000.')
    await dialog.getByLabel('Expires').selectOption('In 30 days')
    await create.click()
    const key = await dialog.getByRole('textbox', { name: 'API key', exact: true }).inputValue()
    const merchantId = await dialog.getByLabel('Merchant id', { exact: true }).inputValue()
    const headers = { 'access-token': key, 'merchant-id': merchantId }
    assert.equal((await service.request('GET', '/admin/merchant', { headers })).status, 200)
    assert.equal((await service.request('GET', '/admin/orders', { headers })).status, 403)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const [made] = (await read('/admin/api-keys')).items
    assert.deepEqual([made.name, made.permissions], ['Warehouse', ['settings.read', 'inventory.write']])

    await page.getByRole('link', { name: 'Warehouse' }).click()
    await dialog.getByText(`…${made.last_four}`).waitFor()
    assert.equal(await dialog.getByRole('textbox').count(), 0)
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await dialog.getByText(/^Programs that send it are refused within a second/).waitFor()
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('heading', { name: 'No API keys yet' }).waitFor()
    assert.equal((await service.request('GET', '/admin/merchant', { headers })).status, 401)
    onlyStatuses(faults, 400)
  })

  it('makes keys of a storefront: the publishable one stays to be seen, the secret one is shown once', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/api-keys?open=new', { as: shop.owner })
    const dialog = dialogOf(page)
    const keys: string[] = []
    for (const [user, name] of [
      ['The pages of a storefront', 'Website'],
      ['The server of a storefront', 'Server'],
    ] as const) {
      await dialog.getByLabel('For').selectOption(user)
      assert.equal(await dialog.getByRole('group', { name: 'Permissions' }).count(), 0)
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const key = await dialog.getByRole('textbox', { name: 'API key', exact: true }).inputValue()
      const answer = await service.request('GET', '/shop', { headers: { 'access-token': key } })
      assert.equal(answer.body.data.id, shop.id)
      keys.push(key)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.goto('/console/settings/api-keys?open=new')
    }
    assert.deepEqual(
      (await read('/admin/api-keys')).items.map((key: Record<string, unknown>) => [key['kind'], key['expires_at']]),
      [
        ['storefront', null],
        ['publishable', null],
      ],
    )
    await page.goto('/console/settings/api-keys')
    await page.getByRole('link', { name: 'Website' }).click()
    assert.equal(await dialog.getByRole('textbox', { name: 'Key', exact: true }).inputValue(), keys[0])
    await dialog.getByText('It belongs to the shop and stays when people leave.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Server' }).click()
    await dialog.getByText(`…${keys[1]?.slice(-4)}`).waitFor()
    assert.equal(await dialog.getByRole('textbox').count(), 0)
    for (const { id } of (await read('/admin/api-keys')).items) {
      await service.request('DELETE', `/admin/api-keys/${id}`, { headers: shop.owner.headers })
    }
    assert.deepEqual(faults, [])
  })

  it('finds in the audit log who did what, by action and person, and shows what was changed', async (t) => {
    const manager = await makeStaff(service, shop.id, 'manager')
    const product = await makeProduct(service, shop, { price: 12.75 })
    const { headers } = manager
    await service.request('PATCH', `/admin/products/${product.id}`, { headers, body: { price: 9.95 } })
    const { headers: ofOwner } = shop.owner
    await service.request('PATCH', `/admin/products/${product.id}`, { headers: ofOwner, body: { name: 'Basket' } })
    const { page, faults } = await visit(t, service, '/console/settings/audit-log', { as: manager })
    await page.getByLabel('Action').selectOption('Product changed')
    await page.getByText('2 entries', { exact: true }).waitFor()
    await page.getByLabel('Who').selectOption({ label: `Test User, ${manager.email}` })
    await page.getByText('1 entry', { exact: true }).waitFor()
    const filter = new URL(page.url()).searchParams
    assert.deepEqual([filter.get('action'), filter.get('actor')], ['product.updated', manager.id])
    await page.getByRole('link', { name: 'Product changed' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('row', { name: 'Price £12.75 £9.95' }).waitFor()
    await dialog.getByText('As JSON').click()
    await dialog.getByRole('region', { name: 'Changes' }).getByText('"price"').waitFor()
    await dialog.getByRole('button', { name: 'All about this' }).click()
    await page.getByLabel('Action').selectOption('Action: any')
    await page.getByLabel('Who').selectOption('Who: any')
    await page.getByText('2 entries', { exact: true }).waitFor()
    await page.getByLabel('When to').fill('2020-02-29')
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor()
    assert.equal(await page.getByLabel('When to').inputValue(), '2020-02-29')
    // Further pages of settings are not a manager's.
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: 'You cannot see the API keys' }).waitFor()
    await page.getByText('Your role, manager, may not do this. It needs keys.write.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows once, without an arrow, what an entry names and did not change', async (t) => {
    const { order, move } = await makePaidOrder(service, shop)
    await move('cancelled')
    const refunded = await until(
      async () => (await read('/admin/audit-log?action=payment.refunded')).items[0],
      'the refund',
    )
    assert.deepEqual(refunded.changes.amount, [order.total, order.total])
    const { page, faults } = await visit(t, service, '/console/settings/audit-log', { as: shop.owner })
    const cell = page.getByRole('cell', { name: 'Status: Refunding → Refunded' })
    const told = ((await cell.textContent()) ?? '').split(', ')
    assert.deepEqual(told.sort(), ['Amount: £59.97', 'Status: Refunding → Refunded'])
    assert.deepEqual(faults, [])
  })

  it('tells states of an order and amounts of a shipping method in the words of their pages', async (t) => {
    const { order, fulfil } = await makePaidOrder(service, shop)
    await fulfil({ items: [{ product_id: order.items[0].product_id, quantity: 1 }] })
    const { headers } = shop.owner
    const method = { name: 'Courier', price: 8.5, free_from: 1500 }
    const made = await service.request('POST', '/admin/shipping-methods', { headers, body: method })
    const path = `/admin/shipping-methods/${made.body.data.id}`
    await service.request('PATCH', path, { headers, body: { price: 9, free_from: null } })
    const { page, faults } = await visit(t, service, '/console/settings/audit-log', { as: shop.owner })
    await page.getByRole('cell', { name: /Fulfilment: Unfulfilled → Partially fulfilled/ }).waitFor()
    await page.getByRole('cell', { name: /Status: Paid → Processing/ }).waitFor()
    await page.getByRole('link', { name: 'Shipping method changed' }).click()
    await dialogOf(page).getByRole('row', { name: 'Price £8.50 £9.00' }).waitFor()
    await dialogOf(page).getByRole('row', { name: 'Free from £1,500.00 —' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('invites, changes a role and removes, and says at the e-mail what is refused', async (t) => {
    const { id, owner } = await makeMerchant(service)
    const manager = await makeStaff(service, id, 'manager')
    const staff = async () => {
      const { body } = await service.request('GET', '/admin/staff', { headers: owner.headers })
      return body.data.items.map((one: { email: string; role: string; status: string }) => [
        one.email,
        one.role,
        one.status,
      ])
    }
    const { page, faults } = await visit(t, service, '/console/staff', { as: owner })
    await page.getByText('2 people', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Settings, Roles' }).waitFor()
    const dialog = dialogOf(page)
    await page.getByRole('button', { name: 'Invite' }).click()
    const email = dialog.getByLabel('E-mail')
    await email.fill(manager.email)
    await dialog.getByLabel('Manager').check()
    await dialog.getByRole('button', { name: 'Invite as manager' }).click()
    await faultAt(email, 'This person already has a role in the shop; change that one.')
    await email.fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Invite as manager' }).click()
    await page.getByText('We sent an invitation to grace@example.com').first().waitFor()
    assert.deepEqual((await staff()).at(-1), ['grace@example.com', 'manager', 'invited'])
    await page.getByRole('link', { name: 'grace@example.com' }).click()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await dialog.getByText('The link that was mailed to grace@example.com no longer works.').waitFor()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('2 people', { exact: true }).waitFor()

    const row = page.getByRole('row').filter({ hasText: manager.email }).getByRole('link')
    await row.click()
    await dialog.getByLabel('Viewer').check()
    await dialog.getByText('They are signed out of this shop at once, and sign in again as viewer.').waitFor()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Test User is viewer now').first().waitFor()
    assert.deepEqual((await staff()).at(-1), [manager.email, 'viewer', 'active'])
    await row.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog
      .getByText('Signs them out of this shop and deletes 0 API keys they made. Their account stays.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('1 person', { exact: true }).waitFor()

    await page.getByRole('link', { name: '(you)' }).click()
    const leave = dialog.getByRole('button', { name: 'Leave the shop' })
    assert.equal(await reasonOf(leave), 'You are the last owner. Somebody else must become owner first.')
    onlyStatuses(faults, 409)
  })

  it('says why an owner who has become the last stays, and lets a viewer leave', async (t) => {
    const { id, owner } = await makeMerchant(service)
    const [other, viewer] = [await makeStaff(service, id, 'owner'), await makeStaff(service, id, 'viewer')]
    const { page, faults } = await visit(t, service, '/console/staff', { as: owner })
    await page.getByRole('link', { name: '(you)' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Another owner can change your role.').first().waitFor()
    await dialog.getByRole('button', { name: 'Leave the shop' }).click()
    await service.request('DELETE', `/admin/staff/${other.id}`, { headers: other.headers })
    await dialog.getByRole('button', { name: 'Leave the shop' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^This is the only owner; make somebody else an owner first\./)
      .waitFor()
    onlyStatuses(faults, 409)

    const { page: theirs, faults: theirFaults } = await visit(t, service, '/console/staff')
    await signIn(theirs, viewer)
    await theirs.getByText('2 people', { exact: true }).waitFor()
    const invite = theirs.getByRole('button', { name: 'Invite' })
    assert.equal(await reasonOf(invite), 'Your role, viewer, may not do this. It needs staff.write.')
    await theirs.getByRole('link', { name: '(you)' }).click()
    await dialogOf(theirs).getByRole('button', { name: 'Leave the shop' }).click()
    await dialogOf(theirs)
      .getByText(/^Signs you out and deletes the API keys you made/)
      .waitFor()
    await dialogOf(theirs).getByRole('button', { name: 'Leave the shop' }).click()
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor()
    onlyStatuses(theirFaults, 401)
  })
})
