import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describe('the settings in the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('changes the shop, says at their fields what is refused, and asks before it locks staff out', async (t) => {
    await makeProduct(service, shop)
    const { page, faults } = await visit(t, service, '/console/settings')
    await signIn(page, shop.owner)
    await page.waitForURL('**/console/settings/shop')
    await page.getByLabel('Name').fill('Willow & Wool')
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByLabel('Time zone').selectOption('Europe/London')
    await page.getByLabel('A parcel was sent').uncheck()
    await page.getByLabel('Units of one product').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(page.getByLabel('Units of one product'), 'Must be >= 1.')
    await page.getByLabel('Units of one product').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(page.getByLabel('E-mail'), 'Must be an e-mail address.')
    await page.getByLabel('E-mail').fill('help@example.com')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(
      page.getByLabel('Currency'),
      'The currency is fixed once there is a product, an order or a shipping method.',
    )
    await page.getByLabel('Currency').selectOption('GBP')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').first().waitFor()
    const saved = await read('/admin/merchant')
    assert.deepEqual(
      [saved.name, saved.support_email, saved.timezone, saved.mail.shipment, saved.mail.refund, saved.currency],
      ['Willow & Wool', 'help@example.com', 'Europe/London', false, true, 'GBP'],
    )
    assert.deepEqual(saved.order_limits, { max_open_orders_per_user: 20, max_quantity_per_line: 12 })
    // The name stands above the navigation, too.
    await page.locator('aside').getByText('Willow & Wool').waitFor()

    await page.getByLabel('Staff sign in with two factors').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^At once, whoever has no second factor/)
      .waitFor()
    await page.getByRole('button', { name: 'Keep as it is' }).click()
    assert.equal((await read('/admin/merchant')).require_two_factor, false)
    onlyStatuses(faults, 400, 409)
  })

  it('makes a shipping method, says at its field what is refused, changes and deletes it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/shipping')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'No shipping methods yet' }).waitFor()
    await page.getByRole('button', { name: 'New method' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Tracked 48')
    await dialog.getByLabel('Price in').fill('3,999')
    await dialog.getByLabel('Free from').fill('50')
    const country = dialog.getByRole('combobox', { name: 'Ships to' })
    for (const text of ['GB', 'nigeria']) {
      await country.fill(text)
      await country.press('Enter')
    }
    await country.fill('Nowhereland')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    assert.equal(await page.evaluate('document.activeElement.validationMessage'), 'Choose a country of the list')
    await country.fill('')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await faultAt(dialog.getByLabel('Price in'), 'Must have at most 2 decimals, as GBP has.')
    await dialog.getByLabel('Price in').fill('3,99')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await page.getByText('Tracked 48 is created').first().waitFor()
    const [made] = (await read('/admin/shipping-methods')).items
    assert.deepEqual([made.price, made.free_from, made.countries, made.active], [3.99, 50, ['GB', 'NG'], true])

    // The open method is in the address.
    await page.getByRole('link', { name: 'Tracked 48' }).click()
    await dialog.waitFor()
    await page.reload()
    await dialog.getByLabel('Lightest').fill('500')
    await dialog.getByLabel('Heaviest').fill('400')
    await dialog.getByRole('button', { name: 'Remove Nigeria' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await faultAt(dialog.getByLabel('Heaviest'), 'Must be at least min_weight_grams.')
    await dialog.getByLabel('Heaviest').fill('2500')
    await dialog.getByLabel('Customers can choose it').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '500 g to 2.5 kg' }).waitFor()
    const [changed] = (await read('/admin/shipping-methods')).items
    assert.deepEqual([changed.countries, changed.max_weight_grams, changed.active], [['GB'], 2500, false])

    await page.getByRole('link', { name: 'Tracked 48' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/Orders that took it keep it\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No shipping methods yet' }).waitFor()
    onlyStatuses(faults, 400)
  })

  it('replaces the tax rates, says at its row what is refused, and undoes nobody’s change unseen', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/taxes')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'No tax rates' }).waitFor()
    const add = page.getByRole('button', { name: 'Add a row' })
    const fill = async (row: number, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await page.getByLabel(`${label} of row ${row}`).fill(value)
    }
    const save = async () => {
      await page.getByRole('button', { name: 'Save table' }).click()
      await dialogOf(page).getByRole('button', { name: 'Replace the tax rates' }).click()
    }
    await add.click()
    await add.click()
    await fill(1, { Country: 'gb', Name: 'VAT', 'Rate in %': '20' })
    await fill(2, { Country: 'ZZ', Name: 'VAT', 'Rate in %': '17,12345' })
    await save()
    await page.getByText('Country: Must be a country code of ISO 3166-1 alpha-2.').waitFor()
    await page.getByText('Rate in %: Must have at most 4 decimals.').waitFor()
    assert.equal(await page.getByLabel('Country of row 2').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Name of row 2').getAttribute('aria-invalid'), null)
    await fill(2, { Country: 'GB', 'Rate in %': '17,5' })
    await save()
    await page.getByText('Is of the same country, region and class as row 1.').waitFor()
    await fill(2, { Region: 'Jersey' })
    await page.getByRole('button', { name: 'Save table' }).click()
    await dialogOf(page)
      .getByText(/^2 rows added\. Orders are taxed by them as soon as they are saved/)
      .waitFor()
    await dialogOf(page).getByRole('button', { name: 'Replace the tax rates' }).click()
    await page.getByText('The tax rates are saved').first().waitFor()
    const rates = [
      { country: 'GB', region: null, tax_class: 'standard', name: 'VAT', rate: 20 },
      { country: 'GB', region: 'Jersey', tax_class: 'standard', name: 'VAT', rate: 17.5 },
    ]
    assert.deepEqual((await read('/admin/tax-rates')).rates, rates)

    await page.getByRole('button', { name: 'Remove row 2' }).click()
    await fill(1, { 'Rate in %': '21' })
    const theirs = { rates: [...rates, { ...rates[0], tax_class: 'reduced', rate: 5 }] }
    await service.request('PUT', '/admin/tax-rates', { headers: shop.owner.headers, body: theirs })
    await save()
    await dialogOf(page)
      .getByRole('alert')
      .getByText(/^Somebody else has changed the tax rates meanwhile/)
      .waitFor()
    assert.deepEqual((await read('/admin/tax-rates')).rates, theirs.rates)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByText('1 row changed, 1 row removed.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await page.waitForURL('**/console/settings/shipping')
    onlyStatuses(faults, 400)
  })

  it('makes an API key that works, shows it once, and revokes it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/api-keys')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'No API keys yet' }).waitFor()
    await page.getByRole('button', { name: 'New key' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Warehouse')
    const create = dialog.getByRole('button', { name: 'Create key' })
    assert.equal(await reasonOf(page, create), 'Choose at least one permission.')
    await dialog.getByLabel('Read: Settings of the shop').check()
    await dialog.getByLabel('Change: Inventory').check()
    await dialog.getByLabel('Expires').selectOption('On a day')
    await dialog.getByLabel('Last day').fill('2020-02-29')
    await create.click()
    await faultAt(dialog.getByLabel('Last day'), 'Must be a time in the future.')
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

  it('finds in the audit log who did what, by action and person, and shows what was changed', async (t) => {
    const manager = await makeStaff(service, shop.id, 'manager')
    const product = await makeProduct(service, shop, { price: 12.75 })
    const { headers } = manager
    await service.request('PATCH', `/admin/products/${product.id}`, { headers, body: { price: 9.95 } })
    const { headers: ofOwner } = shop.owner
    await service.request('PATCH', `/admin/products/${product.id}`, { headers: ofOwner, body: { name: 'Basket' } })
    const { page, faults } = await visit(t, service, '/console/settings/audit-log')
    await signIn(page, manager)
    await page.getByLabel('Action').selectOption('Product changed')
    await page.getByText('2 entries', { exact: true }).waitFor()
    await page.getByLabel('Who').selectOption({ label: `Test User, ${manager.email}` })
    await page.getByText('1 entry', { exact: true }).waitFor()
    const filter = new URL(page.url()).searchParams
    assert.deepEqual([filter.get('action'), filter.get('actor')], ['product.updated', manager.id])
    await page.getByRole('link', { name: 'Product changed' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('row', { name: 'Price 12.75 9.95' }).waitFor()
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

  it('shows of an entry only what changed, also where the text was cut', async (t) => {
    const { headers } = shop.owner
    const product = await makeProduct(service, shop)
    for (const last of ['red', 'blue']) {
      const body = { description: `${'Woven by hand. '.repeat(20)}It is ${last}.` }
      await service.request('PATCH', `/admin/products/${product.id}`, { headers, body })
    }
    const { move } = await makePaidOrder(service, shop)
    await move('cancelled')
    const entriesOf = async (action: string) => (await read(`/admin/audit-log?action=${action}`)).items
    const [refunded] = await until(async () => {
      const entries = await entriesOf('payment.refunded')
      return entries.length > 0 && entries
    }, 'the refund')
    const [before, after] = refunded.changes.amount
    assert.equal(before, after)

    const { page, faults } = await visit(t, service, `/console/settings/audit-log?open=${refunded.id}`)
    await signIn(page, shop.owner)
    const dialog = dialogOf(page)
    await dialog.getByRole('row', { name: 'Status refunding refunded' }).waitFor()
    assert.equal(await dialog.getByRole('row').count(), 2)
    await dialog.getByText('As JSON').click()
    await dialog.getByRole('region', { name: 'Changes' }).getByText('"amount"').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'Status: refunding → refunded', exact: true }).waitFor()
    await page.getByLabel('Action').selectOption('Product changed')
    await page.locator('[data-row-link]').first().click()
    await dialog.getByRole('row', { name: /^Description Woven by hand/ }).waitFor()
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
    const { page, faults } = await visit(t, service, '/console/staff')
    await signIn(page, owner)
    await page.getByText('2 people', { exact: true }).waitFor()
    await page.getByRole('row', { name: 'Staff Change See See' }).waitFor()
    const dialog = dialogOf(page)
    await page.getByRole('button', { name: 'Invite' }).click()
    const email = dialog.getByLabel('E-mail')
    await email.fill(manager.email)
    await dialog.getByLabel('Manager').check()
    await dialog.getByRole('button', { name: 'Invite as manager' }).click()
    await faultAt(email, 'This user has a role at the merchant; change that one.')
    await email.fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Invite as manager' }).click()
    await page.getByText('An invitation is mailed to grace@example.com').first().waitFor()
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
    assert.equal(await reasonOf(page, leave), 'You are the last owner. Somebody else must become owner first.')
    onlyStatuses(faults, 409)
  })

  it('says why an owner who has become the last stays, and lets a viewer leave', async (t) => {
    const { id, owner } = await makeMerchant(service)
    const [other, viewer] = [await makeStaff(service, id, 'owner'), await makeStaff(service, id, 'viewer')]
    const { page, faults } = await visit(t, service, '/console/staff')
    await signIn(page, owner)
    await page.getByRole('link', { name: '(you)' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Another owner can change your role.').first().waitFor()
    await dialog.getByRole('button', { name: 'Leave the shop' }).click()
    await service.request('DELETE', `/admin/staff/${other.id}`, { headers: other.headers })
    await dialog.getByRole('button', { name: 'Leave the shop' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^This is the last owner; somebody else must become owner first\./)
      .waitFor()
    onlyStatuses(faults, 409)

    const { page: theirs, faults: theirFaults } = await visit(t, service, '/console/staff')
    await signIn(theirs, viewer)
    await theirs.getByText('2 people', { exact: true }).waitFor()
    const invite = theirs.getByRole('button', { name: 'Invite' })
    assert.equal(await reasonOf(theirs, invite), 'Your role, viewer, may not do this. It needs staff.write.')
    await theirs.getByRole('link', { name: '(you)' }).click()
    await dialogOf(theirs).getByRole('button', { name: 'Leave the shop' }).click()
    await dialogOf(theirs)
      .getByText(/^Signs you out and deletes the API keys you made/)
      .waitFor()
    await dialogOf(theirs).getByRole('button', { name: 'Leave the shop' }).click()
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor()
    onlyStatuses(theirFaults, 401)
  })

  it('shows a viewer the shop and the reason why they do not change it', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/shop')
    await signIn(page, viewer)
    const save = page.getByRole('button', { name: 'Save' })
    await save.waitFor()
    assert.equal(await save.getAttribute('aria-disabled'), 'true')
    assert.equal(await reasonOf(page, save), 'Your role, viewer, may not do this. It needs settings.write.')
    assert.equal(await page.getByLabel('Prices include tax').isDisabled(), true)
    assert.deepEqual(faults, [])
  })
})

/** Messages about what was done are dialogs, too, that are dismissed and not closed. */
function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })
}

/** Waits until the input says so. */
async function faultAt(input: Locator, text: string): Promise<void> {
  await input.and(input.page().locator('[aria-invalid="true"]')).waitFor()
  await input.page().locator('[id$="-error"]').getByText(text, { exact: true }).waitFor()
}

async function reasonOf(page: Page, button: Locator): Promise<string | null> {
  return page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`).textContent()
}

/** The browser writes a line about each refusal that a test asks for. */
function onlyStatuses(faults: string[], ...statuses: number[]): void {
  assert.deepEqual(
    faults.filter((fault) => !statuses.some((status) => fault.includes(`status of ${status}`))),
    [],
  )
}
