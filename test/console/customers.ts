import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff, makeUser } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

/** What a shop knows of its customers, written by staff. */
describeShop('customers in the console', startConsole, ({ service, shop }) => {
  const staff = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    service.request(method, path, { headers: shop.owner.headers, ...(body && { body }) })
  const make = async (body: object): Promise<string> => (await staff('POST', '/admin/users', body)).body.data.id
  const read = async (id: string) => (await staff('GET', `/admin/users/${id}`)).body.data

  it('are made on the list, and get address, tags, note, language and consent on their page', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers', { as: shop.owner })
    await page.getByRole('link', { name: 'New customer', exact: true }).first().click()
    const dialog = dialogOf(page)
    const create = dialog.getByRole('button', { name: 'Create customer', exact: true })
    assert.equal(await reasonOf(create), 'Nothing is filled in yet.')
    await dialog.getByLabel('Name', { exact: true }).fill('Mary Somerville')
    await dialog.getByLabel('Phone', { exact: true }).fill('12')
    await create.click()
    await faultAt(
      dialog.getByLabel('Phone', { exact: true }),
      'Must be a full number with + and the country code, such as +44 20 7946 0958.',
    )
    onlyStatuses(faults, 400)
    await dialog.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0958')
    await create.click()
    await page.getByRole('heading', { name: 'Mary Somerville', exact: true }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? assert.fail()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const save = dialog.getByRole('button', { name: 'Save customer', exact: true })
    assert.equal(await reasonOf(save), 'Nothing has changed yet.')
    await dialog.getByLabel('Company', { exact: true }).fill('Somerville Ltd')
    await dialog.getByLabel('E-mail', { exact: true }).fill('mary@example.com')
    await dialog.getByLabel('VAT number', { exact: true }).fill('GB980780684')
    await dialog.getByLabel('Language', { exact: true }).selectOption({ label: 'Scottish Gaelic' })
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click()
    const addresses = dialog.getByRole('group', { name: 'Addresses', exact: true })
    assert.equal(await addresses.getByLabel('Name', { exact: true }).inputValue(), 'Mary Somerville')
    await addresses.getByLabel('Street and number', { exact: true }).fill('1 High Street')
    await addresses.getByLabel('City', { exact: true }).fill('Jedburgh')
    await addresses.getByLabel('Postal code', { exact: true }).fill('TD8 6AG')
    await addresses.getByLabel('Country', { exact: true }).selectOption('GB')
    await dialog.getByLabel('Tags', { exact: true }).fill('wholesale, press')
    await dialog.getByLabel('Note', { exact: true }).fill('Rings twice')
    await dialog.getByLabel('Agrees to marketing e-mails', { exact: true }).check()
    await dialog.getByLabel('How they agreed', { exact: true }).fill('By telephone')
    await dialog.getByLabel('Tax exempt (for your team: orders are taxed as before)', { exact: true }).check()
    assert.deepEqual(await violations(page), [])
    await save.click()
    const tags = page.getByRole('region', { name: 'Tags', exact: true })
    await tags.getByRole('link', { name: 'wholesale', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Addresses', exact: true }).getByText('1 High Street').waitFor()
    await page.getByRole('region', { name: 'Note', exact: true }).getByText('Rings twice').waitFor()
    assert.deepEqual(await violations(page), [])
    const made = await read(id)
    assert.deepEqual(
      [made.company, made.email, made.phone, made.vat_number, made.locale, made.tags, made.note, made.tax_exempt],
      [
        ...['Somerville Ltd', 'mary@example.com', '+442079460958', 'GB980780684', 'gd'],
        ...[['wholesale', 'press'], 'Rings twice', true],
      ],
    )
    assert.deepEqual([made.addresses[0].city, made.accepts_marketing.source], ['Jedburgh', 'By telephone'])

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Agrees to marketing e-mails', { exact: true }).uncheck()
    await dialog.getByText(/^They agreed .*Saving records that they withdrew it today\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Remove address 1', exact: true }).click()
    await save.click()
    await page
      .getByRole('region', { name: 'Contact', exact: true })
      .getByText(/^Withdrawn /)
      .waitFor()
    const after = await read(id)
    assert.deepEqual([after.accepts_marketing.withdrawn_at !== null, after.addresses], [true, []])
    assert.deepEqual(faults, [])
  })

  it('keep what two colleagues change at once, and ask where both changed the same', async (t) => {
    const id = await make({ name: 'Mary Anning', phone: '+44 20 7946 0001' })
    const { page, faults } = await visit(t, service, `/console/customers/${id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = dialogOf(page)
    const save = dialog.getByRole('button', { name: 'Save customer', exact: true })
    await dialog.getByLabel('Company', { exact: true }).fill('Fossils Ltd')
    await staff('PATCH', `/admin/users/${id}`, { note: 'Call first', company: 'Lyme Fossils' })
    await save.click()
    await faultAt(
      dialog.getByLabel('Company', { exact: true }),
      'Was changed by a colleague meanwhile, to Lyme Fossils; save again to replace that.',
    )
    onlyStatuses(faults, 409)
    await save.click()
    await page.getByRole('region', { name: 'Note', exact: true }).getByText('Call first').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const both = await read(id)
    assert.deepEqual([both.company, both.note, both.phone], ['Fossils Ltd', 'Call first', '+442079460001'])

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Mary Ann Anning')
    await staff('PATCH', `/admin/users/${id}`, { tags: ['press'] })
    await save.click()
    await page.getByRole('heading', { name: 'Mary Ann Anning', exact: true }).waitFor()
    const last = await read(id)
    assert.deepEqual([last.name, last.tags], ['Mary Ann Anning', ['press']])
    onlyStatuses(faults, 409)
  })

  it('with an address that another has lead there; the address of an account is its own', async (t) => {
    const id = await make({ name: 'Caroline Herschel', email: 'caroline@example.com' })
    const account = await makeUser(service, { merchantId: shop.id })
    await make({ name: 'C. Herschel' })
    const { page, faults } = await visit(t, service, '/console/customers?open=new', { as: shop.owner })
    const dialog = dialogOf(page)
    await dialog.getByLabel('E-mail', { exact: true }).fill('caroline@example.com')
    await dialog.getByRole('button', { name: 'Create customer', exact: true }).click()
    await faultAt(dialog.getByLabel('E-mail', { exact: true }), 'Another customer of the shop has this e-mail address.')
    onlyStatuses(faults, 409)
    await dialog.getByRole('link', { name: 'Show the customer who has this address', exact: true }).click()
    await page.waitForURL(`**/customers/${id}`)
    await page.goto(`/console/customers/${account.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    assert.equal(await dialog.getByLabel('E-mail', { exact: true }).isDisabled(), true)
    await dialog.getByLabel('Note', { exact: true }).fill('Typed')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stay', exact: true }).click()
    assert.equal(await dialog.getByLabel('Note', { exact: true }).inputValue(), 'Typed')
    assert.deepEqual(faults, [])
  })

  it('who are guests have a name in the list; a viewer is offered no change', async (t) => {
    const guest = await makeGuest(service)
    const { id: product_id } = await makeProduct(service, shop, { onHand: 5 })
    const shopper = shopping(service, { ...guest.headers, 'merchant-id': shop.id })
    const address = {
      name: 'Mary Wollstonecraft',
      line1: '1 Polygon',
      city: 'London',
      postal_code: 'NW1',
      country: 'GB',
    }
    const placed = await shopper.order([{ product_id, quantity: 1 }], {
      email: 'mary.w@example.com',
      shipping_address: { ...address, postal_code: 'NW1 1HG' },
    })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { page, faults } = await visit(t, service, '/console/customers?q=wollstonecraft')
    await signIn(page, await makeStaff(service, shop.id, 'viewer'))
    const row = page.locator('[data-row-link]').getByText('Mary Wollstonecraft', { exact: true })
    await row.waitFor()
    assert.equal(await page.getByRole('link', { name: 'New customer', exact: true }).count(), 0)
    await row.click()
    await page.getByRole('heading', { name: 'Mary Wollstonecraft', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Contact', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
    assert.deepEqual(faults, [])
  })
})
